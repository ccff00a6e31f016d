// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/plain_loops.hpp"

static_assert(attn_tests::all_proved<attn_tests::attention_plain_loops_tests::behaviours>);
