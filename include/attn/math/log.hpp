// SPDX-License-Identifier: BSL-1.0
// log(x): the natural logarithm, for float, double and vectors of them, at compile time and at run
// time.
//
//   x = 2^e m,   m in [sqrt(1/2), sqrt(2)),   f = m - 1,   s = f / (2 + f)
//   log(x) = e ln 2 + log(1 + f),   log(1 + f) = 2 atanh(s) = f - (f^2 / 2 - s (f^2 / 2 + R(s^2)))
//
// Accuracy: at most 0.84 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard; subnormal arguments included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: log(1) = +0, log(±0) = -inf, log(+inf) = +inf, log(NaN) = NaN; log(x < 0) = NaN
// at run time, and does not compile as a constant.
// Source: the identity above; coefficients: minimax.
#pragma once

#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

namespace detail {

template <class T>
struct log_constants;

template <>
struct log_constants<float> {
  static constexpr float ln2_high = 0.693145751953125f;  // 16 bits: e * ln2_high is exact
  static constexpr float ln2_low = 1.42860682e-6f;
  static constexpr float root_of_half = 0x1.6a09e6p-1f;
  static constexpr float scale = 0x1p+24f;  // makes a subnormal number normal
  static constexpr float round_to_integer = 0x1.8p+23f;
  static constexpr int scale_bits = 24;
  static constexpr int mantissa_bits = 23;
};

template <>
struct log_constants<double> {
  static constexpr double ln2_high = 0x1.62e42fefa3800p-1;  // 42 bits
  static constexpr double ln2_low = 0x1.ef35793c76730p-45;
  static constexpr double root_of_half = 0x1.6a09e667f3bcdp-1;
  static constexpr double scale = 0x1p+54;
  static constexpr double round_to_integer = 0x1.8p+52;
  static constexpr int scale_bits = 54;
  static constexpr int mantissa_bits = 52;
};

using attn::detail::bits_as;
using attn::detail::element_of;
using attn::detail::rounded;
using attn::detail::select_less;
using attn::detail::splat;
using attn::detail::words_of;

// |x| = 2^e m, with m in [sqrt(1/2), sqrt(2)); for 0, infinity and NaN some such numbers.
template <class V>
struct binary_parts {
  V e;
  V m;
};
template <class V>
ATTN_INLINE constexpr binary_parts<V> in_binary(const V& x) {
  using T = element_of<V>;
  using words = words_of<V>;
  using word = element_of<words>;
  using c = log_constants<T>;
  // A subnormal number, and what is negative: scaled, where the product does not overflow.
  const V smallest = splat<V>(attn::detail::limits<T>::min);
  const V scaled = attn::detail::at_most(x, splat<V>(T(1))) * c::scale;
  const V normal = select_less(x, smallest, rounded(scaled), x);
  // The exponent, from the bits of |x|: no difference overflows.
  constexpr word root_of_half = bits_as<word>(c::root_of_half);
  const words bits = bits_as<words>(normal) & attn::detail::limits<word>::max;
  const words exponent = (bits - root_of_half) >> c::mantissa_bits;
  const V m = bits_as<V>(words(bits - (exponent << c::mantissa_bits)));
  // As a number: written into the low bits of one that has room for it.
  const words magic = bits_as<words>(splat<V>(c::round_to_integer));
  const V counted = bits_as<V>(words(exponent + magic)) - c::round_to_integer;
  return {select_less(x, smallest, counted - T(c::scale_bits), counted), m};
}

// R(z) of the formula above, z = s^2.
template <class V>
ATTN_INLINE constexpr V log_polynomial(const V& z) {
  if constexpr (std::is_same_v<element_of<V>, float>) {
    const V p12 = rounded(z * 0x1.999a7ap-2f) + 0x1.555554p-1f;
    const V p34 = rounded(z * 0x1.e2f704p-3f) + 0x1.2438d4p-2f;
    const V z2 = rounded(z * z);
    return rounded((p12 + rounded(p34 * z2)) * z);
  } else {
    const V z2 = rounded(z * z);
    const V z4 = rounded(z2 * z2);
    const V p12 = rounded(z * 0x1.999999997fd7bp-2) + 0x1.5555555555592p-1;
    const V p34 = rounded(z * 0x1.c71c52061df4bp-3) + 0x1.24924941f4d3cp-2;
    const V p56 = rounded(z * 0x1.39a1a7102f452p-3) + 0x1.74663f9f7da1dp-3;
    const V p14 = p12 + rounded(p34 * z2);
    const V p57 = p56 + rounded(z2 * 0x1.2f06351a0107fp-3);
    return rounded((p14 + rounded(p57 * z4)) * z);
  }
}

// e ln 2 + log(1 + f) + rest, where rest is no more than some ulp of f.
template <class V>
ATTN_INLINE constexpr V log_of_parts(const V& e, const V& f, const V& rest) {
  using T = element_of<V>;
  using c = log_constants<T>;
  constexpr T half = T(0.5);
  const V s = attn::detail::quotient(f, V(f + T(2)));
  const V half_square = rounded(rounded(f * f) * half);
  const V z = rounded(s * s);
  const V bent = rounded(s * (half_square + log_polynomial(z)));
  const V low = half_square - (bent + (rounded(e * c::ln2_low) + rest));
  return rounded(e * c::ln2_high) - (low - f);
}

// What has no logarithm: NaN below `bound`, -inf there; +inf and NaN are their own; else y.
template <class V>
ATTN_INLINE constexpr V log_or_special(const V& x, element_of<V> bound, const V& y) {
  using T = element_of<V>;
  const V nan = attn::detail::splat_nan<V>();
  const V edge = splat<V>(bound);
  using attn::detail::infinity_of, attn::detail::lowest_infinity_of;
  const V no_number = select_less(x, edge, nan, splat<V>(lowest_infinity_of<T>()));
  const V number = select_less(edge, x, y, no_number);
  return select_less(x, splat<V>(infinity_of<T>()), number, x);
}

}  // namespace detail

// Lane by lane, for a V of detail/vector.hpp.
template <class V>
ATTN_INLINE constexpr V log_lanes(const V& x) {
  using T = detail::element_of<V>;
  const auto [e, m] = detail::in_binary(x);
  const V y = detail::log_of_parts(e, V(m - T(1)), detail::splat<V>(T(0)));
  return detail::log_or_special(x, T(0), y);
}

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void logarithm_of_a_negative_number() noexcept {}

template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T log(T x) noexcept {
  if (std::is_constant_evaluated()) {
    if (x < T(0)) {
      logarithm_of_a_negative_number();
      return attn::detail::limits<T>::quiet_NaN;
    }
  }
  return log_lanes(x);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(log, (const T& a), (a),
                          "log(x): the element type has no log; define log(T)")
ATTN_STRICT_FP_END
