// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/bounds.hpp"

static_assert(attn_tests::all_proved<attn_tests::bounds_tests::behaviours>);
