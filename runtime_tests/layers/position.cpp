// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/position.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/position") {
  attn_tests::run_behaviours<attn_tests::position_tests::behaviours>();
}
