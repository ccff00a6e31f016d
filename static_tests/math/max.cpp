// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/max.hpp"

static_assert(attn_tests::all_proved<attn_tests::max_tests::behaviours>);
