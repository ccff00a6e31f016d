// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/rearrange.hpp"

static_assert(attn_tests::all_proved<attn_tests::rearrange_tests::behaviours>);
