// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/plain_loops.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/plain_loops") {
  attn_tests::run_behaviours<attn_tests::plain_loops_tests::behaviours>();
}
