// SPDX-License-Identifier: BSL-1.0
// Steps of affine forms: arithmetic and functions, with their rounding errors.
#pragma once

#include <concepts>
#include <cstddef>

#include <attn/detail/directed_rounding.hpp>
#include <attn/math/max.hpp>
#include <attn/scalars/interval.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The steps of affine<T, N>: sums, products and smooth functions of forms, exactly, and what a
// rounding of T adds to their error.
//
//   product   of second order, A B, the parts with slopes: for any t > 0 it is
//             ((A + t B)^2 - (A - t B)^2) / (4 t), of which each square is from 0 to a square
//   function  f(c) + f'(c) (x - c) + f''(..) (x - c)^2 / 2, or f(c) + f'(..) (x - c): the closer
//
// Errors are sums of numbers that are not negative, rounded to nearest. `inflated` is above the
// exact sum. What a step makes of the roundings of its operands follows from the mean value
// theorem: the ranges contain what T computes, the exact numbers, and all between them.

template <std::floating_point T, std::size_t N>
struct affine;
}  // namespace attn
namespace attn::detail {

template <std::floating_point T, std::size_t N>
struct affine_steps {
  using form = affine<T, N>;

  // The form y, whose centre and slopes are sums of rounded products of that total size, of a
  // number in range of which T rounds off at most `rounded_off`, beyond the roundings of y.
  ATTN_ABI static constexpr form finished(form y, const interval<T>& exact, const T& size,
                                          const T& rounded_off = T(0)) {
    if (!form::is_small(exact)) return only(exact);
    y.rounding =
        (math::min)(form::inflated(y.rounding + rounded_off + 4 * least), form::width_of(exact));
    y.error = form::inflated(y.error + rounded_off + detail::rounded(3 * epsilon * size) +
                             T(2 * N + 4) * least);
    const T reach = form::inflated(y.spread + y.error);
    if (!(reach < form::largest)) return only(exact);
    y.range = exact;
    y.range.lower = (math::max)(exact.lower, detail::sum_below(y.center, -reach));
    y.range.upper = (math::min)(exact.upper, detail::sum_above(y.center, reach));
    return y;
  }
  ATTN_ABI static constexpr form only(const interval<T>& x) {
    form y;
    y.error = detail::infinite<T>;
    y.rounding = form::width_of(x);
    y.range = x;
    return y;
  }
  // What a rounding of a number in this range changes: half a last place, or of a subnormal number.
  ATTN_ABI static constexpr T rounding_of(const interval<T>& y, const T& places = T(1)) {
    return form::is_small(y) ? places * (detail::rounded(epsilon * form::magnitude(y)) + least)
                             : T(0);
  }

  ATTN_ABI static constexpr form sum(const form& a, const form& b, const interval<T>& exact,
                                     const T& rounded_off) {
    if (!a.linear() || !b.linear()) return form(exact);
    form y;
    y.center = a.center + b.center;
    y.error = a.error + b.error;
    y.rounding = a.rounding + b.rounding;
    if (a.spread == T(0) || b.spread == T(0)) {
      const form& varying = a.spread == T(0) ? b : a;
      for (std::size_t j = 0; j < N; ++j) y.slope[j] = varying.slope[j];
      y.spread = varying.spread;
    } else {
      for (std::size_t j = 0; j < N; ++j) y.slope[j] = a.slope[j] + b.slope[j];
      y.spread = y.sum_of_slopes();
    }
    return finished(y, exact, form::size_of(y.center) + y.spread, rounded_off);
  }
  ATTN_ABI static constexpr form scaled(const form& a, const T& factor, const interval<T>& exact,
                                        const T& rounded_off) {
    const T by = form::size_of(factor), c = form::size_of(a.center);
    if (!a.linear() || !(by < largest_factor)) return form(exact);
    form y;
    y.center = detail::rounded(a.center * factor);
    if (a.spread > T(0))
      for (std::size_t j = 0; j < N; ++j) y.slope[j] = detail::rounded(factor * a.slope[j]);
    y.error = detail::rounded(by * a.error);
    y.rounding = detail::rounded(by * a.rounding);
    y.spread = form::inflated(detail::rounded(by * a.spread) + T(N) * least);
    return finished(y, exact, detail::rounded(by * c) + y.spread, rounded_off);
  }
  ATTN_ABI static constexpr form product(const form& a, const form& b, const interval<T>& exact,
                                         const T& rounded_off) {
    if (!a.linear() || !b.linear()) return form(exact);
    if (b.constant()) return scaled(a, b.center, exact, rounded_off);
    if (a.constant()) return scaled(b, a.center, exact, rounded_off);
    const T of_a = a.spread, of_b = b.spread;
    const T c = form::size_of(a.center), d = form::size_of(b.center);
    const T reach_a = a.radius(), reach_b = b.radius();
    const T second = detail::rounded(reach_a * reach_b);
    if (!(c < largest_factor && d < largest_factor && reach_a < largest_factor &&
          reach_b < largest_factor))
      return form(exact);
    form y;
    y.center = detail::rounded(a.center * b.center);
    for (std::size_t j = 0; j < N; ++j)
      y.slope[j] = detail::rounded(a.center * b.slope[j]) + detail::rounded(b.center * a.slope[j]);
    const second_order rest = product_of_slopes(a, b, of_a, of_b);
    const T of_errors = detail::rounded(of_a * b.error) + detail::rounded(of_b * a.error) +
                        detail::rounded(a.error * b.error);
    y.error = detail::rounded(c * b.error) + detail::rounded(d * a.error);
    if (rest.radius + of_errors < second) {
      y.center = y.center + rest.center;
      y.error = y.error + rest.radius + of_errors;
    } else {
      y.error = y.error + second;
    }
    const T size =
        detail::rounded(c * d) + detail::rounded(c * of_b) + detail::rounded(d * of_a) + 2 * second;
    y.spread = y.sum_of_slopes();
    y.rounding = detail::rounded(form::magnitude(a.range) * b.rounding) +
                 detail::rounded(form::magnitude(b.range) * a.rounding);
    return finished(y, exact, size, rounded_off);
  }
  // f of a, from its value and its derivative at the centre and the bounds of both derivatives
  // between the centre and any value. T rounds off what it does of a function.
  struct behaviour {
    interval<T> value, slope, slopes, curvature, range;
  };
  ATTN_ABI static constexpr form function(const form& a, const behaviour& f, const T& places) {
    const T reach = a.radius();
    if (!a.linear() || !form::is_small(f.value) || !form::is_small(f.slope) ||
        !(reach < largest_factor) || !(form::magnitude(f.slope) < largest_factor))
      return form(f.range);
    const form value(f.value), steepness(f.slope);
    const T steep = form::size_of(steepness.center);
    // Of second order: by the mean value theorem, or by Taylor's.
    T error = detail::infinite<T>, shift = T(0), size = T(0);
    if (form::is_small(f.slopes) && form::magnitude(f.slopes) < largest_factor)
      error = detail::rounded(form::magnitude(f.slopes - interval<T>(steepness.center)) * reach);
    if (form::is_small(f.curvature) && form::magnitude(f.curvature) < largest_factor &&
        reach < T(0x1p20)) {
      const T square = detail::rounded(reach * reach) / 2;
      const T low = (math::min)(f.curvature.lower, T(0)),
              high = (math::max)(f.curvature.upper, T(0));
      const T by_taylor = form::inflated(detail::rounded(square * ((high - low) / 2)) +
                                         detail::rounded(steepness.error * reach));
      if (by_taylor < error) {
        error = by_taylor;
        shift = detail::rounded(square * ((high + low) / 2));
        size = detail::rounded(square * (high - low));
      }
    }
    if (!(error < form::largest)) return form(f.range);
    form y;
    for (std::size_t j = 0; j < N; ++j) y.slope[j] = detail::rounded(steepness.center * a.slope[j]);
    y.spread = form::inflated(detail::rounded(steep * a.spread) + T(N) * least);
    y.center = value.center + shift;
    y.rounding = form::is_small(f.slopes) ? detail::rounded(form::magnitude(f.slopes) * a.rounding)
                                          : detail::infinite<T>;
    y.error = detail::rounded(steep * a.error) + error + value.error;
    return finished(y, f.range, form::size_of(value.center) + 8 * size + y.spread,
                    rounding_of(f.range, places));
  }
  // 1 / a, exactly.
  ATTN_ABI static constexpr form inverse(const form& a) {
    const interval<T> one(1), x = a.around(), c = a.middle();
    if (!a.linear() || x.contains(0)) return form(one / a.range);
    const interval<T> y = one / x, at = one / c, square = y * y, square_at = at * at;
    return function(a, {at, -square_at, -square, interval<T>(2) * square * y, one / a.range}, T(0));
  }
  // 1 / sqrt(a), exactly.
  ATTN_ABI static constexpr form inverse_root(const form& a) {
    const interval<T> one(1), x = a.around(), c = a.middle();
    if (!a.linear() || !(x.lower > T(0))) return form(one / sqrt(a.range));
    const interval<T> y = one / sqrt(x), at = one / sqrt(c), half(-0.5);
    const interval<T> slopes = half * (y / x);
    return function(
        a, {at, half * (at / c), slopes, interval<T>(-1.5) * (slopes / x), one / sqrt(a.range)},
        T(0));
  }

 private:
  ATTN_ABI static constexpr T epsilon = attn::detail::limits<T>::epsilon;
  ATTN_ABI static constexpr T least = attn::detail::limits<T>::denorm_min;
  // Products of two of these do not overflow.
  ATTN_ABI static constexpr T largest_factor = T(0x1p50);

  // Of the product of what the slopes of a and b add to their centres, A B, with any t > 0:
  // t A B = (A + t B)^2 / 4 - (A - t B)^2 / 4, of which each is between 0 and a square.
  struct second_order {
    T center, radius;
  };
  ATTN_ABI static constexpr second_order product_of_slopes(const form& a, const form& b,
                                                           const T& of_a, const T& of_b) {
    if (of_a == T(0) || of_b == T(0)) return {T(0), T(0)};
    if (!(of_a > T(0x1p-40) && of_b > T(0x1p-40) && of_a < T(0x1p20) && of_b < T(0x1p20)))
      return {T(0), detail::rounded(of_a * of_b)};
    const T t = detail::quotient(of_a, of_b);
    T plus = T(0), minus = T(0);
    for (std::size_t j = 0; j < N; ++j) {
      const T other = detail::rounded(t * b.slope[j]);
      plus = plus + form::size_of(a.slope[j] + other);
      minus = minus + form::size_of(a.slope[j] - other);
    }
    const T rounded_off = 4 * epsilon * of_a;
    plus = form::inflated(plus + rounded_off);
    minus = form::inflated(minus + rounded_off);
    const T high = form::inflated(detail::quotient(detail::rounded(plus * plus), 4 * t));
    const T low = form::inflated(detail::quotient(detail::rounded(minus * minus), 4 * t));
    return {(high - low) / 2, form::inflated((high + low) / 2)};
  }
};

}  // namespace attn::detail

namespace attn {

// The functions of affine<T, N>: each from its value and its first two derivatives, bounded by
// interval.

namespace detail {
// How many times half a last place a function of T may be off: it is 1 ulp, doubled.
template <class T>
ATTN_ABI inline constexpr T function_places = T(4);
}  // namespace detail

template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr affine<T, N> cos(const affine<T, N>& a) {
  const interval<T> x = a.around(), c = a.middle();
  return detail::affine_steps<T, N>::function(a, {cos(c), -sin(c), -sin(x), -cos(x), cos(a.range)},
                                              detail::function_places<T>);
}
template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr affine<T, N> erf(const affine<T, N>& a) {
  const interval<T> x = a.around(), c = a.middle();
  const interval<T> two_over_root_pi(1.1283791670955125, 1.1283791670955127);
  const interval<T> at = two_over_root_pi * exp(-(c * c));
  const interval<T> slopes = two_over_root_pi * exp(-(x * x));
  return detail::affine_steps<T, N>::function(
      a, {erf(c), at, slopes, interval<T>(-2) * x * slopes, erf(a.range)},
      detail::function_places<T>);
}
template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr affine<T, N> exp(const affine<T, N>& a) {
  const interval<T> y = exp(a.around()), at = exp(a.middle());
  return detail::affine_steps<T, N>::function(a, {at, at, y, y, exp(a.range)},
                                              detail::function_places<T>);
}
template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr affine<T, N> log(const affine<T, N>& a) {
  const interval<T> x = a.around(), one(1);
  if (!(x.lower > T(0))) return affine<T, N>(log(a.range));
  const interval<T> y = one / x;
  return detail::affine_steps<T, N>::function(
      a, {log(a.middle()), one / a.middle(), y, -(y * y), log(a.range)},
      detail::function_places<T>);
}
template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr affine<T, N> log1p(const affine<T, N>& a) {
  const interval<T> one(1), x = a.around() + one;
  if (!(x.lower > T(0))) return affine<T, N>(log1p(a.range));
  const interval<T> y = one / x, c = a.middle();
  return detail::affine_steps<T, N>::function(
      a, {log1p(c), one / (c + one), y, -(y * y), log1p(a.range)}, detail::function_places<T>);
}
template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr affine<T, N> sigmoid(const affine<T, N>& a) {
  const interval<T> y = sigmoid(a.around()), at = sigmoid(a.middle()), one(1);
  const interval<T> slopes = assume_at_most(y * (one - y), 0.25);
  return detail::affine_steps<T, N>::function(
      a, {at, at * (one - at), slopes, slopes * (one - interval<T>(2) * y), sigmoid(a.range)},
      detail::function_places<T>);
}
template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr affine<T, N> sin(const affine<T, N>& a) {
  const interval<T> x = a.around(), c = a.middle();
  return detail::affine_steps<T, N>::function(a, {sin(c), cos(c), cos(x), -sin(x), sin(a.range)},
                                              detail::function_places<T>);
}
template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr affine<T, N> sqrt(const affine<T, N>& a) {
  const interval<T> x = a.around(), c = a.middle(), half(0.5);
  if (!(x.lower > T(0))) return affine<T, N>(sqrt(a.range));
  const interval<T> slopes = half / sqrt(x), at = sqrt(c);
  return detail::affine_steps<T, N>::function(
      a, {at, half / at, slopes, -(half * slopes / x), sqrt(a.range)}, detail::function_places<T>);
}
template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr affine<T, N> tanh(const affine<T, N>& a) {
  const interval<T> y = tanh(a.around()), at = tanh(a.middle()), one(1);
  const interval<T> slopes = one - y * y;
  return detail::affine_steps<T, N>::function(
      a, {at, one - at * at, slopes, interval<T>(-2) * y * slopes, tanh(a.range)},
      detail::function_places<T>);
}

}  // namespace attn
ATTN_STRICT_FP_END
