// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/functions_of_one.hpp"

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/largest_error.hpp"

// Not in the compiler: Clang takes no operation on a NaN for a constant.
TEST_CASE("math/tanh: a NaN stays one") {
  using attn_tests::launder;
  const float f = attn::math::tanh(launder(std::numeric_limits<float>::quiet_NaN()));
  const double d = attn::math::tanh(launder(-std::numeric_limits<double>::quiet_NaN()));
  CHECK(f != f);
  CHECK(d != d);
}

// The reference points hold a result to a neighbour of the right one; this, to its error.
TEST_CASE("math/tanh: below 1 ulp in double") {
  if constexpr (attn_tests::has_longer_double) {
    const auto exact = [](long double x) { return std::tanh(x); };
    CHECK(attn_tests::largest_error(20, attn::math::tanh<double>, exact) < 1);
  }
}
