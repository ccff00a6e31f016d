// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/multiplicative_score.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/multiplicative_score") {
  attn_tests::run_behaviours<attn_tests::multiplicative_score_tests::behaviours>();
}
