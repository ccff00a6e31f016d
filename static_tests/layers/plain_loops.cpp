// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/plain_loops.hpp"

static_assert(attn_tests::all_proved<attn_tests::plain_loops_tests::behaviours>);
