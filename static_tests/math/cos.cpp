// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/cos.hpp"

static_assert(attn_tests::all_proved<attn_tests::cos_tests::behaviours>);
