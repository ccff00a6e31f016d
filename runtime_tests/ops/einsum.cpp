// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/einsum.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/einsum") { attn_tests::run_behaviours<attn_tests::einsum_tests::behaviours>(); }
