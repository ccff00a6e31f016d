// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/log1p.hpp"

static_assert(attn_tests::all_proved<attn_tests::log1p_tests::behaviours>);
