// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/operation_count.hpp"

static_assert(attn_tests::all_proved<attn_tests::operation_count_tests::behaviours>);
