// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/sample.hpp"

static_assert(attn_tests::all_proved<attn_tests::sample_tests::behaviours>);
