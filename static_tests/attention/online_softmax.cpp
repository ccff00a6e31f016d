// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/online_softmax.hpp"

static_assert(attn_tests::all_proved<attn_tests::online_softmax_tests::behaviours>);
