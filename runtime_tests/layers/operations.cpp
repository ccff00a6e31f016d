// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/operations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/operations") {
  attn_tests::run_behaviours<attn_tests::layer_operations_tests::behaviours>();
}
