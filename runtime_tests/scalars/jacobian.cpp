// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/jacobian.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("scalars/jacobian") {
  attn_tests::run_behaviours<attn_tests::jacobian_tests::behaviours>();
}
