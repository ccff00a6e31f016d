// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/with_length.hpp"

static_assert(attn_tests::all_proved<attn_tests::with_length_tests::behaviours>);
