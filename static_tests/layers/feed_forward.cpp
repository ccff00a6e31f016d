// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/feed_forward.hpp"

static_assert(attn_tests::all_proved<attn_tests::feed_forward_tests::behaviours>);
