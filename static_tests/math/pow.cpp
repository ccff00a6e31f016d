// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/pow.hpp"

static_assert(attn_tests::all_proved<attn_tests::pow_tests::behaviours>);
