// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/axis.hpp"

static_assert(attn_tests::all_proved<attn_tests::axis_tests::behaviours>);
