// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/gradients.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/gradients") {
  attn_tests::run_behaviours<attn_tests::gradients_tests::behaviours>();
}
