// SPDX-License-Identifier: BSL-1.0
// tanh(x): the hyperbolic tangent, for float, double and vectors of them, at compile time and at
// run time.
//
//   tanh |x| = -E / (2 + E),   E = exp(-2 |x|) - 1, in two parts
//
// Accuracy: at most MAXIMUM ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard; subnormal numbers included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: tanh(±0) = ±0, tanh(±inf) = ±1, tanh(NaN) = NaN. Odd: tanh(-x) = -tanh(x).
// Source: the identity above, with the reduction and the polynomial of exp.
#pragma once

#include <limits>
#include <type_traits>

#include <attn/detail/exp_parts.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/exp.hpp>

namespace attn::math {

// Lane by lane, for a V of detail/vector.hpp.
template <class V>
ATTN_INLINE constexpr V tanh_lanes(const V& x) {
  using attn::detail::bits_as, attn::detail::rounded, attn::detail::splat;
  using T = attn::detail::element_of<V>;
  using words = attn::detail::words_of<V>;
  using word = attn::detail::element_of<words>;
  // Where the result has long been 1.
  constexpr T far = sizeof(T) == 4 ? T(20) : T(40);

  const words sign = bits_as<words>(x) & std::numeric_limits<word>::min();
  const V magnitude = bits_as<V>(words(bits_as<words>(x) ^ sign));
  const V y = attn::detail::at_most(magnitude, rounded(splat<V>(far))) * T(-2);

  // E = (2^k - 1) + 2^k (high + low); the products are exact, and what the sums lose is kept.
  const auto e = detail::exp_in_parts(y);
  const V power = detail::power_of_two<V>(e.k);
  const auto first = detail::sum_in_parts(splat<V>(T(-1)), power);
  const auto sum = detail::sum_in_parts(first.high, rounded(power * e.high));
  const V rest = first.low + (sum.low + rounded(power * e.low));
  const auto expm1 = detail::sum_in_parts(sum.high, rest);
  const auto below = detail::sum_in_parts(splat<V>(T(2)), expm1.high);
  const V t = detail::quotient(detail::parts<V>{-expm1.high, -expm1.low},
                               detail::parts<V>{below.high, below.low + expm1.low});
  return bits_as<V>(words((bits_as<words>(t) & std::numeric_limits<word>::max()) | sign));
}

template <class T>
  requires std::is_same_v<T, float> || std::is_same_v<T, double>
constexpr T tanh(T x) { return tanh_lanes(x); }

}  // namespace attn::math
