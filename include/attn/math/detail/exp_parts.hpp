// SPDX-License-Identifier: BSL-1.0
// What erf, sigmoid and tanh are made of: exp before its last roundings, and the reciprocal of a
// number in two parts. For a V of detail/vector.hpp.
#pragma once

#include <attn/detail/limits.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/exp.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math::detail {

// high + low, the rounded sum of a and b and what was lost. |a| >= |b|.
template <class V>
struct parts {
  V high;
  V low;
};
template <class V>
ATTN_INLINE constexpr parts<V> sum_in_parts(const V& a, const V& b) {
  const V high = a + b;
  return {high, b - (high - a)};
}

// exp(y + y_low) = 2^k (1 + s), |s| < 0.42.
template <class V>
struct exp_parts {
  words_of<V> k;
  V s;
};

// For a y in the range of exp's results, |y_low| small against 1.
template <class V>
ATTN_INLINE constexpr exp_parts<V> exp_in_parts(const V& y, const V& y_low = V{}) {
  using c = exp_constants<element_of<V>>;
  const V shifted = rounded(y * c::log2e) + c::round_to_integer;
  const V n = shifted - c::round_to_integer;
  const V r_high = y - rounded(n * c::ln2_high);
  const V r_low = rounded(n * c::ln2_low) - y_low;
  const V r = r_high - r_low;
  const V r2 = rounded(r * r);
  const V p = exp_polynomial(r, r2);
  const words_of<V> k =
      bits_as<words_of<V>>(shifted) - bits_as<words_of<V>>(splat<V>(c::round_to_integer));
  return {k, r_high + (rounded(r2 * p) - r_low)};
}

// x 2^k by two factors: only the second product can be inexact, and only where it is subnormal.
template <class V>
ATTN_INLINE constexpr V times_power_of_two(const V& x, const words_of<V>& k) {
  const words_of<V> half = k >> 1;
  return rounded((x * power_of_two<V>(half)) * power_of_two<V>(k - half));
}

// The sign bit of x, and x with its sign flipped where such a bit is set: |x| = flipped(x,
// sign_of(x)), and what is odd in x gets its sign back the same way.
template <class V>
ATTN_INLINE constexpr words_of<V> sign_of(const V& x) {
  return bits_as<words_of<V>>(x) & attn::detail::limits<element_of<words_of<V>>>::min;
}
template <class V>
ATTN_INLINE constexpr V flipped(const V& x, const words_of<V>& sign) {
  using attn::detail::exclusive_or;
  return bits_as<V>(exclusive_or(bits_as<words_of<V>>(x), sign));
}

// The upper half of the digits, so that a product of two such halves is exact.
template <class V>
ATTN_INLINE constexpr V upper_half(const V& x) {
  using words = words_of<V>;
  using word = element_of<words>;
  constexpr int dropped = exp_constants<element_of<V>>::mantissa_bits / 2 + 1;
  constexpr word kept = static_cast<word>(~((word(1) << dropped) - 1));
  return bits_as<V>(words(bits_as<words>(x) & kept));
}

// 1 / b to little more than half an ulp: the quotient's upper half, and the division's remainder,
// which is exact, times 1 / b. b.high is in [1/2, 4].
template <class V>
ATTN_INLINE constexpr V reciprocal(const parts<V>& b) {
  const V inverse = attn::detail::quotient(splat<V>(element_of<V>(1)), b.high);
  const V q = upper_half(inverse);
  const V upper = upper_half(b.high);
  const V lower = (b.high - upper) + b.low;
  const V remainder = (element_of<V>(1) - rounded(q * upper)) - rounded(q * lower);
  return q + rounded(remainder * inverse);
}

}  // namespace attn::math::detail
ATTN_STRICT_FP_END
