// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/recurrent_operations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/recurrent_operations") {
  attn_tests::run_behaviours<attn_tests::recurrent_model_operations_tests::behaviours>();
}
