// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/weights.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/weights") {
  attn_tests::run_behaviours<attn_tests::weights_tests::behaviours>();
}
