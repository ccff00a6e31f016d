// SPDX-License-Identifier: BSL-1.0
// What attn/ops/elementary.hpp promises: attn::math's functions, element by element, bit for bit.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::elementary_tests {
using token = axis<"token", 2>;

// A tensor's function against the scalar's, element by element.
template <class Tensor, class Function, class Scalar>
constexpr void check_against(
    report& r, const Tensor& x, const Function& function, const Scalar& scalar) {
  const auto y = function(x);
  has_type<Tensor>(y);
  bool equal = true;
  for (std::size_t i = 0; i < Tensor::volume; ++i)
    equal = equal && bitwise_equal(y.data()[i], scalar(x.data()[i]));
  r.check(equal);
  r.bits(y);
}

template <class Tensor> constexpr void check_against_the_scalars(report& r, const Tensor& known) {
  using T = typename Tensor::value_type;
  const auto x = launder(known);
  auto positive = x;
  for (T& element : positive) element = element < 0 ? -element : element;
  const auto check = [&r](const auto& t, auto f, auto g) { check_against(r, t, f, g); };
  check(x, [](auto& t) { return attn::erf(t); }, [](T t) { return math::erf(t); });
  check(x, [](auto& t) { return attn::cos(t); }, [](T t) { return math::cos(t); });
  check(x, [](auto& t) { return attn::exp(t); }, [](T t) { return math::exp(t); });
  check(positive, [](auto& t) { return attn::log(t); }, [](T t) { return math::log(t); });
  check(positive, [](auto& t) { return attn::log1p(t); }, [](T t) { return math::log1p(t); });
  check(x, [](auto& t) { return attn::sigmoid(t); }, [](T t) { return math::sigmoid(t); });
  check(x, [](auto& t) { return attn::sin(t); }, [](T t) { return math::sin(t); });
  check(positive, [](auto& t) { return attn::sqrt(t); }, [](T t) { return math::sqrt(t); });
  check(x, [](auto& t) { return attn::tanh(t); }, [](T t) { return math::tanh(t); });
}
template <class Tensor> constexpr void check_against_the_scalars(report& r) {
  check_against_the_scalars(r, filled<Tensor>(Tensor::volume, typename Tensor::value_type(30)));
}

// The power of a tensor has a second operand, the same for all elements.
template <class Tensor> constexpr void check_powers(report& r, const Tensor& known) {
  using T = typename Tensor::value_type;
  const auto x = launder(known);
  check_against(
      r, x, [](auto& t) { return attn::pow(t, -3); }, [](T t) { return math::pow(t, T(-3)); });
  check_against(
      r, multiply(x, x), [](auto& t) { return attn::pow(t, launder(T(0.3))); },
      [](T t) { return math::pow(t, T(0.3)); });
}
template <class Tensor> constexpr void check_powers(report& r) {
  check_powers(r, filled<Tensor>(Tensor::volume, typename Tensor::value_type(30)));
}

// What rises in steps, as positions and distances do, from element to element or only from every
// second one to the next but one: GCC stores vectors of such integers in another way, and exponents,
// signs and quarters of a turn are integers.
template <class T, std::size_t N> constexpr void check_ramp(report& r, T first, T step, T odd) {
  tensor<T, dim<N>> x;
  for (std::size_t i = 0; i < N; ++i) {
    x.data()[i] = i % 2 == 0 ? first : first + odd;
    if (i % 2 == 1) first += step;
  }
  check_against_the_scalars(r, x);
  check_powers(r, x);
}
template <class T, std::size_t N> constexpr void ramps_of_exponents(report& r) {
  constexpr T ln_2 = T(0.6931471805599453);
  check_ramp<T, N>(r, T(0.1), 2 * ln_2, ln_2);
  check_ramp<T, N>(r, T(-0.1), -2 * ln_2, -ln_2);
  check_ramp<T, N>(r, T(0.1), ln_2, T(0));
  check_ramp<T, N>(r, T(0.05), ln_2, ln_2 / 2);  // of its double, in tanh
}
template <class T, std::size_t N> constexpr void ramps_of_angles(report& r) {
  constexpr T quarter = T(1.5707963267948966);
  check_ramp<T, N>(r, T(0.25), 2 * quarter, quarter);
  check_ramp<T, N>(r, T(0.25), quarter, T(-0.125));
  check_ramp<T, N>(r, T(-0.25), -quarter, T(0.125));
}
template <class T, std::size_t N> constexpr void ramps_of_bits(report& r) {
  check_ramp<T, N>(r, T(1), T(1) / T(8), T(1) / T(16));
  check_ramp<T, N>(r, T(1), T(0), T(-2));
  tensor<T, dim<N>> x, y;
  T power = 1, other = 3;
  for (std::size_t i = 0; i < N; ++i) {
    x.data()[i] = power *= 2;
    y.data()[i] = other *= (i % 2 == 0 ? T(1) : T(0.5));
  }
  check_against_the_scalars(r, x);
  check_against_the_scalars(r, y);
  check_powers(r, x);
}

// A row is one vector if the scalar can be vectorised, and not element by element.
inline void went_element_by_element() {}
struct takes_rows {
  template <class V> constexpr V operator()(const V& v) const {
    if constexpr (std::is_arithmetic_v<V>)
      if (std::is_constant_evaluated()) went_element_by_element();
    return v + v;
  }
};
template <class T, std::size_t N> constexpr void rows_are_vectors(report& r) {
  const auto x = launder(filled<tensor<T, dim<N>>>(1, T(8)));
  auto y = x;
  if (std::is_constant_evaluated() && attn::detail::constant::row_scalar<T>)
    attn::detail::constant::elementwise<N>(y.data(), takes_rows{}, x.data());
  else
    y = x + x;
  r.same(y, x + x);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // Sizes that leave a part of every register empty, and those that do not.
  tests.proved<float, double>("shapes", []<class T>(report& r) {
    check_against_the_scalars<tensor<T>>(r);
    check_against_the_scalars<tensor<T, dim<1>>>(r);
    check_against_the_scalars<tensor<T, feature>>(r);
    check_against_the_scalars<matrix<T, 5, 1>>(r);
    check_against_the_scalars<tensor<T, token, dim<1>, dim<1>, feature>>(r);
    check_against_the_scalars<matrix<T, 1, 7>>(r);
    check_against_the_scalars<matrix<T, 4, 4>>(r);
    check_against_the_scalars<tensor<T, dim<17>>>(r);
    check_against_the_scalars<tensor<T, feature, dim<11>>>(r);
    check_against_the_scalars<tensor<T, dim<70>>>(r);  // more than one vector of a constant
  });
  tests.executed("rows are vectors, float", [](report& r) { rows_are_vectors<float, 70>(r); });
  tests.executed("rows are vectors, double", [](report& r) { rows_are_vectors<double, 3>(r); });
  tests.proved("ramps of exponents, float, 4", [](report& r) { ramps_of_exponents<float, 4>(r); });
  tests.proved(
      "ramps of exponents, float, 16", [](report& r) { ramps_of_exponents<float, 16>(r); });
  tests.proved(
      "ramps of exponents, double, 4", [](report& r) { ramps_of_exponents<double, 4>(r); });
  tests.proved(
      "ramps of exponents, double, 16", [](report& r) { ramps_of_exponents<double, 16>(r); });
  tests.proved("ramps of angles, float, 4", [](report& r) { ramps_of_angles<float, 4>(r); });
  tests.proved("ramps of angles, float, 16", [](report& r) { ramps_of_angles<float, 16>(r); });
  tests.proved("ramps of angles, double, 4", [](report& r) { ramps_of_angles<double, 4>(r); });
  tests.proved("ramps of angles, double, 16", [](report& r) { ramps_of_angles<double, 16>(r); });
  tests.proved("ramps of bits, float, 4", [](report& r) { ramps_of_bits<float, 4>(r); });
  tests.proved("ramps of bits, float, 16", [](report& r) { ramps_of_bits<float, 16>(r); });
  tests.proved("ramps of bits, double, 4", [](report& r) { ramps_of_bits<double, 4>(r); });
  tests.proved("ramps of bits, double, 16", [](report& r) { ramps_of_bits<double, 16>(r); });
  // One exponent for each element: the same bits as one by one, at every size that a kernel has.
  tests.executed<float, double>("powers of their own", []<class T>(report& r) {
    const auto check = [&]<class X>(const X& known) {
      const auto x = launder(multiply(known, known));
      const auto y = launder(filled<X>(7, T(3)));
      const auto z = attn::pow(x, y);
      has_type<X>(z);
      for (std::size_t i = 0; i < x.size(); ++i)
        r.same(z.data()[i], math::pow(x.data()[i], y.data()[i]));
      r.same(attn::pow(x, map(y, [](T) { return T(0.3); })), attn::pow(x, T(0.3)));
      r.bits(z);
    };
    check(filled<tensor<T>>(1));
    check(filled<tensor<T, feature>>(2));
    check(filled<matrix<T, 5, 3>>(3));
    check(filled<tensor<T, dim<37>>>(4));
    const tensor<T, column> x{T(-2), T(0), T(1), T(-1)};
    const tensor<T, dim<4>> y{T(3), T(-1), T(0.5), T(-3)};
    const auto special = attn::pow(launder(x), launder(y));
    has_type<tensor<T, column>>(special);
    static_assert(rules::powers_call<tensor<T, column>, tensor<T, dim<4>>>::all::value);
    r.check(special == tensor<T, column>{T(-8), std::numeric_limits<T>::infinity(), T(1), T(-1)});
  });
  tests.proved<float, double>("powers", []<class T>(report& r) {
    check_powers<tensor<T>>(r);
    check_powers<tensor<T, feature>>(r);
    check_powers<matrix<T, 5, 1>>(r);
    check_powers<matrix<T, 4, 4>>(r);
    check_powers<tensor<T, feature, dim<11>>>(r);
    check_powers<tensor<T, dim<70>>>(r);
  });
  // Each in the company of ordinary numbers: a register has one path for all of its lanes.
  tests.executed<float, double>("special values", []<class T>(report& r) {
    using limits = std::numeric_limits<T>;
    constexpr T infinity = limits::infinity();
    const auto x = launder(tensor<T, dim<7>>{0.0, -0.0, infinity, -infinity, 1, 2000, -2000});
    const auto y = attn::exp(x);
    r.check(bitwise_equal(y, {1, 1, infinity, 0.0, math::exp(T(1)), infinity, 0.0}));
    // Where results are subnormal.
    const T low = sizeof(T) == 4 ? T(-100) : T(-740);
    const auto small = attn::exp(launder(tensor<T, dim<3>>{low, 1, low + T(0.25)}));
    r.check(small(0) > 0 && small(0) < limits::min() && small(2) > small(0));
    r.check(bitwise_equal(small, {math::exp(low), math::exp(T(1)), math::exp(low + T(0.25))}));

    const auto z =
        launder(tensor<T, dim<7>>{0.0, -0.0, infinity, 2, 4, limits::denorm_min(), limits::max()});
    const auto root = attn::sqrt(z);
    r.check(bitwise_equal(root, {0.0, -0.0, infinity, math::sqrt(T(2)), 2,
                                    math::sqrt(limits::denorm_min()), math::sqrt(limits::max())}));
    const auto logarithm = attn::log(z);
    r.check(
        bitwise_equal(logarithm, {-infinity, -infinity, infinity, math::log(T(2)), math::log(T(4)),
                                     math::log(limits::denorm_min()), math::log(limits::max())}));
    const auto near_one = attn::log1p(z);
    r.check(bitwise_equal(near_one, {0.0, -0.0, infinity, math::log1p(T(2)), math::log1p(T(4)),
                                        limits::denorm_min(), math::log1p(limits::max())}));
    const auto inverse = attn::pow(x, -1);
    r.check(bitwise_equal(inverse, {infinity, -infinity, 0.0, -0.0, 1, math::pow(T(2000), T(-1)),
                                       math::pow(T(-2000), T(-1))}));
    r.check(bitwise_equal(attn::pow(x, 0), {1, 1, 1, 1, 1, 1, 1}));
    const auto share = attn::sigmoid(x);
    r.check(bitwise_equal(share, {0.5, 0.5, 1, 0.0, math::sigmoid(T(1)), 1, 0.0}));
    const auto bounded = attn::tanh(x);
    r.check(bitwise_equal(bounded, {0.0, -0.0, 1, -1, math::tanh(T(1)), 1, -1}));
    const auto part = attn::erf(x);
    r.check(bitwise_equal(part, {0.0, -0.0, 1, -1, math::erf(T(1)), 1, -1}));
    r.bits(part);
    // Angles of every size.
    const T most = limits::max();
    const auto angles = launder(tensor<T, dim<7>>{0.0, -0.0, most, -most, 1, T(1e7), T(-2e-30)});
    const auto across = attn::cos(angles);
    r.check(bitwise_equal(
        across, {1, 1, math::cos(most), math::cos(most), math::cos(T(1)), math::cos(T(1e7)), 1}));
    const auto up = attn::sin(angles);
    r.check(bitwise_equal(up, {0.0, -0.0, math::sin(most), -math::sin(most), math::sin(T(1)),
                                  math::sin(T(1e7)), T(-2e-30)}));
    r.bits(across);
    r.bits(up);
    r.bits(logarithm);
    r.bits(near_one);
    r.bits(inverse);
    r.bits(share);
    r.bits(bounded);
    r.bits(y);
    r.bits(small);
    r.bits(root);
  });
  tests.executed<float, double>("into an existing tensor", []<class T>(report& r) {
    using type = tensor<T, token, dim<21>>;
    const auto x = launder(map(filled<type>(1), [](T e) { return T(1) + e / 2; }));
    tensor<T, dim<2>, dim<21>> out{};
    const auto check = [&](const auto& wanted) { r.same(out, wanted); };
    cos_into(out, x), check(attn::cos(x));
    erf_into(out, x), check(attn::erf(x));
    exp_into(out, x), check(attn::exp(x));
    log_into(out, x), check(attn::log(x));
    log1p_into(out, x), check(attn::log1p(x));
    sigmoid_into(out, x), check(attn::sigmoid(x));
    sin_into(out, x), check(attn::sin(x));
    sqrt_into(out, x), check(attn::sqrt(x));
    tanh_into(out, x), check(attn::tanh(x));
    tanh_into(out, out), check(attn::tanh(attn::tanh(x)));
    exp_into(out, out), check(attn::exp(attn::tanh(attn::tanh(x))));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(tensor<double, token, feature>{{1, 2, 3}, {0.5, 0.25, 7}});
    r.same(values_of(attn::erf(as_archetype(x))), attn::erf(x));
    r.same(values_of(attn::cos(as_archetype(x))), attn::cos(x));
    r.same(values_of(attn::exp(as_archetype(x))), attn::exp(x));
    r.same(values_of(attn::sin(as_archetype(x))), attn::sin(x));
    r.same(values_of(attn::sqrt(as_archetype(x))), attn::sqrt(x));
    r.same(values_of(attn::log(as_archetype(x))), attn::log(x));
    r.same(values_of(attn::log1p(as_archetype(x))), attn::log1p(x));
    r.same(values_of(attn::pow(as_archetype(x), archetype(1.7))), attn::pow(x, 1.7));
    r.same(values_of(attn::pow(as_archetype(x), as_archetype(x))), attn::pow(x, x));
    r.same(values_of(attn::sigmoid(as_archetype(x))), attn::sigmoid(x));
    r.same(values_of(attn::tanh(as_archetype(x))), attn::tanh(x));
  });
};
}  // namespace attn_tests::elementary_tests
