// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/recurrence.hpp"

static_assert(attn_tests::all_proved<attn_tests::recurrence_tests::behaviours>);
