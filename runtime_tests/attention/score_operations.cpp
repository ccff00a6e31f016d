// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/score_operations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/score_operations") {
  attn_tests::run_behaviours<attn_tests::score_operations_tests::behaviours>();
}
