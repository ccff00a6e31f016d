// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/operations.hpp"

static_assert(attn_tests::all_proved<attn_tests::recurrent_operations_tests::behaviours>);
