// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/compare.hpp"

#include "runtime_tests/catch.hpp"

// Not in the compiler: Clang takes no operation on a NaN for a constant.
TEMPLATE_TEST_CASE("tensor/compare: NaN", "", float, double) {
  using attn_tests::launder;
  using vector = attn::tensor<TestType, attn::dim<3>>;
  const TestType nan = launder(std::numeric_limits<TestType>::quiet_NaN());
  const TestType infinity = launder(std::numeric_limits<TestType>::infinity());

  CHECK_FALSE(attn::allclose(nan, nan));
  CHECK_FALSE(attn::allclose(nan, TestType(1)));
  CHECK_FALSE(attn::allclose(TestType(1), nan));
  CHECK_FALSE(attn::allclose(nan, infinity));
  CHECK_FALSE(attn::allclose(infinity, nan));
  CHECK_FALSE(attn::allclose(TestType(1), TestType(1.5), nan, TestType(1)));

  // All NaNs are one, whatever their sign and payload; and none is a number.
  CHECK(attn::bitwise_equal(nan, nan));
  CHECK(attn::bitwise_equal(nan, -nan));
  CHECK(attn::bitwise_equal(nan, launder(std::numeric_limits<TestType>::signaling_NaN())));
  CHECK_FALSE(attn::bitwise_equal(nan, TestType(1)));
  CHECK_FALSE(attn::bitwise_equal(TestType(1), nan));
  CHECK_FALSE(attn::bitwise_equal(nan, infinity));

  const vector with_nan{TestType(1), nan, TestType(2)};
  const vector without{TestType(1), TestType(3), TestType(2)};
  CHECK_FALSE(with_nan == with_nan);
  CHECK_FALSE(attn::allclose(with_nan, with_nan));
  CHECK_FALSE(attn::allclose(with_nan, without, TestType(10), TestType(10)));
  CHECK(attn::bitwise_equal(with_nan, with_nan));
  CHECK_FALSE(attn::bitwise_equal(with_nan, without));
}

// Nor this: the difference overflows, and to GCC that is no constant either.
TEMPLATE_TEST_CASE("tensor/compare: a difference that overflows is a large one", "", float,
                   double) {
  using attn_tests::launder;
  const TestType largest = launder(std::numeric_limits<TestType>::max());
  CHECK_FALSE(attn::allclose(largest, -largest));
  CHECK_FALSE(attn::allclose(-largest, largest));
}
