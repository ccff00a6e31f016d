// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/analysis.hpp"

static_assert(attn_tests::all_proved<attn_tests::attention_analysis_tests::behaviours>);
