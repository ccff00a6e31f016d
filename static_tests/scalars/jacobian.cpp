// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/jacobian.hpp"

static_assert(attn_tests::all_proved<attn_tests::jacobian_tests::behaviours>);
