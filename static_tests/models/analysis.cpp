// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/analysis.hpp"

static_assert(attn_tests::all_proved<attn_tests::models_analysis_tests::behaviours>);
