// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/add_bias.hpp"

static_assert(attn_tests::all_proved<attn_tests::add_bias_tests::behaviours>);
