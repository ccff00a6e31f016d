// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/shape_of.hpp"

static_assert(attn_tests::all_proved<attn_tests::shape_of_tests::behaviours>);
