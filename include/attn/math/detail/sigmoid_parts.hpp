// SPDX-License-Identifier: BSL-1.0
// What sigmoid is made of, for a V of detail/vector.hpp, lane by lane.
#pragma once

#include <attn/detail/element.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/exp_parts.hpp>
#include <attn/math/exp.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math::detail {

// sigmoid(-|x|)
template <class V>
ATTN_INLINE constexpr V sigmoid_below_zero(const V& x) {
  using attn::detail::at_most, attn::detail::rounded, attn::detail::splat;
  using T = attn::detail::element_of<V>;
  constexpr T vanishes = -exp_constants<T>::lowest;

  const V a = at_most(flipped(x, sign_of(x)), rounded(splat<V>(vanishes)));
  const V one = splat<V>(T(1));

  // exp(a) = 2^k (1 + s); 2^-k is made of two factors, as its last product may be subnormal.
  const auto e = exp_in_parts(a);
  const auto half = e.k >> 1;
  const V scale = power_of_two<V>(-half);
  const V rest = power_of_two<V>(half - e.k);
  // 2^-k + (1 + s), which is at least 1/2
  const auto first = sum_in_parts(one, rounded(scale * rest));
  const auto sum = sum_in_parts(first.high, e.s);
  const V inverse = reciprocal(parts<V>{sum.high, first.low + sum.low});
  return rounded(rounded(inverse * scale) * rest);
}
// Of x and of -x: of both for little more than of one.
template <class V>
struct two_sigmoids {
  V of_x, of_minus_x;
};
template <class V>
ATTN_INLINE constexpr two_sigmoids<V> sigmoid_of_both(const V& x) {
  using attn::detail::select_less, attn::detail::splat;
  using T = attn::detail::element_of<V>;
  const V zero = splat<V>(T(0));
  const V t = sigmoid_below_zero(x), other = splat<V>(T(1)) - t;
  return {select_less(x, zero, t, other), select_less(zero, x, t, other)};
}

}  // namespace attn::math::detail
ATTN_STRICT_FP_END
