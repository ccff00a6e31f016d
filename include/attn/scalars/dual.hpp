// SPDX-License-Identifier: BSL-1.0
// What scalars/dual.hpp asks of the numbers that a dual is made of: floating-point numbers, duals
// of them, or bounds, for which scalars/detail/dual_of_bounds.hpp answers.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/detail/lanes.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/math/element_functions.hpp>
#include <attn/scalars/analysis_scalar.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <detail::not_narrower_than_int T, std::size_t N = 1>
struct dual;
template <class T, std::size_t N>
inline constexpr bool is_analysis_scalar<dual<T, N>> = true;
#if defined(ATTN_FUSED)
template <class T, std::size_t N>
inline constexpr bool detail::fuses<dual<T, N>> = detail::fuses<T>;
#endif
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
  // Of x^0, x^1, …, for x = 0.
  ATTN_ABI static constexpr bool is_power_of_zero(const T& x, const T& power) {
    return primal(x) == 0 && primal(power) <= 1;
  }
  ATTN_ABI static constexpr bool is_nan(const T& x) { return x != x; }
  // Bounds are taken to be finite.
  ATTN_ABI static constexpr bool is_finite(const T& x) {
    if (std::is_constant_evaluated()) return limits<T>::lowest <= x && x <= limits<T>::max;
    return x - x == T(0);  // inf - inf is NaN, and no constant
  }
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

// 2 / sqrt(pi). Of bounds, bounds of it.
template <class T>
ATTN_ABI inline constexpr T two_over_root_pi = T(1.12837916709551257390);

// Whether the value or some derivative, of any order, is NaN.
template <class T>
ATTN_ABI constexpr bool has_nan(const T& x) {
  return branches<T>::is_nan(x);
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

// Whether the value and all derivatives, of any order, are finite.
template <class T>
ATTN_ABI constexpr bool all_finite(const T& x) {
  return branches<T>::is_finite(x);
}
template <class T, std::size_t N>
ATTN_ABI constexpr bool all_finite(const dual<T, N>& x) {
  for (std::size_t i = 0; i < N; ++i)
    if (!all_finite(x.gradient[i])) return false;
  return all_finite(x.value);
}

// A derivative that is 0 stays 0 where the slope is infinite: what does not depend on a variable
// has the derivative 0 next to any other. (It is NaN next to a NaN, which no derivative may hide.)
template <class T>
ATTN_ABI constexpr bool stays_zero(const T& derivative, const T& slope) {
  return branches<T>::is_zero(derivative) && !varies(derivative) && !has_nan(slope);
}

}  // namespace detail

// dual<T, N>: a number and its derivatives with respect to N variables. With this element type,
// every operation and every model also computes the derivatives of its result (forward mode).
//
//   dual<double, 2> x = dual<double, 2>::variable(3, 0);    // 3, and d/dx0 = 1, d/dx1 = 0
//   (x * x).value == 9;   (x * x).gradient[0] == 6;
//
// A number converts to a dual with derivatives of 0. For the gradient of a function of a tensor,
// use forward_gradient(f, x) (scalars/dual.hpp). T is float, double, a dual, for second
// derivatives, or an interval, for bounds of the derivatives for all inputs of a box
// (scalars/monotone_in.hpp); not bool or an integer narrower than int, whose sums wrap around.
//
// The values have the bits that T alone would give: the derivatives do not affect them. Every
// product that is an operand of an addition is rounded separately, so the derivatives also have
// equal bits at compile time and at run time.
// Accuracy: the accuracy of the formula of each derivative in T. It is stated at the functions.
// Special values: the special values of T. max of two equal numbers has the derivative of the
// second, min the derivative of the first. So relu'(0) = 0, as in PyTorch, and abs'(0) as min(x,
// -x) has it is 1. log and sqrt at 0, and a division by 0, have an infinite derivative, and so do
// not compile as constants. Next to an infinite slope a derivative of 0 stays 0, and a constant
// factor or divisor has no part in the derivatives: a variable on which a result does not depend
// has the derivative 0. A NaN slope makes all derivatives NaN. The derivative of 0^y by y is 0
// where 0^y is finite, as in PyTorch.

template <detail::not_narrower_than_int T, std::size_t N>
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
    const T y = rounded(T(a.value * b.value));
    if (!detail::all_finite(y)) return {y, sum_of(times(b.value, a), times(a.value, b))};
    return {y, each_lane(
                   [&]<class V>(const V& da, const V& db) {
                     return V(rounded(V(da * b.value)) + rounded(V(db * a.value)));
                   },
                   a.gradient, b.gradient)};
  }
  // (a' - b' q) / b, where q = a / b
  ATTN_ABI friend constexpr dual operator/(const dual& a, const dual& b) {
    using detail::rounded, detail::quotient, detail::splat;
    const T q = quotient(a.value, b.value);
    if (!detail::all_finite(q)) {
      dual y(q, sum_of(a, times(T(-q), b)));
      for (T& derivative : y.gradient.data)
        if (!detail::stays_zero(derivative, b.value)) derivative = quotient(derivative, b.value);
      return y;
    }
    return {q, each_lane(
                   [&]<class V>(const V& da, const V& db) {
                     return quotient(V(da - rounded(V(db * q))), splat<V>(b.value));
                   },
                   a.gradient, b.gradient)};
  }

  // The one of the two that it is, with its derivatives. Its value as math::max says of zeros.
  ATTN_ABI friend constexpr dual(max)(const dual& a, const dual& b) {
    return {(math::max)(a.value, b.value), detail::branches<T>::of_max(a, b)};
  }
  ATTN_ABI friend constexpr dual(min)(const dual& a, const dual& b) {
    return {(math::min)(a.value, b.value), detail::branches<T>::of_min(a, b)};
  }
  ATTN_ABI friend constexpr dual select(bool keep, const dual& a, const dual& b) {
    return keep ? a : b;
  }

  // See math/detail/polynomial.hpp.
  ATTN_ABI friend constexpr dual positive_part(const dual& a) {
    using detail::positive_part;
    return {positive_part(a.value), detail::branches<T>::of_max(a, dual(0))};
  }
  ATTN_ABI friend constexpr dual kept_finite(const dual& a) {
    using detail::kept_finite;
    const T kept = kept_finite(a.value);
    return detail::same_number(kept, a.value) ? a : dual(kept);
  }
  ATTN_ABI friend constexpr dual zero_times(const dual& a) {
    return detail::all_finite(a.value) ? dual(0) : a * dual(0);
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
    const T y = log(a.value);
    if (detail::branches<T>::is_zero(a.value) && !detail::varies(a)) return y;  // not divided by 0
    return chain(y, detail::quotient(T(1), a.value), a);
  }
  ATTN_ABI friend constexpr dual log1p(const dual& a) {
    using math::log1p;
    return chain(log1p(a.value), detail::quotient(T(1), T(a.value + T(1))), a);
  }
  // y x^(y - 1), and where the exponent varies x^y log x, or 0 for 0^y that is finite.
  ATTN_ABI friend constexpr dual pow(const dual& a, const dual& b) {
    using math::log, math::pow;
    const T y = pow(a.value, b.value);
    const bool flat = detail::branches<T>::is_zero(b.value);
    const T slope = flat ? T(0) : T(b.value * pow(a.value, T(b.value - T(1))));
    const dual by_base = chain(y, slope, a);
    if (!detail::varies(b)) return by_base;
    const bool constant = detail::branches<T>::is_power_of_zero(a.value, y);
    const T by_exponent = constant ? T(0) : T(y * log(a.value));
    return {y, sum_of(by_base, chain(y, by_exponent, b))};
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
    if (detail::all_finite(slope))
      return {y, each_lane([&]<class V>(const V& da) { return detail::rounded(V(da * slope)); },
                           a.gradient)};
    dual of_y(y, a.gradient);
    for (T& derivative : of_y.gradient.data)
      if (!detail::stays_zero(derivative, slope))
        derivative = detail::rounded(T(derivative * slope));
    return of_y;
  }
  ATTN_ABI static constexpr detail::lanes<T, N> sum_of(const dual& a, const dual& b) {
    return each_lane([](const auto& da, const auto& db) { return da + db; }, a.gradient,
                     b.gradient);
  }
  // The derivatives of a, times a factor. A constant has none, whatever the factor is.
  ATTN_ABI static constexpr dual times(const T& factor, const dual& a) {
    return detail::varies(a) ? chain(factor, factor, a) : dual(factor);
  }
};

}  // namespace attn

// The numbers of T: without this, lowest() and epsilon() of an element would be 0.
namespace std {
template <class T, std::size_t N>
struct numeric_limits<attn::dual<T, N>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;  // no arithmetic type
};
}  // namespace std

namespace attn {

// The gradient in forward mode: by evaluating a function with duals, without a backward pass.
//
//   forward_gradient(f, x)     of f(x), one number: a tensor with the axes of x
//   value_of(y)                the values of a tensor of duals
//
// f is a generic lambda, called with a tensor of dual<T, …> with the axes of x. All other operands
// are constants, converted with type_as(k, x):
//
//   forward_gradient([&](const auto& x) { return sum<0>(matmul(x, type_as(k, x))); }, x)
//
// (axes) -> (axes). f is evaluated once for every 32 elements of x. gradient(f, x), in reverse mode
// (learning/gradient.hpp), costs a few evaluations whatever their number. For a function that
// returns a tensor, see scalars/jacobian.hpp.
// Rules: gives_one_number, for the result of f; floating_point_element.
// Accuracy: the accuracy of dual.hpp. The values are bit for bit the values of f with T itself.
// Special values: a NaN does not compile as a constant.

namespace detail {

// How many variables go together: all, if they are few, or else as many as fill a vector of the
// constant evaluator's. More would make every element larger than the stack likes.
template <std::size_t Volume>
inline constexpr std::size_t gradient_lanes = Volume < 16    ? Volume
                                              : Volume == 16 ? 16
                                                             : 32;

// x, whose elements from `first` on are the variables 0, 1, ….
template <std::size_t Lanes, class T, class... Axes>
ATTN_ABI constexpr auto seeded(const tensor<T, Axes...>& x, std::size_t first) {
  tensor<dual<T, Lanes>, Axes...> seeds(uninitialized);
  for (std::size_t i = 0; i < x.size(); ++i) seeds.data()[i] = dual<T, Lanes>(x.data()[i]);
  for (std::size_t l = 0; l < Lanes && first + l < x.size(); ++l)
    seeds.data()[first + l].gradient[l] = T(1);
  return seeds;
}

// What f makes of x with that many derivatives: nothing, if another rule has rejected x.
template <bool Asked, class F, class X, std::size_t Lanes = gradient_lanes<X::volume>>
struct result_with_derivatives {
  using type = void;
};
template <class F, class T, class... Axes, std::size_t Lanes>
struct result_with_derivatives<true, F, tensor<T, Axes...>, Lanes> {
  using type = std::remove_cvref_t<decltype(std::declval<const F&>()(
      std::declval<const tensor<dual<T, Lanes>, Axes...>&>()))>;
};

// A dual number, or a tensor without axes that holds one.
template <class T, std::size_t N>
ATTN_ABI constexpr const dual<T, N>& only_element(const dual<T, N>& y) {
  return y;
}
template <class T, std::size_t N>
ATTN_ABI constexpr const dual<T, N>& only_element(const tensor<dual<T, N>>& y) {
  return *y.data();
}

// Vectors let a NaN pass in constant evaluation.
template <class T>
ATTN_ABI constexpr T checked_derivative(const T& x) {
  if (std::is_constant_evaluated() && has_nan(x)) constant::constant_is_not_a_number();
  return x;
}

template <class Y>
inline constexpr bool is_tensor_of_duals = false;
template <class T, std::size_t N, class... Axes>
inline constexpr bool is_tensor_of_duals<tensor<dual<T, N>, Axes...>> = true;

}  // namespace detail

namespace rules {
template <class Y>
struct gives_one_number<operand<Y>> {
  static constexpr bool value = requires(const Y& y) { attn::detail::only_element(y); };
};
template <class Y>
struct gives_a_tensor<operand<Y>> {
  static constexpr bool value = attn::detail::is_tensor_of_duals<Y>;
};
template <class F, class X>
struct forward_gradient_call : floating_call<X> {
  using differentiable = typename floating_call<X>::all;
  using result = typename attn::detail::result_with_derivatives<differentiable::value, F, X>::type;
  using one_number = gives_one_number<operand<result>>;
  using all = in_order<differentiable, one_number>;
};
}  // namespace rules

namespace detail {
// The caller has asked the rules.
template <class F, class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> differentiated(const F& f, const tensor<T, Axes...>& x) {
  constexpr std::size_t lanes = gradient_lanes<shape<Axes...>::volume>;
  tensor<T, Axes...> result{};
  for (std::size_t first = 0; first < x.size(); first += lanes) {
    const auto y = f(seeded<lanes>(x, first));
    const auto& only = only_element(y);
    for (std::size_t l = 0; l < lanes && first + l < x.size(); ++l)
      result.data()[first + l] = checked_derivative(only.gradient[l]);
  }
  return result;
}
}  // namespace detail

template <class F, class T, class... Axes>
ATTN_ABI constexpr auto forward_gradient(const F& f, const tensor<T, Axes...>& x) {
  using call = rules::forward_gradient_call<F, tensor<T, Axes...>>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::forward_gradient(f, x)");
  ATTN_REQUIRE(
      call, one_number,
      "attn::forward_gradient(f, x): f must return one number, such as sum<0>(…); of a tensor "
      "there is a jacobian(f, x)");
  if constexpr (call::all::value)
    return detail::differentiated(f, x);
  else
    return x;
}

template <class T, std::size_t N, class... Axes>
ATTN_ABI constexpr auto value_of(const tensor<dual<T, N>, Axes...>& y) {
  return detail::generated<tensor<T, Axes...>>([&](std::size_t i) { return y.data()[i].value; });
}

}  // namespace attn
ATTN_STRICT_FP_END
