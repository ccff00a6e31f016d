// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/operations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("recurrent/operations") {
  attn_tests::run_behaviours<attn_tests::recurrent_operations_tests::behaviours>();
}
