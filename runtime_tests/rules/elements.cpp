// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/elements.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/elements") {
  attn_tests::run_behaviours<attn_tests::elements_tests::behaviours>();
}
