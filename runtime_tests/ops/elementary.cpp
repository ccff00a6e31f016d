// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/elementary.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/elementary") {
  attn_tests::run_behaviours<attn_tests::elementary_tests::behaviours>();
}

// Not in the compiler: Clang takes no operation on a NaN for a constant.
TEMPLATE_TEST_CASE("ops/elementary: a NaN stays one, and alone", "", float, double) {
  using attn_tests::launder;
  using vector = attn::tensor<TestType, attn::dim<5>>;
  const TestType nan = std::numeric_limits<TestType>::quiet_NaN();
  const auto powers = attn::exp(launder(vector{1, nan, -2, -nan, 3}));
  const auto roots = attn::sqrt(launder(vector{4, nan, 9, -1, 16}));
  CHECK(
      attn::bitwise_equal(powers, {attn::math::exp(TestType(1)), nan, attn::math::exp(TestType(-2)),
                                   nan, attn::math::exp(TestType(3))}));
  CHECK(attn::bitwise_equal(roots, {2, nan, 3, nan, 4}));
  const auto parts = attn::erf(launder(vector{0, nan, 2, -nan, 3}));
  const auto logarithms = attn::log(launder(vector{1, nan, 2, -1, 3}));
  const auto shares = attn::sigmoid(launder(vector{0, nan, 2, -nan, 3}));
  const auto bounded = attn::tanh(launder(vector{0, nan, 2, -nan, 3}));
  CHECK(attn::bitwise_equal(
      parts, {0, nan, attn::math::erf(TestType(2)), nan, attn::math::erf(TestType(3))}));
  CHECK(attn::bitwise_equal(
      logarithms, {0, nan, attn::math::log(TestType(2)), nan, attn::math::log(TestType(3))}));
  CHECK(attn::bitwise_equal(
      shares, {0.5, nan, attn::math::sigmoid(TestType(2)), nan, attn::math::sigmoid(TestType(3))}));
  CHECK(attn::bitwise_equal(
      bounded, {0, nan, attn::math::tanh(TestType(2)), nan, attn::math::tanh(TestType(3))}));
}
