// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/norm.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"

// Not in the compiler (static_tests/rejected/norm.cpp): what is no number is no constant.
TEMPLATE_TEST_CASE("layers/norm: rows that have no norm", "", float, double) {
  using namespace attn;
  using attn_tests::launder;
  constexpr TestType infinity = std::numeric_limits<TestType>::infinity();
  const TestType nan = std::numeric_limits<TestType>::quiet_NaN();
  const auto x =
      launder(matrix<TestType, 4, 3>{{1, nan, 2}, {infinity, 0, 1}, {5, 5, 5}, {-1, 0, 1}});
  const auto y = layer_norm(x, TestType(0));
  const auto one = layer_norm(launder(tensor<TestType, dim<3>>{-1, 0, 1}), TestType(0));
  CHECK(bitwise_equal(
      y, {{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}, {one(0), one(1), one(2)}}));
  // Each 0 * inf is a NaN; of one infinity that is all that is left.
  const auto z = rms_norm(x, TestType(0));
  const auto of_fives = rms_norm(launder(tensor<TestType, dim<3>>{5, 5, 5}), TestType(0));
  const auto last = rms_norm(launder(tensor<TestType, dim<3>>{-1, 0, 1}), TestType(0));
  CHECK(bitwise_equal(z, {{nan, nan, nan},
                          {nan, 0, 0},
                          {of_fives(0), of_fives(1), of_fives(2)},
                          {last(0), last(1), last(2)}}));
  CHECK(bitwise_equal(rms_norm(launder(tensor<TestType, dim<2>>{0, 0}), TestType(0)), {nan, nan}));
}

// Nor is what overflows, where the compiler sees it: with ATTN_NO_VECTORS.
TEST_CASE("layers/norm: squares too large for the format leave the bias") {
  using namespace attn;
  using attn_tests::launder;
  const auto gain = launder(tensor<float, dim<2>>{3, 4});
  const auto bias = launder(tensor<float, dim<2>>{1, -2});
  const auto x = launder(tensor<float, dim<2>>{-1e30f, 1e30f});
  CHECK(layer_norm(x, gain, bias) == bias);
  CHECK(rms_norm(x, gain, 1e-6f) == tensor<float, dim<2>>{0, 0});
}
