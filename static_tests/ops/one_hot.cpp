// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/one_hot.hpp"

static_assert(attn_tests::all_proved<attn_tests::one_hot_tests::behaviours>);
