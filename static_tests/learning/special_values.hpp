// SPDX-License-Identifier: BSL-1.0
// A function that is differentiated has the value that it has of numbers, bit for bit, also for
// zeros of both signs, subnormal and huge numbers and infinities, and derivatives that agree in
// both modes. What is NaN is no constant: runtime_tests/learning/special_values.cpp.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::special_values_tests {
template <class T> struct rows {
  using X = tensor<T, dim<3>>;
  static constexpr T inf = std::numeric_limits<T>::infinity(), huge = std::numeric_limits<T>::max();
  static constexpr T tiny = std::numeric_limits<T>::denorm_min();
  static constexpr T least = std::numeric_limits<T>::min();

  // f returns one number.
  template <class F> static constexpr void same(report& r, const F& f, const X& given) {
    const X x = launder(given);
    const tensor<T> y = f(x);
    const auto both = value_and_gradient(f, x);
    r.same(tensor<T>(both.value), y);
    using D = dual<T, 3>;
    tensor<D, dim<3>> variables;
    for (std::size_t i = 0; i < 3; ++i) variables(i) = D::variable(x(i), i);
    const tensor<D> of_dual = f(variables);
    r.same(tensor<T>(of_dual.data()->value), y);
    r.check(allclose(both.gradient, forward_gradient(f, x)));
    r.bits(both.gradient);
  }
  static constexpr void both_are(report& r, const auto& f, const X& x, const X& slopes) {
    same(r, f, x);
    r.same(gradient(f, launder(x)), slopes);
  }
};

constexpr auto lse = [](const auto& x) { return logsumexp<0>(x); };
constexpr auto nested = [](const auto& x) {
  return logsumexp<0>(
      concat<0>(expand<dim<1>, 0>(logsumexp<0>(narrow<0, 2>(x, 0))), narrow<0, 1>(x, 2)));
};

inline constexpr auto behaviours = [](test_table& tests) {
  tests.executed<float, double>("logsumexp of infinities", []<class T>(report& r) {
    using in = rows<T>;
    constexpr T inf = in::inf;
    in::both_are(r, lse, {-inf, -inf, -inf}, {0, 0, 0});
    in::both_are(r, lse, {-inf, 2, -inf}, {0, 1, 0});
    in::both_are(r, lse, {in::huge, in::tiny, 0}, {1, 0, 0});
    in::both_are(r, nested, {-inf, -inf, 2}, {0, 0, 1});
    // Where the derivatives are NaN, the values are constants.
    const auto x = launder(tensor<T, dim<3>>{inf, 1, -inf});
    r.check(logsumexp<0>(as<recorded<T>>(x)).data()->value == inf);
    r.check(logsumexp<0>(as<dual<T>>(x)).data()->value == inf);
  });
  tests.executed<float, double>("zeros and signs", []<class T>(report& r) {
    using in = rows<T>;
    const auto f = [](const auto& x) { return sum<0>(relu(x)); };
    in::both_are(r, f, {T(-0.0), T(-0.0), T(-0.0)}, {0, 0, 0});
    in::both_are(r, f, {in::inf, -in::inf, in::tiny}, {1, 0, 1});
    in::both_are(r, f, {-in::tiny, in::least, in::huge}, {0, 1, 1});
    const auto power = [](const auto& x) {
      using math::pow;
      return pow(x(0), x(1)) + x(2);
    };
    in::both_are(r, power, {T(-0.0), 1, T(-0.0)}, {1, 0, 1});
  });
  // A constant, or another operand, does not make the derivatives NaN.
  tests.executed<float, double>("next to an infinity", []<class T>(report& r) {
    using in = rows<T>;
    constexpr T inf = in::inf;
    in::both_are(r, [](const auto& x) { return x(0) * x(1) + x(2) * 3; }, {inf, 2, 1}, {2, inf, 3});
    in::both_are(
        r, [](const auto& x) { return x(0) / x(1) + x(2) / 4; }, {inf, 2, 1}, {0.5, -inf, 0.25});
    in::both_are(r, [](const auto& x) { return mean<0>(x) * 3; }, {inf, 1, 2}, {1, 1, 1});
  });
  tests.executed<float, double>("rows with infinities", []<class T>(report& r) {
    using in = rows<T>;
    using key_mask = keep_mask<dim<2>, dim<3>>;
    const auto smoothed = [](const auto& x) {
      return cross_entropy(x, tensor<int>{1}, {.label_smoothing = 0.1});
    };
    const auto first = [](const auto& x) { return select<0>(softmax(x), 1); };
    const auto masked = [](const auto& x) {
      return select<0>(
          select<0>(masked_softmax(expand<dim<2>, 0>(x), key_mask{{0, 1, 1}, {0, 0, 1}}), 0), 1);
    };
    in::same(r, smoothed, {-in::inf, 1, 2});
    in::same(r, first, {-in::inf, 1, 2});
    in::same(r, masked, {-in::inf, 1, 2});
    in::same(r, masked, {in::inf, 1, in::least});
  });
  // Eps is above the squares, which vanish. Huge rows are no constants.
  tests.executed<float, double>("norms of tiny rows", []<class T>(report& r) {
    using in = rows<T>;
    constexpr T size = std::is_same_v<T, float> ? T(1e30) : T(1e300),
                root = 1 / math::sqrt(T(1e-5));
    const auto centred = [](const auto& x) { return select<0>(layer_norm<0>(x), 0); };
    const auto scaled = [](const auto& x) { return select<0>(rms_norm<0>(x, T(1e-5)), 0); };
    const auto agrees = [&](const auto& f, const typename in::X& x, const typename in::X& slopes) {
      in::same(r, f, x);
      r.check(allclose(gradient(f, launder(x)), slopes));
    };
    for (const T x : {T(0), 1 / size}) {
      agrees(centred, {x, 0, -x}, {2 * root / 3, -root / 3, -root / 3});
      agrees(scaled, {x, 0, -x}, {root, 0, 0});
    }
  });
};
}  // namespace attn_tests::special_values_tests
