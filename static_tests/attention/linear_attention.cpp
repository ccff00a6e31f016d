// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/linear_attention.hpp"

static_assert(attn_tests::all_proved<attn_tests::linear_attention_tests::behaviours>);
