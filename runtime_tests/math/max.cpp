// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/max.hpp"

#include "runtime_tests/catch.hpp"

// Not in the compiler: Clang takes no operation on a NaN for a constant.
TEMPLATE_TEST_CASE("math/max: a NaN is the largest and the smallest", "", float, double) {
  using attn_tests::launder;
  using limits = std::numeric_limits<TestType>;
  const TestType nan = launder(limits::quiet_NaN());
  for (const TestType x :
       {TestType(1), TestType(-0.0), limits::infinity(), -limits::infinity(), nan, -nan}) {
    for (const TestType y : {attn::math::max(nan, launder(x)), attn::math::max(launder(x), nan),
                             attn::math::min(nan, launder(x)), attn::math::min(launder(x), nan),
                             attn::math::max(-nan, launder(x)), attn::math::min(launder(x), -nan)})
      CHECK(y != y);
  }
}
