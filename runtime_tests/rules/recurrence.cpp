// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/recurrence.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/recurrence") {
  attn_tests::run_behaviours<attn_tests::recurrence_tests::behaviours>();
}
