// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/matmul.hpp"

static_assert(attn_tests::all_proved<attn_tests::matmul_tests::behaviours>);
