// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/erf.hpp"

static_assert(attn_tests::all_proved<attn_tests::erf_tests::behaviours>);
