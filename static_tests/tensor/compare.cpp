// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/compare.hpp"

static_assert(attn_tests::all_proved<attn_tests::compare_tests::behaviours>);
