// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/softmax.hpp"

static_assert(attn_tests::all_proved<attn_tests::softmax_tests::behaviours>);
