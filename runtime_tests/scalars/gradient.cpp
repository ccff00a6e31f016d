// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/gradient.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("scalars/gradient") {
  attn_tests::run_behaviours<attn_tests::gradient_tests::behaviours>();
}
