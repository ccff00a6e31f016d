// SPDX-License-Identifier: BSL-1.0
// What pow is made of: products of sums of two parts, and a logarithm with 10 binary digits more
// than a number holds, in double 15. For a V of detail/vector.hpp.
#pragma once

#include <type_traits>

#include <attn/detail/vector.hpp>
#include <attn/math/detail/exp_parts.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math::detail {

// a b rounded, and what was lost (Dekker).
template <class V>
ATTN_INLINE constexpr parts<V> product_in_parts(const V& a, const V& b) {
  const V a1 = upper_half(a), a2 = a - a1;
  const V b1 = upper_half(b), b2 = b - b1;
  const V high = rounded(a * b);
  const V low = ((rounded(a1 * b1) - high) + rounded(a1 * b2)) + rounded(a2 * b1);
  return {high, low + rounded(a2 * b2)};
}
template <class V>
ATTN_INLINE constexpr parts<V> product_in_parts(const parts<V>& a, const parts<V>& b) {
  const parts<V> p = product_in_parts(a.high, b.high);
  return {p.high, p.low + (rounded(a.high * b.low) + rounded(a.low * b.high))};
}

// c.high + c.low + b, for a constant c that is larger than b.
template <class V>
ATTN_INLINE constexpr parts<V> constant_plus(const parts<element_of<V>>& c, const parts<V>& b) {
  const parts<V> sum = sum_in_parts(splat<V>(c.high), b.high);
  return {sum.high, sum.low + (b.low + c.low)};
}

// Q(z) = 1/3 + z/5 + z^2/7 + ..., with log((1 + s) / (1 - s)) = 2 (s + s z Q(z)) and z = s^2. The
// first term, in double the first two, in two parts; for the rest the digits of a V will do.
template <class V>
ATTN_INLINE constexpr parts<V> log_series(const parts<V>& square) {
  const V z = square.high;
  const V z2 = rounded(z * z);
  if constexpr (std::is_same_v<element_of<V>, float>) {
    const V p01 = rounded(z * 0x1.245296p-3f) + 0x1.999a00p-3f;
    const V p = p01 + rounded(z2 * 0x1.df9d70p-4f);
    return constant_plus({0x1.555556p-2f, -0x1.555556p-27f}, parts<V>{rounded(z * p), V{}});
  } else {
    const V z4 = rounded(z2 * z2);
    const V p01 = rounded(z * 0x1.c71c71c6f1118p-4) + 0x1.24924924924f2p-3;
    const V p23 = rounded(z * 0x1.3b13959713ebcp-4) + 0x1.745d1778bb1f4p-4;
    const V p45 = rounded(z * 0x1.df6d98128c725p-5) + 0x1.1118f853dc42bp-4;
    const V p46 = p45 + rounded(z2 * 0x1.e0f1577af1b17p-5);
    const V p = (p01 + rounded(p23 * z2)) + rounded(p46 * z4);
    const parts<V> fifth = constant_plus({0x1.999999999999ap-3, -0x1.999999999999ap-57},
                                         parts<V>{rounded(z * p), V{}});
    return constant_plus({0x1.5555555555555p-2, 0x1.5555555555555p-56},
                         product_in_parts(square, fifth));
  }
}

// log |x|, for an x that is neither 0 nor infinite nor NaN; for those, some number.
template <class V>
ATTN_INLINE constexpr parts<V> log_in_parts(const V& x) {
  using T = element_of<V>;
  using c = log_constants<T>;
  const auto [e, m] = in_binary(x);
  // s = f / (2 + f): the division, and its remainder once more.
  const V f = m - T(1);
  const parts<V> below = sum_in_parts(splat<V>(T(2)), f);
  const V inverse = attn::detail::quotient(splat<V>(T(1)), below.high);
  const V quotient = rounded(f * inverse);
  const parts<V> back = product_in_parts(quotient, below.high);
  const V remainder = ((f - back.high) - back.low) - rounded(quotient * below.low);
  const parts<V> s{quotient, rounded(remainder * inverse)};

  const parts<V> z = product_in_parts(s, s);
  const parts<V> bent = product_in_parts(s, product_in_parts(z, log_series(z)));
  // Doubled by a sum, which GCC makes a product of again, and would fuse.
  const parts<V> first = sum_in_parts(rounded(e * c::ln2_high), rounded(V(s.high + s.high)));
  const parts<V> sum = sum_in_parts(first.high, rounded(V(bent.high + bent.high)));
  const V low = rounded(V(bent.low + bent.low)) + rounded(V(s.low + s.low));
  return {sum.high, (first.low + sum.low) + (low + rounded(e * c::ln2_low))};
}

}  // namespace attn::math::detail
ATTN_STRICT_FP_END
