// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/functions_of_one.hpp"

#include "runtime_tests/catch.hpp"

// Not in the compiler: Clang takes no NaN for a constant.
TEST_CASE("math/sqrt: what has no root is NaN") {
  using attn_tests::launder;
  for (const double x : {-1.0, -5e-324, -std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::quiet_NaN()}) {
    const double d = attn::math::sqrt(launder(x));
    const float f =
        attn::math::sqrt(launder(x < -1e-300 || x != x ? static_cast<float>(x) : -1.0f));
    CHECK(d != d);
    CHECK(f != f);
  }
}
