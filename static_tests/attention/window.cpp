// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/window.hpp"

static_assert(attn_tests::all_proved<attn_tests::window_tests::behaviours>);
