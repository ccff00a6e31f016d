// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/repeat.hpp"

static_assert(attn_tests::all_proved<attn_tests::repeat_tests::behaviours>);
