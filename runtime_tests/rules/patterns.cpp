// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/patterns.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/patterns") {
  attn_tests::run_behaviours<attn_tests::patterns_tests::behaviours>();
}
