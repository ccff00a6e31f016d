// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/pattern_operations.hpp"

static_assert(attn_tests::all_proved<attn_tests::pattern_operations_tests::behaviours>);
