// SPDX-License-Identifier: BSL-1.0
// The functions of affine<T, N>: each from its value and its first two derivatives, bounded by
// interval.
#pragma once

#include <concepts>
#include <cstddef>

#include <attn/scalars/detail/affine_steps.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
