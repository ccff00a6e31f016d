// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/influence.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("scalars/influence") {
  attn_tests::run_behaviours<attn_tests::influence_tests::behaviours>();
}
