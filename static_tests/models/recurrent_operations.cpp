// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/recurrent_operations.hpp"

static_assert(attn_tests::all_proved<attn_tests::recurrent_model_operations_tests::behaviours>);
