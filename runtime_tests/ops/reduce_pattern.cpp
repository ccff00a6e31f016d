// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/reduce_pattern.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/reduce_pattern") {
  attn_tests::run_behaviours<attn_tests::reduce_pattern_tests::behaviours>();
}
