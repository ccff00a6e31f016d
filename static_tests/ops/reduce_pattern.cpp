// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/reduce_pattern.hpp"

static_assert(attn_tests::all_proved<attn_tests::reduce_pattern_tests::behaviours>);
