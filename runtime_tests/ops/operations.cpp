// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/operations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/operations") {
  attn_tests::run_behaviours<attn_tests::operations_tests::behaviours>();
}
