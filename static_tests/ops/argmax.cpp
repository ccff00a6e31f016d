// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/argmax.hpp"

static_assert(attn_tests::all_proved<attn_tests::argmax_tests::behaviours>);
