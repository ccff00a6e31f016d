// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/functions_of_one.hpp"

#include "runtime_tests/catch.hpp"

// Not in the compiler: Clang takes no NaN for a constant.
TEMPLATE_TEST_CASE("math/sin: of infinity and of NaN it is NaN", "", float, double) {
  using attn_tests::launder;
  using limits = std::numeric_limits<TestType>;
  for (const TestType x :
       {limits::infinity(), -limits::infinity(), limits::quiet_NaN(), -limits::quiet_NaN()}) {
    const TestType y = attn::math::sin(launder(x));
    CHECK(y != y);
  }
}
