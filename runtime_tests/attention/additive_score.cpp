// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/additive_score.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/additive_score") {
  attn_tests::run_behaviours<attn_tests::additive_score_tests::behaviours>();
}
