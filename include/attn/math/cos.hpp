// SPDX-License-Identifier: BSL-1.0
// cos(x): the cosine of an angle in radians, of any size, for float, double and vectors of them, at
// compile time and at run time.
//
//   |x| = n pi/2 + r,   |r| <= pi/4,   cos x = cos r, -sin r, -cos r, sin r for n mod 4 = 0 … 3
//
// Accuracy: at most 0.85 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard; also next to odd multiples of pi/2,
// and for the largest numbers. Only + - * and integer operations, no fused multiply-add, hence the
// same bits everywhere.
// Special values: cos(±0) = 1, cos(NaN) = NaN; cos(±inf) = NaN at run time, and does not compile as
// a constant. Even: cos(-x) = cos(x).
// Source: that of sin, a quarter of a turn ahead.
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
ATTN_INLINE constexpr V cos_lanes(const V& x) {
  using attn::detail::bits_as;
  using words = attn::detail::words_of<V>;
  using word = attn::detail::element_of<words>;
  const words magnitude = bits_as<words>(x) & attn::detail::limits<word>::max;
  return detail::sin_ahead_lanes<1>(bits_as<V>(magnitude));
}

template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T cos(T x) noexcept {
  if (std::is_constant_evaluated()) {
    constexpr T infinity = attn::detail::limits<T>::infinity;
    if (x == infinity || x == -infinity) {
      cosine_of_an_infinite_angle();
      return attn::detail::limits<T>::quiet_NaN;
    }
  }
  return cos_lanes(x);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(cos, (const T& a), (a),
                          "cos(x): the element type has no cos; define cos(T)")
ATTN_STRICT_FP_END
