// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/batched.hpp"

static_assert(attn_tests::all_proved<attn_tests::batched_tests::behaviours>);
