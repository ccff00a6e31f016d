// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/pow.hpp"

#include "runtime_tests/catch.hpp"

// Not in the compiler: Clang takes no NaN for a constant.
TEMPLATE_TEST_CASE("math/pow: what is no real number is NaN", "", float, double) {
  using attn_tests::launder;
  using limits = std::numeric_limits<TestType>;
  const TestType nan = limits::quiet_NaN();
  const auto is_nan = [](TestType x, TestType y) {
    const TestType power = attn::math::pow(launder(x), launder(y));
    return power != power;
  };
  for (const TestType x :
       {TestType(-1), TestType(-2), -limits::denorm_min(), -limits::min(), -limits::max()})
    for (const TestType y : {TestType(0.5), TestType(1.5), limits::denorm_min(), limits::min(),
                             TestType(0.5) / limits::epsilon() - TestType(0.5)})
      CHECK((is_nan(x, y) && is_nan(x, -y)));
  for (const TestType x : {TestType(0), TestType(-0.0), TestType(-1), TestType(3),
                           limits::infinity(), -limits::infinity(), nan})
    CHECK((is_nan(x, nan) && is_nan(x, -nan)));
  for (const TestType y :
       {TestType(1), TestType(-2), TestType(0.5), limits::infinity(), -limits::infinity(), nan})
    CHECK((is_nan(nan, y) && is_nan(-nan, y)));
}
