// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/mask.hpp"

static_assert(attn_tests::all_proved<attn_tests::mask_tests::behaviours>);
