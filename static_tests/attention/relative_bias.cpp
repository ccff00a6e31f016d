// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/relative_bias.hpp"

static_assert(attn_tests::all_proved<attn_tests::relative_bias_tests::behaviours>);
