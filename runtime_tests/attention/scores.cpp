// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/scores.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/scores") {
  attn_tests::run_behaviours<attn_tests::scores_tests::behaviours>();
}
