// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/multiplicative_score.hpp"

static_assert(attn_tests::all_proved<attn_tests::multiplicative_score_tests::behaviours>);
