// SPDX-License-Identifier: BSL-1.0
// sin(x): the sine of an angle in radians, of any size, for float, double and vectors of them, at
// compile time and at run time.
//
//   |x| = n pi/2 + r,   |r| <= pi/4,   sin |x| = sin r, cos r, -sin r, -cos r for n mod 4 = 0 … 3
//
// Accuracy: at most 0.85 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard; also next to multiples of pi, and for
// the largest numbers. Only + - * and integer operations, no fused multiply-add, hence the same
// bits everywhere.
// Special values: sin(±0) = ±0, sin(NaN) = NaN; sin(±inf) = NaN at run time, and does not compile
// as a constant. Odd: sin(-x) = -sin(x).
// Source: pi/2 in four parts (Cody and Waite); above 6433 in float, 1647099 in double, the digits
// of 2/pi that matter (Payne and Hanek); minimax polynomials.
#pragma once

#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/detail/sin_parts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

// Lane by lane, for a V of detail/vector.hpp.
template <class V>
ATTN_INLINE constexpr V sin_lanes(const V& x) {
  using attn::detail::bits_as;
  using words = attn::detail::words_of<V>;
  using word = attn::detail::element_of<words>;
  const words sign = bits_as<words>(x) & attn::detail::limits<word>::min;
  const V y =
      detail::sin_ahead_lanes<0>(bits_as<V>(attn::detail::exclusive_or(bits_as<words>(x), sign)));
  return bits_as<V>(attn::detail::exclusive_or(bits_as<words>(y), sign));
}

template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T sin(T x) noexcept {
  if (std::is_constant_evaluated()) {
    constexpr T infinity = attn::detail::limits<T>::infinity;
    if (x == infinity || x == -infinity) {
      sine_of_an_infinite_angle();
      return attn::detail::limits<T>::quiet_NaN;
    }
  }
  return sin_lanes(x);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(sin, (const T& a), (a),
                          "sin(x): the element type has no sin; define sin(T)")
ATTN_STRICT_FP_END
