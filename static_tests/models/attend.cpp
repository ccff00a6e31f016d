// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/attend.hpp"

static_assert(attn_tests::all_proved<attn_tests::attend_tests::behaviours>);
