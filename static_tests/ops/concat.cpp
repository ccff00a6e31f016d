// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/concat.hpp"

static_assert(attn_tests::all_proved<attn_tests::concat_tests::behaviours>);
