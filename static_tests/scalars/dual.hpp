// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/dual.hpp promises.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/scalars/dual.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::dual_tests {

using namespace attn;

static_assert(floating_scalar<dual<double, 3>> && tensor_element<dual<float>>);
static_assert(std::is_trivially_copyable_v<dual<double, 16>>);
template <dual<double, 2> X>
inline constexpr double value_in_the_type = X.value;  // structural, as T is
static_assert(value_in_the_type<dual<double, 2>(3)> == 3);

// In constant evaluation a gradient that fills a vector is one: large analyses depend on that.
#if defined(ATTN_VECTORS)
static_assert(detail::is_one_vector<float, 4> && detail::is_one_vector<float, 32>);
static_assert(detail::is_one_vector<double, 2> && detail::is_one_vector<double, 16>);
#endif

// f'(x) against what calculus says; `f` is called with a dual of one lane, and of 16, which in constant
// evaluation are one vector.
template <class T, class F>
constexpr bool derives(report& r, const F& f, T at, T value, T derivative) {
  const auto one = f(dual<T>::variable(launder(at), 0));
  auto x = dual<T, 16>(launder(at));
  for (std::size_t i = 0; i < 16; ++i) x.gradient[i] = static_cast<T>(i);
  const auto many = f(x);
  r.bits(one.value);
  for (std::size_t i = 0; i < 16; ++i) r.bits(many.gradient[i]);
  bool holds = one.value == value && many.value == value;
  holds = holds && allclose(one.gradient[0], derivative);
  for (std::size_t i = 0; i < 16; ++i)
    holds = holds && allclose(many.gradient[i], derivative * static_cast<T>(i));
  return holds;
}

template <class T>
constexpr report elementary_functions() {
  report r;
  using math::cos, math::erf, math::exp, math::log, math::log1p, math::pow, math::sigmoid,
      math::sin, math::sqrt, math::tanh;
  for (const T x : {T(0.3), T(1.75), T(2.5)}) {
    const T root_of_pi = T(1.77245385090551602730);
    const T near_one = T(T(1) + x);
    r.check(derives(r, [](auto a) { return cos(a); }, x, cos(x), T(-sin(x))));
    r.check(derives(r, [](auto a) { return erf(a); }, x, erf(x), 2 / root_of_pi * exp(-x * x)));
    r.check(derives(r, [](auto a) { return exp(a); }, x, exp(x), exp(x)));
    r.check(derives(r, [](auto a) { return log(a); }, x, log(x), 1 / x));
    r.check(derives(r, [](auto a) { return log1p(a); }, x, log1p(x), 1 / near_one));
    r.check(derives(r, [](auto a) { return pow(a, 3); }, x, pow(x, T(3)), 3 * x * x));
    r.check(
        derives(r, [](auto a) { return pow(2, a); }, x, pow(T(2), x), pow(T(2), x) * log(T(2))));
    r.check(derives(r, [](auto a) { return pow(a, a); }, x, pow(x, x), pow(x, x) * (log(x) + 1)));
    r.check(derives(r, [](auto a) { return sigmoid(a); }, x, sigmoid(x), sigmoid(x) * sigmoid(-x)));
    r.check(derives(r, [](auto a) { return sin(a); }, x, sin(x), cos(x)));
    r.check(derives(r, [](auto a) { return sqrt(a); }, x, sqrt(x), T(0.5) / sqrt(x)));
    const T t = tanh(x);
    r.check(derives(r, [](auto a) { return tanh(a); }, x, t, 1 - t * t));
  }
  return r;
}

template <class T>
constexpr report arithmetic() {
  report r;
  for (const T x : {T(0.5), T(-1.75), T(3)}) {
    r.check(derives(r, [](auto a) { return a * a + 3 * a; }, x, x * x + 3 * x, 2 * x + 3));
    r.check(derives(r, [](auto a) { return 1 / a - a; }, x, 1 / x - x, -1 / (x * x) - 1));
    r.check(
        derives(r, [](auto a) { return a / (a + 8); }, x, x / (x + 8), 8 / ((x + 8) * (x + 8))));
    r.check(derives(r, [](auto a) { return -a; }, x, -x, T(-1)));
    r.check(derives(r, [](auto a) { return select(true, a, a * a); }, x, x, T(1)));
    r.check(derives(r, [](auto a) { return max(a, 1); }, x, x > 1 ? x : 1, T(x > 1)));
    r.check(derives(r, [](auto a) { return min(a, 1); }, x, x < 1 ? x : 1, T(x < 1)));
  }
  return r;
}

// In a tie max has the derivative of the second, min of the first; together they lose neither.
constexpr report ties() {
  report r;
  using D = dual<double, 2>;
  const D a = launder(D::variable(3, 0)), b = launder(D::variable(3, 1));
  r.check(identical(max(a, b), b) && identical(min(a, b), a));
  r.check(identical(max(a, b) + min(a, b), a + b));
  const auto zero = launder(tensor<dual<double>, dim<1>>(dual<double>::variable(0, 0)));
  r.check(relu(zero)(0).gradient[0] == 0);
  r.check(softplus(zero)(0).gradient[0] == 0.5);
  r.check(silu(zero)(0).gradient[0] == 0.5);
  r.check(gelu_exact(zero)(0).gradient[0] == 0.5 && gelu_tanh(zero)(0).gradient[0] == 0.5);
  r.bits(softplus(zero)(0).value);
  return r;
}

// What is carried beside them changes no bit of the values.
template <class T>
constexpr report values_have_their_own_bits() {
  report r;
  const auto x = launder(filled<tensor<T, dim<2>, dim<9>>>(4, T(3)));
  tensor<dual<T, 5>, dim<2>, dim<9>> d;
  for (std::size_t i = 0; i < x.size(); ++i) d.data()[i] = dual<T, 5>::variable(x.data()[i], i % 5);
  const auto same = [&](const auto& y, const auto& values) {
    bool equal = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
      equal = equal && bitwise_equal(y.data()[i].value, values.data()[i]);
      r.bits(y.data()[i].gradient[i % 5]);
    }
    return equal;
  };
  r.check(same(exp(d), exp(x)) && same(tanh(d), tanh(x)) && same(sigmoid(d), sigmoid(x)));
  r.check(same(multiply(d, d) - d, multiply(x, x) - x));
  r.check(same(divide(d, d + d), divide(x, x + x)));
  r.check(same(gelu_tanh(d), gelu_tanh(x)) && same(softplus(d), softplus(x)));
  return r;
}

// A dual of duals: the derivative of the derivative.
constexpr report twice() {
  report r;
  using inner = dual<double>;
  using outer = dual<inner>;
  const auto x = launder(outer::variable(inner::variable(1.5, 0), 0));
  const auto cube = x * x * x;
  r.check(cube.value.value == 3.375);
  r.check(cube.gradient[0].value == 6.75 && cube.value.gradient[0] == 6.75);
  r.check(cube.gradient[0].gradient[0] == 9);
  const auto wave = sin(x);
  r.check(bitwise_equal(wave.gradient[0].gradient[0], -math::sin(1.5)));
  r.check(identical(max(x, outer(1)), x));
  r.bits(exp(x).gradient[0].gradient[0]);
  return r;
}

// A constant exponent needs no logarithm of the base, which may be negative or zero.
constexpr report powers_of_what_has_no_logarithm() {
  report r;
  const auto x = launder(dual<double>::variable(-2, 0));
  r.check(pow(x, 3).value == -8 && pow(x, 3).gradient[0] == 12);
  const auto zero = launder(dual<double>::variable(0, 0));
  r.check(pow(zero, 2).gradient[0] == 0 && pow(zero, 1).gradient[0] == 1);
  r.check(pow(zero, 0).value == 1 && pow(zero, 0).gradient[0] == 0);
  r.bits(pow(x, 5).gradient[0]);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"elementary functions, float", elementary_functions<float>},
    {"elementary functions, double", elementary_functions<double>},
    {"arithmetic, float", arithmetic<float>},
    {"arithmetic, double", arithmetic<double>},
    {"ties", ties},
    {"values have their own bits, float", values_have_their_own_bits<float>},
    {"values have their own bits, double", values_have_their_own_bits<double>},
    {"twice", twice},
    {"powers of what has no logarithm", powers_of_what_has_no_logarithm},
};

}  // namespace attn_tests::dual_tests
