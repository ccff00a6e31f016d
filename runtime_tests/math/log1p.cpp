// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/functions_of_one.hpp"

#include "runtime_tests/catch.hpp"

// Not in the compiler: Clang takes no NaN for a constant.
TEMPLATE_TEST_CASE("math/log1p: what has no logarithm is NaN", "", float, double) {
  using attn_tests::launder;
  using limits = std::numeric_limits<TestType>;
  for (const TestType x : {TestType(-1) - limits::epsilon(), TestType(-2), -limits::max(),
                           -limits::infinity(), limits::quiet_NaN(), -limits::quiet_NaN()}) {
    const TestType y = attn::math::log1p(launder(x));
    CHECK(y != y);
  }
}
