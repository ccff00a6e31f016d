// SPDX-License-Identifier: BSL-1.0
// sigmoid(x): 1 / (1 + exp(-x)), the logistic function, for float, double and vectors of them, at
// compile time and at run time.
//
//   t = E / (1 + E),   E = exp(-|x|), in two parts;   sigmoid(x) = t for x < 0, else 1 - t
//
// Accuracy: at most MAXIMUM ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard; subnormal results included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: sigmoid(±0) = 1/2, sigmoid(-inf) = +0, sigmoid(+inf) = 1, sigmoid(NaN) = NaN.
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
ATTN_INLINE constexpr V sigmoid_lanes(const V& x) {
  using attn::detail::bits_as, attn::detail::rounded, attn::detail::splat;
  using T = attn::detail::element_of<V>;
  using words = attn::detail::words_of<V>;
  using word = attn::detail::element_of<words>;
  constexpr word minus = std::numeric_limits<word>::min();

  const V negative = bits_as<V>(words(bits_as<words>(x) | minus));
  const V y = attn::detail::at_least(negative, rounded(splat<V>(detail::exp_constants<T>::lowest)));
  const V one = splat<V>(T(1));

  // E = 2^k (sum + rest), and 1 + E.
  const auto e = detail::exp_in_parts(y);
  const auto first = detail::sum_in_parts(one, e.high);
  const auto sum = detail::sum_in_parts(first.high, first.low + e.low);
  const auto below = detail::sum_in_parts(one, detail::times_power_of_two(sum.high, e.k));
  const V rest = detail::times_power_of_two(sum.low, e.k);
  const V q = detail::quotient(detail::parts<V>{sum.high, sum.low},
                               detail::parts<V>{below.high, below.low + rest});
  const V t = detail::times_power_of_two(q, e.k);
  return attn::detail::select_less(x, splat<V>(T(0)), t, one - t);
}

template <class T>
  requires std::is_same_v<T, float> || std::is_same_v<T, double>
constexpr T sigmoid(T x) { return sigmoid_lanes(x); }

}  // namespace attn::math
