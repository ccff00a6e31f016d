// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/analysis.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/analysis") {
  attn_tests::run_behaviours<attn_tests::attention_analysis_tests::behaviours>();
}
