// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/activation.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"

// Not in the compiler: NaN is not a constant.
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

// In a long row, where a kernel takes several vectors at a time: a NaN stays one, and where it was.
TEMPLATE_TEST_CASE("layers/activation: a NaN among many", "", float, double) {
  using namespace attn;
  using row = tensor<TestType, dim<101>>;
  const row x = attn_tests::launder(attn_tests::filled<row>(1, TestType(3)));
  for (std::size_t at = 0; at < row::volume; ++at) {
    row some = x;
    some(at) = std::numeric_limits<TestType>::quiet_NaN();
    const auto check = [&](const auto& f) {
      row y = f(attn_tests::launder(some));
      const row expected = f(x);
      CHECK(y(at) != y(at));
      y(at) = expected(at);
      CHECK(bitwise_equal(y, expected));
    };
    check([](const row& v) { return sigmoid(v); });
    check([](const row& v) { return silu(v); });
    check([](const row& v) { return tanh(v); });
  }
}

// The cube of 1e30 is infinite in float; the result is not.
TEST_CASE("layers/activation: gelu_tanh far out") {
  using namespace attn;
  const auto y = gelu_tanh(attn_tests::launder(tensor<float, dim<2>>{1e30f, -1e30f}));
  CHECK(y == tensor<float, dim<2>>{1e30f, 0});
}
