// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/torch_multi_head.hpp"

static_assert(attn_tests::all_proved<attn_tests::torch_multi_head_tests::behaviours>);
