// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/shown.hpp"

static_assert(attn_tests::all_proved<attn_tests::shown_tests::behaviours>);
