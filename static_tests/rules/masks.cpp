// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/masks.hpp"

static_assert(attn_tests::all_proved<attn_tests::masks_tests::behaviours>);
