// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/operations_of.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("scalars/operations_of") {
  attn_tests::run_behaviours<attn_tests::operations_of_tests::behaviours>();
}
