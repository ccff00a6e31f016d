// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/matmul.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/matmul") { attn_tests::run_behaviours<attn_tests::matmul_tests::behaviours>(); }
