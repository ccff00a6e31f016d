// SPDX-License-Identifier: BSL-1.0
// What attn/learning/recorded.hpp promises.
#pragma once

#include <attn/learning/gradient.hpp>
#include <attn/learning/recorded.hpp>
#include <attn/ops/slice.hpp>
#include <attn/scalars/analysis_scalar.hpp>
#include <limits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::recorded_tests {

using namespace attn;

constexpr report constants() {
  report r;
  const recorded<double> two = launder(2.0), three = 3;
  r.check((two * three - 1 / two).value == 5.5 && (two * three).adjoint == nullptr);
  r.check(math::max(two, three).value == 3 && math::min(two, three).value == 2);
  r.check(identical(two + 1, three) && !identical(two, three));
  r.check(std::numeric_limits<recorded<double>>::lowest() == std::numeric_limits<double>::lowest());
  static_assert(is_analysis_scalar<recorded<float>> && scalar<recorded<float>>);
  static_assert(!std::numeric_limits<recorded<double>>::is_specialized);
  // A tensor of them, without a record, computes as one of numbers.
  tensor<recorded<double>, dim<2>> x{two, three};
  const tensor<recorded<double>, dim<2>> y = x + x * 2;
  r.check(y(0).value == 6 && y(1).value == 9);
  x(1) = y(0);
  r.check(x(1).value == 6 && tensor<recorded<double>>(two).data()->value == 2);
  r.bits((two / three).value);
  return r;
}

// Every function of one element, with the derivative of dual.
constexpr report functions_of_elements() {
  report r;
  using X = tensor<double, dim<2>>;
  const X x = launder(X{0.75, 0.5});
  const auto check = [&](const auto& f) {
    const X slopes = gradient([&](const auto& v) { return f(v(0), v(1)); }, x);
    using D = dual<double, 2>;
    const D y = f(D::variable(x(0), 0), D::variable(x(1), 1));
    r.check(slopes(0) == y.gradient[0] && slopes(1) == y.gradient[1]);
    r.bits(slopes);
  };
  using namespace math;
  check([](const auto& a, const auto& b) { return a + b; });
  check([](const auto& a, const auto& b) { return a - b; });
  check([](const auto& a, const auto& b) { return a * b; });
  check([](const auto& a, const auto& b) { return a / b; });
  check([](const auto& a, const auto& b) { return max(a, b); });
  check([](const auto& a, const auto& b) { return min(a, b); });
  check([](const auto& a, const auto& b) { return pow(a, b); });
  check([](const auto& a, const auto&) { return pow(a, 3.0); });
  check([](const auto& a, const auto& b) { return select(true, a, b); });
  check([](const auto& a, const auto&) { return -a; });
  check([](const auto& a, const auto&) { return cos(a); });
  check([](const auto& a, const auto&) { return erf(a); });
  check([](const auto& a, const auto&) { return exp(a); });
  check([](const auto& a, const auto&) { return log(a); });
  check([](const auto& a, const auto&) { return log1p(a); });
  check([](const auto& a, const auto&) { return sigmoid(a); });
  check([](const auto& a, const auto&) { return sin(a); });
  check([](const auto& a, const auto&) { return sqrt(a); });
  check([](const auto& a, const auto&) { return tanh(a); });
  return r;
}

// An element that is used twice gets both contributions, and tensors that were copied, assigned or
// put together from elements are what they are made of.
constexpr report tensors_and_elements() {
  report r;
  using X = tensor<double, dim<3>>;
  const X x = launder(X{2, 3, 5});
  const auto f = [](const auto& v) {
    auto copy = v;
    copy(0) = v(1) * v(1);
    auto other = copy;
    other = v + copy;  // {2 + 9, 6, 10}
    return sum<0>(multiply(other, copy)) + sum<0>(narrow<0, 1>(v, 2));
  };
  const auto both = value_and_gradient(f, x);
  // (x0 + x1^2) x1^2 + 2 x1^2 + 2 x2^2 + x2
  r.check(both.value == 11 * 9 + 2 * 9 + 2 * 25 + 5);
  r.check(both.gradient == X{9, 2 * 2 * 3 + 4 * 27 + 4 * 3, 4 * 5 + 1});
  r.bits(both.gradient);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"constants", constants},
    {"functions of elements", functions_of_elements},
    {"tensors and elements", tensors_and_elements},
};

}  // namespace attn_tests::recorded_tests
