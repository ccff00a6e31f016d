// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/splitmix.hpp"

static_assert(attn_tests::all_proved<attn_tests::splitmix_tests::behaviours>);
