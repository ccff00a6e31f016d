// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/pattern_operations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/pattern_operations") {
  attn_tests::run_behaviours<attn_tests::pattern_operations_tests::behaviours>();
}
