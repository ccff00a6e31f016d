// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/linear.hpp"

static_assert(attn_tests::all_proved<attn_tests::linear_tests::behaviours>);
