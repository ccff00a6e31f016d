// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/operations.hpp"

static_assert(attn_tests::all_proved<attn_tests::operations_tests::behaviours>);
