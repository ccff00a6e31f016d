// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/reach.hpp"

static_assert(attn_tests::all_proved<attn_tests::reach_tests::behaviours>);
