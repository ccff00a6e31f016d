// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/score_operations.hpp"

static_assert(attn_tests::all_proved<attn_tests::score_operations_tests::behaviours>);
