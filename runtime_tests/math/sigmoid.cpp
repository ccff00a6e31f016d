// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/sigmoid.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("math/sigmoid") { attn_tests::run_behaviours<attn_tests::sigmoid_tests::behaviours>(); }

// Not in the compiler: Clang takes no operation on a NaN for a constant.
TEST_CASE("math/sigmoid: a NaN stays one") {
  using attn_tests::launder;
  const float f = attn::math::sigmoid(launder(std::numeric_limits<float>::quiet_NaN()));
  const double d = attn::math::sigmoid(launder(-std::numeric_limits<double>::quiet_NaN()));
  CHECK(f != f);
  CHECK(d != d);
}
