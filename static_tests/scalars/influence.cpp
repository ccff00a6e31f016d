// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/influence.hpp"

static_assert(attn_tests::all_proved<attn_tests::influence_tests::behaviours>);
