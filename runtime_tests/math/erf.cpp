// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/erf.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("math/erf") { attn_tests::run_behaviours<attn_tests::erf_tests::behaviours>(); }

// Not in the compiler: Clang takes no operation on a NaN for a constant.
TEST_CASE("math/erf: a NaN stays one") {
  using attn_tests::launder;
  const float f = attn::math::erf(launder(std::numeric_limits<float>::quiet_NaN()));
  const double d = attn::math::erf(launder(-std::numeric_limits<double>::quiet_NaN()));
  CHECK(f != f);
  CHECK(d != d);
}
