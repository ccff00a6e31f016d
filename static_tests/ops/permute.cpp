// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/permute.hpp"

static_assert(attn_tests::all_proved<attn_tests::permute_tests::behaviours>);
