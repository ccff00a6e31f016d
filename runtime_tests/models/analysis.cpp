// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/analysis.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/analysis") {
  attn_tests::run_behaviours<attn_tests::models_analysis_tests::behaviours>();
}
