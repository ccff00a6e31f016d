// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/operations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/operations") {
  attn_tests::run_behaviours<attn_tests::model_operations_tests::behaviours>();
}
