// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/operations.hpp"

static_assert(attn_tests::all_proved<attn_tests::attention_operations_tests::behaviours>);
