// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/multi_head_operations.hpp"

static_assert(attn_tests::all_proved<attn_tests::multi_head_operations_tests::behaviours>);
