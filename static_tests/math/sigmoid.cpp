// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/sigmoid.hpp"

static_assert(attn_tests::all_proved<attn_tests::sigmoid_tests::behaviours>);
