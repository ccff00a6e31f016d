// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/position_layer.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/position_layer") {
  attn_tests::run_behaviours<attn_tests::position_layer_tests::behaviours>();
}
