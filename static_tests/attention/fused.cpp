// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/fused.hpp"

static_assert(attn_tests::all_proved<attn_tests::fused_tests::behaviours>);
