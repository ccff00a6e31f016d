// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/masked_softmax.hpp"

static_assert(attn_tests::all_proved<attn_tests::masked_softmax_tests::behaviours>);
