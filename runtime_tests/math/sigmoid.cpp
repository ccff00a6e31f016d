// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/functions_of_one.hpp"

#include "runtime_tests/catch.hpp"
#include "runtime_tests/support/largest_error.hpp"

// Not in the compiler: Clang takes no operation on a NaN for a constant.
TEST_CASE("math/sigmoid: a NaN stays one") {
  using attn_tests::launder;
  const float f = attn::math::sigmoid(launder(std::numeric_limits<float>::quiet_NaN()));
  const double d = attn::math::sigmoid(launder(-std::numeric_limits<double>::quiet_NaN()));
  CHECK(f != f);
  CHECK(d != d);
}

// The reference points hold a result to a neighbour of the right one; this, to its error.
TEST_CASE("math/sigmoid: below 1 ulp in double") {
  if constexpr (attn_tests::has_longer_double) {
    const auto exact = [](long double x) {
      // The form for each sign that loses no digits.
      const long double decay = std::exp(-std::fabs(x));
      return x < 0 ? decay / (1 + decay) : 1 / (1 + decay);
    };
    CHECK(attn_tests::largest_error(40, attn::math::sigmoid<double>, exact) < 1);
  }
}
