// SPDX-License-Identifier: BSL-1.0
#include "static_tests/learning/special_values.hpp"

#include "runtime_tests/support/special_values.hpp"

using namespace attn;
using attn_tests::as_row, attn_tests::counting, attn_tests::power;

// The derivatives of one number, in both modes; a NaN stands for one.
namespace {

template <class T, std::size_t N, class F>
void has_the_derivatives(const F& f, const tensor<T, dim<N>>& at, const tensor<T, dim<N>>& slopes) {
  const tensor<T, dim<N>> x = attn_tests::launder(at);
  CHECK(bitwise_equal(gradient(f, x), slopes));
  CHECK(bitwise_equal(forward_gradient(f, x), slopes));
}

}  // namespace

TEMPLATE_TEST_CASE("special values: derivatives of logsumexp", "", float, double) {
  using X = tensor<TestType, dim<3>>;
  constexpr TestType inf = std::numeric_limits<TestType>::infinity();
  constexpr TestType nan = std::numeric_limits<TestType>::quiet_NaN();
  constexpr TestType huge = std::numeric_limits<TestType>::max();
  const auto f = [](const auto& x) { return logsumexp<0>(x); };
  // The weights of softmax, and 0 in a row of -inf, where PyTorch gives NaN.
  has_the_derivatives(f, X{-inf, 2, -inf}, X{0, 1, 0});
  has_the_derivatives(f, X{-inf, -inf, -inf}, X{0, 0, 0});
  has_the_derivatives(f, X{-inf, 2, 2}, X{0, 0.5, 0.5});
  has_the_derivatives(f, X{inf, 1, -inf}, X{nan, 0, 0});
  has_the_derivatives(f, X{inf, 1, inf}, X{nan, 0, nan});
  has_the_derivatives(f, X{huge, -huge, 0}, X{1, 0, 0});
  has_the_derivatives(f, X{0, nan, 1}, X{nan, nan, nan});
  const auto nested = [](const auto& x) {
    return logsumexp<0>(concat<0>(as_row(logsumexp<0>(narrow<0, 2>(x, 0))), narrow<0, 1>(x, 2)));
  };
  has_the_derivatives(nested, X{-inf, -inf, 2}, X{0, 0, 1});
  has_the_derivatives(nested, X{-inf, -inf, -inf}, X{0, 0, 0});
}

// The squares overflow: each element is 0, whatever the others are.
TEMPLATE_TEST_CASE("special values: norms of huge rows", "", float, double) {
  using X = tensor<TestType, dim<3>>;
  constexpr TestType huge = std::is_same_v<TestType, float> ? TestType(1e30) : TestType(1e300);
  const auto centred = [](const auto& x) { return select<0>(layer_norm<0>(x), 0); };
  const auto scaled = [](const auto& x) { return select<0>(rms_norm<0>(x, TestType(1e-5)), 0); };
  for (const TestType first : {huge, -huge, TestType(0)}) {
    const X x = attn_tests::launder(X{first, huge / 2, -huge});
    CHECK(centred(x) == tensor<TestType>(0));
    CHECK(scaled(x) == tensor<TestType>(0));
    CHECK(gradient(centred, x) == X{});
    CHECK(gradient(scaled, x) == X{});
    CHECK(forward_gradient(centred, x) == X{});
    CHECK(forward_gradient(scaled, x) == X{});
  }
}

TEMPLATE_TEST_CASE("special values: derivatives next to an infinity", "", float, double) {
  using X = tensor<TestType, dim<2>>;
  constexpr TestType inf = std::numeric_limits<TestType>::infinity();
  constexpr TestType nan = std::numeric_limits<TestType>::quiet_NaN();
  // Neither a constant nor the other operand makes them NaN.
  const auto product = [](const auto& x) { return x(0) * x(1); };
  has_the_derivatives(product, X{inf, 2}, X{2, inf});
  has_the_derivatives(product, X{0, inf}, X{inf, 0});
  const auto quotient = [](const auto& x) { return x(0) / x(1); };
  has_the_derivatives(quotient, X{inf, 2}, X{0.5, -inf});
  has_the_derivatives(quotient, X{1, 0}, X{inf, -inf});
  has_the_derivatives(quotient, X{1, inf}, X{0, 0});
  const auto with_constants = [](const auto& x) { return x(0) * 2 + x(1) / 4; };
  has_the_derivatives(with_constants, X{inf, -inf}, X{2, 0.25});
  has_the_derivatives(with_constants, X{nan, 1}, X{2, 0.25});
  const auto apart = [](const auto& x) {
    using math::log, math::sqrt;
    return log(x(0)) + sqrt(x(1));
  };
  has_the_derivatives(apart, X{0, 4}, X{inf, 0.25});
  has_the_derivatives(apart, X{0.5, 0}, X{2, inf});
  const auto mean_of = [](const auto& x) { return mean<0>(x); };
  has_the_derivatives(mean_of, X{inf, 1}, X{0.5, 0.5});
  has_the_derivatives(mean_of, X{nan, 1}, X{0.5, 0.5});
  // 0^y is constant for positive y, and at 0, as in PyTorch.
  const auto to_power = [](const auto& x) { return power(x(0), x(1)); };
  has_the_derivatives(to_power, X{0, 2}, X{0, 0});
  has_the_derivatives(to_power, X{-0.0, 1}, X{1, 0});
  has_the_derivatives(to_power, X{0, 0}, X{0, 0});
  has_the_derivatives(to_power, X{0, -1}, X{-inf, -inf});
  // A NaN is not hidden: it is the NaN of a function which depends on both.
  const auto both = [](const auto& x) { return softmax(x)(0); };
  has_the_derivatives(both, X{inf, 0}, X{nan, nan});
}

TEMPLATE_TEST_CASE("special values: second derivatives next to an infinity", "", float, double) {
  using D = dual<dual<TestType>>;
  constexpr TestType inf = std::numeric_limits<TestType>::infinity();
  D x(dual<TestType>::variable(inf, 0));
  x.gradient[0] = dual<TestType>(1);
  const D y = attn_tests::launder(x) * D(3);
  CHECK(y.value.value == inf);
  CHECK(y.gradient[0].value == 3);
  CHECK(y.gradient[0].gradient[0] == 0);
  D negative_zero(dual<TestType>::variable(TestType(-0.0), 0));
  negative_zero.gradient[0] = dual<TestType>(1);
  const auto z = relu(tensor<D, dim<1>>(attn_tests::launder(negative_zero)))(0);
  CHECK(attn_tests::same_bits(z.value.value, TestType(-0.0)));
  CHECK(z.gradient[0].value == 0);
}

// A class without probability costs only itself.
TEMPLATE_TEST_CASE("special values: derivatives of losses", "", float, double) {
  using X = tensor<TestType, dim<3>>;
  constexpr TestType inf = std::numeric_limits<TestType>::infinity();
  const auto close = [](const X& a, const X& b) { return allclose(a, b); };
  const auto loss = [](const auto& x) {
    return cross_entropy(x, tensor<int>{1}, {.label_smoothing = 0.1});
  };
  const X x = attn_tests::launder(X{-inf, 1, 2});
  const X expected{TestType(-1. / 30), TestType(0.2689414213699951 - 0.9 - 1. / 30),
                   TestType(0.7310585786300049 - 1. / 30)};
  CHECK(value_and_gradient(loss, x).value == inf);
  CHECK(close(gradient(loss, x), expected));
  CHECK(close(forward_gradient(loss, x), expected));
}

// A masked entry has the derivative 0, also in a row that is NaN.
TEMPLATE_TEST_CASE("special values: derivatives of masked rows", "", float, double) {
  using X = matrix<TestType, 2, 3>;
  constexpr TestType inf = std::numeric_limits<TestType>::infinity();
  constexpr TestType nan = std::numeric_limits<TestType>::quiet_NaN();
  const X x = attn_tests::launder(X{{inf, 0, 1}, {2, nan, 1}}), u{{1, 2, 3}, {1, 2, 3}};
  using mask = keep_mask<dim<2>, dim<3>>;
  const auto slopes = [&](const auto&... options) {
    return vjp([&](const auto& y) { return masked_softmax(y, options...); }, x, u);
  };
  CHECK(bitwise_equal(slopes(mask{{1, 1, 0}, {0, 1, 1}}), X{{nan, nan, 0}, {0, nan, nan}}));
  CHECK(bitwise_equal(slopes(mask{{0, 0, 0}, {0, 0, 1}}, fully_masked<nan_rows>), X{}));
}
