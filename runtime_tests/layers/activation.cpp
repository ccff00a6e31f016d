// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/activation.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"

// Not in the compiler: what is no number is no constant.
TEMPLATE_TEST_CASE("layers/activation: a NaN stays one, and -inf * 0 is one", "", float, double) {
  using namespace attn;
  using attn_tests::launder;
  constexpr TestType infinity = std::numeric_limits<TestType>::infinity();
  const TestType nan = std::numeric_limits<TestType>::quiet_NaN();
  const auto x = launder(tensor<TestType, dim<4>>{nan, 0, -infinity, infinity});
  CHECK(bitwise_equal(relu(x), {nan, 0, 0, infinity}));
  CHECK(bitwise_equal(silu(x), {nan, 0, nan, infinity}));
  CHECK(bitwise_equal(gelu_exact(x), {nan, 0, nan, infinity}));
  CHECK(bitwise_equal(gelu_tanh(x), {nan, 0, nan, infinity}));
  CHECK(bitwise_equal(softplus(x), {nan, math::log(TestType(2)), 0, infinity}));
}

// The cube of 1e30 is infinite in float; the result is not.
TEST_CASE("layers/activation: gelu_tanh far out") {
  using namespace attn;
  const auto y = gelu_tanh(attn_tests::launder(tensor<float, dim<2>>{1e30f, -1e30f}));
  CHECK(y == tensor<float, dim<2>>{1e30f, 0});
}
