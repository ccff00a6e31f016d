// SPDX-License-Identifier: BSL-1.0
// dual<T, N>: a number and its derivatives with respect to N variables. With this element type,
// every operation and every model also computes the derivatives of its result (forward mode).
//
//   dual<double, 2> x = dual<double, 2>::variable(3, 0);    // 3, and d/dx0 = 1, d/dx1 = 0
//   (x * x).value == 9;   (x * x).gradient[0] == 6;
//
// A number converts to a dual with derivatives of 0. For the gradient of a function of a tensor,
// use forward_gradient(f, x) (scalars/forward_gradient.hpp). T is float, double, a dual, for second
// derivatives, or an interval, for bounds of the derivatives for all inputs of a box
// (scalars/monotone_in.hpp).
//
// The values have the bits that T alone would give: the derivatives do not affect them. Every
// product that is an operand of an addition is rounded separately, so the derivatives also have
// equal bits at compile time and at run time.
// Accuracy: that of the formula of each derivative in T; it is stated at the functions.
// Special values: max of two equal numbers has the derivative of the second, min that of the first;
// so relu'(0) = 0, as in PyTorch, and abs'(0) as min(x, -x) has it is 1. log and sqrt at 0, and a
// division by 0, have an infinite derivative, and so do not compile as constants.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <attn/detail/lanes.hpp>
#include <attn/detail/row_bounds.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/element_functions.hpp>
#include <attn/scalars/analysis_scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T, std::size_t N = 1>
struct dual;
template <class T, std::size_t N>
inline constexpr bool is_analysis_scalar<dual<T, N>> = true;
template <std::floating_point T>
struct interval;
template <std::floating_point T, std::size_t N>
struct affine;

namespace detail {

// What a dual of duals of … is in the end: the number that max and min look at.
template <class T>
ATTN_ABI constexpr const T& primal(const T& x) {
  return x;
}
template <class T, std::size_t N>
ATTN_ABI constexpr auto primal(const dual<T, N>& x) {
  return primal(x.value);
}

// What depends on the value of a number. Of bounds, both answers may be possible: without
// scalars/detail/dual_of_bounds.hpp, a dual of intervals or of affine forms does not compile.
template <class T>
struct branches {
  ATTN_ABI static constexpr bool is_zero(const T& x) { return primal(x) == 0; }
  // The derivatives of max(a, b) and of min(a, b).
  template <class D>
  ATTN_ABI static constexpr auto of_max(const D& a, const D& b) {
    const auto of_a = primal(a), of_b = primal(b);
    return of_a > of_b || of_a != of_a ? a.gradient : b.gradient;
  }
  template <class D>
  ATTN_ABI static constexpr auto of_min(const D& a, const D& b) {
    const auto of_a = primal(a), of_b = primal(b);
    return of_b < of_a || of_b != of_b ? b.gradient : a.gradient;
  }
};

template <std::floating_point T>
struct branches<interval<T>>;
template <std::floating_point T, std::size_t N>
struct branches<affine<T, N>>;
template <std::floating_point T, std::size_t N>
struct row_bounds<dual<interval<T>, N>>;
template <std::floating_point T, std::size_t Inputs, std::size_t N>
struct row_bounds<dual<affine<T, Inputs>, N>>;

// 2 / sqrt(pi); of bounds, bounds of it.
template <class T>
ATTN_ABI inline constexpr T two_over_root_pi = T(1.12837916709551257390);

// Whether the value or some derivative, of any order, is NaN.
template <class T>
ATTN_ABI constexpr bool has_nan(const T& x) {
  return x != x;
}
template <class T, std::size_t N>
ATTN_ABI constexpr bool has_nan(const dual<T, N>& x) {
  for (std::size_t i = 0; i < N; ++i)
    if (has_nan(x.gradient[i])) return true;
  return has_nan(x.value);
}

// Whether some derivative, of any order, is not 0.
template <class T>
ATTN_ABI constexpr bool varies(const T&) {
  return false;
}
template <class T, std::size_t N>
ATTN_ABI constexpr bool varies(const dual<T, N>& x) {
  for (std::size_t i = 0; i < N; ++i)
    if (varies(x.gradient[i]) || !branches<T>::is_zero(x.gradient[i])) return true;
  return varies(x.value);
}

}  // namespace detail

template <class T, std::size_t N>
struct dual {
  T value{};
  detail::lanes<T, N> gradient{};

  ATTN_ABI constexpr dual() = default;
  // A constant: no variable changes it. Implicit, as 2 is in x * 2.
  template <class U>
    requires std::is_arithmetic_v<U> || std::is_same_v<U, T>
  ATTN_ABI constexpr dual(const U& constant) : value(static_cast<T>(constant)) {}
  ATTN_ABI constexpr dual(const T& of_value, const detail::lanes<T, N>& of_gradient)
      : value(of_value), gradient(of_gradient) {}

  // The variable number i.
  ATTN_ABI static constexpr dual variable(const T& value, std::size_t i) {
    dual x(value);
    x.gradient[i] = T(1);
    return x;
  }

  // The same value and derivatives, as objects: see analysis_scalar.hpp, as for == and conversions.
  ATTN_ABI friend constexpr bool identical(const dual& a, const dual& b) {
    for (std::size_t i = 0; i < N; ++i)
      if (!detail::same_number(a.gradient[i], b.gradient[i])) return false;
    return detail::same_number(a.value, b.value);
  }
  ATTN_REJECT_CONVERSION(dual, "a dual", "analysis would end; to read a result: x.value")

  ATTN_ABI friend constexpr dual operator+(const dual& a, const dual& b) {
    return {a.value + b.value, each_lane([](const auto& da, const auto& db) { return da + db; },
                                         a.gradient, b.gradient)};
  }
  ATTN_ABI friend constexpr dual operator-(const dual& a, const dual& b) {
    return {a.value - b.value, each_lane([](const auto& da, const auto& db) { return da - db; },
                                         a.gradient, b.gradient)};
  }
  ATTN_ABI friend constexpr dual operator-(const dual& a) {
    return {-a.value, each_lane([](const auto& da) { return -da; }, a.gradient)};
  }
  // a' b + b' a
  ATTN_ABI friend constexpr dual operator*(const dual& a, const dual& b) {
    using detail::rounded;
    return {rounded(T(a.value * b.value)),
            each_lane(
                [&]<class V>(const V& da, const V& db) {
                  return V(rounded(V(da * b.value)) + rounded(V(db * a.value)));
                },
                a.gradient, b.gradient)};
  }
  // (a' - b' q) / b, where q = a / b
  ATTN_ABI friend constexpr dual operator/(const dual& a, const dual& b) {
    using detail::rounded, detail::quotient, detail::splat;
    const T q = quotient(a.value, b.value);
    return {q, each_lane(
                   [&]<class V>(const V& da, const V& db) {
                     return quotient(V(da - rounded(V(db * q))), splat<V>(b.value));
                   },
                   a.gradient, b.gradient)};
  }

  // The one of the two that it is, with its derivatives; its value as math::max says of zeros.
  ATTN_ABI friend constexpr dual max(const dual& a, const dual& b) {
    using math::max;
    return {max(a.value, b.value), detail::branches<T>::of_max(a, b)};
  }
  ATTN_ABI friend constexpr dual min(const dual& a, const dual& b) {
    using math::min;
    return {min(a.value, b.value), detail::branches<T>::of_min(a, b)};
  }
  ATTN_ABI friend constexpr dual select(bool keep, const dual& a, const dual& b) {
    return keep ? a : b;
  }

  ATTN_ABI friend constexpr dual cos(const dual& a) {
    using math::cos, math::sin;
    return chain(cos(a.value), T(-sin(a.value)), a);
  }
  // 2 / sqrt(pi) exp(-x^2)
  ATTN_ABI friend constexpr dual erf(const dual& a) {
    using math::erf, math::exp;
    const T square = detail::rounded(T(a.value * a.value));
    return chain(erf(a.value), T(exp(T(-square)) * detail::two_over_root_pi<T>), a);
  }
  ATTN_ABI friend constexpr dual exp(const dual& a) {
    using math::exp;
    const T y = exp(a.value);
    return chain(y, y, a);
  }
  ATTN_ABI friend constexpr dual log(const dual& a) {
    using math::log;
    return chain(log(a.value), detail::quotient(T(1), a.value), a);
  }
  ATTN_ABI friend constexpr dual log1p(const dual& a) {
    using math::log1p;
    return chain(log1p(a.value), detail::quotient(T(1), T(a.value + T(1))), a);
  }
  // y x^(y - 1), and where the exponent varies x^y log x.
  ATTN_ABI friend constexpr dual pow(const dual& a, const dual& b) {
    using math::log, math::pow;
    const T y = pow(a.value, b.value);
    const bool flat = detail::branches<T>::is_zero(b.value);
    const T slope = flat ? T(0) : T(b.value * pow(a.value, T(b.value - T(1))));
    const dual by_base = chain(y, slope, a);
    if (!detail::varies(b)) return by_base;
    return by_base + chain(T(0), T(y * log(a.value)), b);
  }
  // s (1 - s), from two functions so that no digit of 1 - s is lost.
  ATTN_ABI friend constexpr dual sigmoid(const dual& a) {
    using math::sigmoid;
    const T y = sigmoid(a.value);
    return chain(y, T(y * sigmoid(T(-a.value))), a);
  }
  ATTN_ABI friend constexpr dual sin(const dual& a) {
    using math::cos, math::sin;
    return chain(sin(a.value), cos(a.value), a);
  }
  ATTN_ABI friend constexpr dual sqrt(const dual& a) {
    using math::sqrt;
    const T y = sqrt(a.value);
    return chain(y, detail::quotient(T(1), T(y + y)), a);
  }
  // (1 - t) (1 + t): near ±1 its error is some ulp of 1, not of itself.
  ATTN_ABI friend constexpr dual tanh(const dual& a) {
    using math::tanh;
    const T y = tanh(a.value);
    return chain(y, T(T(T(1) - y) * T(T(1) + y)), a);
  }

 private:
  ATTN_ABI static constexpr dual chain(const T& y, const T& slope, const dual& a) {
    return {y, each_lane([&]<class V>(const V& da) { return detail::rounded(V(da * slope)); },
                         a.gradient)};
  }
};

}  // namespace attn
ATTN_STRICT_FP_END

// The numbers of T: without this, lowest() and epsilon() of an element would be 0.
namespace std {
template <class T, std::size_t N>
struct numeric_limits<attn::dual<T, N>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;  // no arithmetic type
};
}  // namespace std
