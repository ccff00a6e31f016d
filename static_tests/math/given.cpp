// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/given.hpp"

static_assert(attn_tests::all_proved<attn_tests::given_tests::behaviours>);
