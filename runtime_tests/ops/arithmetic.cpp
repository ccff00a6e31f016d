// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/arithmetic.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/arithmetic") {
  attn_tests::run_behaviours<attn_tests::arithmetic_tests::behaviours>();
}
