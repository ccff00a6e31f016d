// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/additive_score.hpp"

static_assert(attn_tests::all_proved<attn_tests::additive_score_tests::behaviours>);
