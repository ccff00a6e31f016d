// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/scores.hpp"

static_assert(attn_tests::all_proved<attn_tests::scores_tests::behaviours>);
