// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/mt19937.hpp"

static_assert(attn_tests::all_proved<attn_tests::mt19937_tests::behaviours>);
