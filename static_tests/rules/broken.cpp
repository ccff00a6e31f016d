// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/broken.hpp"

static_assert(attn_tests::all_proved<attn_tests::broken_tests::behaviours>);
