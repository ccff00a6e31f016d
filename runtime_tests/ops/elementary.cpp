// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/elementary.hpp"

#include "runtime_tests/catch.hpp"

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
  const auto of_sums = attn::log1p(launder(vector{0, nan, 2, -2, 3}));
  const auto squared = attn::pow(launder(vector{1, nan, -2, -nan, 3}), 2);
  const auto unknown = attn::pow(launder(vector{1, 0, 2, nan, -3}), nan);
  const auto rooted = attn::pow(launder(vector{1, -1, 4, nan, -3}), TestType(0.5));
  const auto shares = attn::sigmoid(launder(vector{0, nan, 2, -nan, 3}));
  const auto bounded = attn::tanh(launder(vector{0, nan, 2, -nan, 3}));
  CHECK(attn::bitwise_equal(
      parts, {0, nan, attn::math::erf(TestType(2)), nan, attn::math::erf(TestType(3))}));
  CHECK(attn::bitwise_equal(
      logarithms, {0, nan, attn::math::log(TestType(2)), nan, attn::math::log(TestType(3))}));
  CHECK(attn::bitwise_equal(
      of_sums, {0, nan, attn::math::log1p(TestType(2)), nan, attn::math::log1p(TestType(3))}));
  CHECK(attn::bitwise_equal(squared, {1, nan, 4, nan, 9}));
  CHECK(attn::bitwise_equal(unknown, {1, nan, nan, nan, nan}));
  CHECK(attn::bitwise_equal(rooted, {1, nan, 2, nan, nan}));
  CHECK(attn::bitwise_equal(
      shares, {0.5, nan, attn::math::sigmoid(TestType(2)), nan, attn::math::sigmoid(TestType(3))}));
  CHECK(attn::bitwise_equal(
      bounded, {0, nan, attn::math::tanh(TestType(2)), nan, attn::math::tanh(TestType(3))}));
  const TestType infinity = std::numeric_limits<TestType>::infinity();
  const auto angles = launder(vector{0, nan, 2, infinity, -3});
  CHECK(attn::bitwise_equal(attn::cos(angles), {1, nan, attn::math::cos(TestType(2)), nan,
                                                attn::math::cos(TestType(3))}));
  CHECK(attn::bitwise_equal(attn::sin(angles), {0, nan, attn::math::sin(TestType(2)), nan,
                                                attn::math::sin(TestType(-3))}));
}
