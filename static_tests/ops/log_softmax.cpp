// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/log_softmax.hpp"

static_assert(attn_tests::all_proved<attn_tests::log_softmax_tests::behaviours>);
