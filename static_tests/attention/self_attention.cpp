// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/self_attention.hpp"

static_assert(attn_tests::all_proved<attn_tests::self_attention_tests::behaviours>);
