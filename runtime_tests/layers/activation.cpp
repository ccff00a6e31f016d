// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/activation.hpp"

#include <limits>

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/activation") {
  attn_tests::run_behaviours<attn_tests::activation_tests::behaviours>();
}

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
  CHECK(bitwise_equal(softplus(x), {nan, softplus(launder(tensor<TestType>{0})), 0, infinity}));
}
