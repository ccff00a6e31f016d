// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/selector.hpp"

static_assert(attn_tests::all_proved<attn_tests::selector_tests::behaviours>);
