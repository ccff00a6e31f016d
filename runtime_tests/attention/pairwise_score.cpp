// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/pairwise_score.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/pairwise_score") {
  attn_tests::run_behaviours<attn_tests::pairwise_score_tests::behaviours>();
}
