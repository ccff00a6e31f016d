// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/unroll.hpp"

static_assert(attn_tests::all_proved<attn_tests::unroll_tests::behaviours>);
