// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/hard_attention.hpp"

static_assert(attn_tests::all_proved<attn_tests::hard_attention_tests::behaviours>);
