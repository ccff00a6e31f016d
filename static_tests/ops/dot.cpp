// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/dot.hpp"

static_assert(attn_tests::all_proved<attn_tests::dot_tests::behaviours>);
