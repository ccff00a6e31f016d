// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/weights.hpp"

static_assert(attn_tests::all_proved<attn_tests::weights_tests::behaviours>);
