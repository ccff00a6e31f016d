// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/sizes.hpp"

static_assert(attn_tests::all_proved<attn_tests::sizes_tests::behaviours>);
