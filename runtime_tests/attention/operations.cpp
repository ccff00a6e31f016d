// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/operations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/operations") {
  attn_tests::run_behaviours<attn_tests::attention_operations_tests::behaviours>();
}
