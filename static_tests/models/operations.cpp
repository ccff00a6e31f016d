// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/operations.hpp"

static_assert(attn_tests::all_proved<attn_tests::model_operations_tests::behaviours>);
