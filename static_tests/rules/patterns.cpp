// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/patterns.hpp"

static_assert(attn_tests::all_proved<attn_tests::patterns_tests::behaviours>);
