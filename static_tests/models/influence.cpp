// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/influence.hpp"

static_assert(attn_tests::all_proved<attn_tests::model_influence_tests::behaviours>);
