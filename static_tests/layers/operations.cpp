// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/operations.hpp"

static_assert(attn_tests::all_proved<attn_tests::layer_operations_tests::behaviours>);
