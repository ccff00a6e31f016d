// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/cache.hpp"

static_assert(attn_tests::all_proved<attn_tests::cache_tests::behaviours>);
