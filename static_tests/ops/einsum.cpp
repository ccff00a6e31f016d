// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/einsum.hpp"

static_assert(attn_tests::all_proved<attn_tests::einsum_tests::behaviours>);
