// SPDX-License-Identifier: BSL-1.0
// What tanh and sigmoid are made of: e to a power that is not positive, in two parts, and a
// quotient of two sums of two parts. For a V of detail/vector.hpp.
#pragma once

#include <attn/detail/vector.hpp>
#include <attn/math/exp.hpp>

namespace attn::math::detail {

// high + low, |low| at most some ulp of high.
template <class V>
struct parts {
  V high;
  V low;
};

// The rounded sum of a and b, and what was lost. |a| >= |b|, or a = 0.
template <class V>
ATTN_INLINE constexpr parts<V> sum_in_parts(const V& a, const V& b) {
  const V high = a + b;
  return {high, b - (high - a)};
}

// exp(y) = 2^k (1 + high + low), with k <= 0; |high + low| < 0.42. low is the curved part, not
// small.
template <class V>
struct exp_parts {
  words_of<V> k;
  V high;
  V low;
};

// For y in [lowest, 0].
template <class V>
ATTN_INLINE constexpr exp_parts<V> exp_in_parts(const V& y) {
  using c = exp_constants<element_of<V>>;
  const V shifted = rounded(y * c::log2e) + c::round_to_integer;
  const V n = shifted - c::round_to_integer;
  const V r_high = y - rounded(n * c::ln2_high);
  const V r_low = rounded(n * c::ln2_low);
  const V r = r_high - r_low;
  const V r2 = rounded(r * r);
  const V p = exp_polynomial(r, r2);
  const words_of<V> k =
      bits_as<words_of<V>>(shifted) - bits_as<words_of<V>>(splat<V>(c::round_to_integer));
  return {k, r_high, rounded(r2 * p) - r_low};
}

// x 2^k by two factors: only the second product can be inexact, and only where it is subnormal.
template <class V>
ATTN_INLINE constexpr V times_power_of_two(const V& x, const words_of<V>& k) {
  const words_of<V> half = k >> 1;
  return rounded((x * power_of_two<V>(half)) * power_of_two<V>(k - half));
}

// The upper half of the digits, so that a product of two such halves is exact.
template <class V>
ATTN_INLINE constexpr V upper_half(const V& x) {
  using words = words_of<V>;
  constexpr int dropped = exp_constants<element_of<V>>::mantissa_bits / 2 + 1;
  using word = element_of<words>;
  constexpr word kept = static_cast<word>(~((word(1) << dropped) - 1));
  return bits_as<V>(words(bits_as<words>(x) & kept));
}

// a / b to little more than half an ulp: the quotient's upper half, and the division's remainder,
// which is exact, times 1 / b. b.high is in [1/2, 4].
template <class V>
ATTN_INLINE constexpr V quotient(const parts<V>& a, const parts<V>& b) {
  const V inverse = splat<V>(element_of<V>(1)) / b.high;
  const V q = upper_half(rounded(a.high * inverse));
  const V b_upper = upper_half(b.high);
  const V b_lower = (b.high - b_upper) + b.low;
  const V remainder = ((a.high - rounded(q * b_upper)) - rounded(q * b_lower)) + a.low;
  return q + rounded(remainder * inverse);
}

}  // namespace attn::math::detail
