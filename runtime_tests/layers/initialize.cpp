// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/initialize.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/initialize") {
  attn_tests::run_behaviours<attn_tests::initialize_tests::behaviours>();
}
