// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/normal.hpp"

static_assert(attn_tests::all_proved<attn_tests::normal_tests::behaviours>);
