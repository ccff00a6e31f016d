// SPDX-License-Identifier: BSL-1.0
// exp(x): e to the power x, for float, double and vectors of them, at compile time and at run time.
//
//   exp(x) = 2^n * (1 + r + r^2 p(r)),   n = round(x / ln 2),   r = x - n ln 2
//
// Accuracy: at most 0.91 ulp in float (every float was tried: runtime_tests/exhaustive), at most 1
// ulp in double at the reference points, chosen to be hard. Subnormal results included. Only + - *
// and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: exp(±0) = 1, exp(-inf) = +0, exp(+inf) = +inf, exp(NaN) = NaN; +inf above
// ln(max), +0 below half of the smallest subnormal.
// Source: ln 2 in two parts whose first is short enough for n * part to be exact (Cody and Waite);
// minimax polynomials; in float the order of operations that was best when every float was tried.
#ifndef ATTN_MATH_EXP_HPP
#define ATTN_MATH_EXP_HPP

#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

namespace detail {

template <class T>
struct exp_constants;

template <>
struct exp_constants<float> {
  static constexpr float log2e = 0x1.715476p+0f;
  static constexpr float round_to_integer = 0x1.8p+23f;  // adding it leaves n in the low bits
  static constexpr float ln2_high = 0.693145751953125f;  // 16 bits: n * ln2_high is exact
  static constexpr float ln2_low = 1.42860682e-6f;
  static constexpr float lowest = -104.0f;              // exp of it, and below, rounds to zero
  static constexpr float power_is_zero = -133.084259f;  // -192 ln 2, see below
  static constexpr float highest = 89.0f;               // exp of it, and above, overflows
  static constexpr float last_finite = 0x1.62e42ep+6f;  // the largest x with a finite exp
  static constexpr float two_to_minus_65 = 0x1p-65f;
  static constexpr int bias = 127;
  static constexpr int mantissa_bits = 23;
};

template <>
struct exp_constants<double> {
  static constexpr double log2e = 0x1.71547652b82fep+0;
  static constexpr double round_to_integer = 0x1.8p+52;
  static constexpr double ln2_high = 0x1.62e42fefa3800p-1;  // 42 bits
  static constexpr double ln2_low = 0x1.ef35793c76730p-45;
  static constexpr double lowest = -746.0;
  static constexpr double power_is_zero = -0x1.791272ee9dd8ep+9;  // -1088 ln 2
  static constexpr double highest = 710.0;
  static constexpr double last_finite = 0x1.62e42fefa39efp+9;
  static constexpr double two_to_minus_65 = 0x1p-65;
  static constexpr int bias = 1023;
  static constexpr int mantissa_bits = 52;
};

using attn::detail::bits_as;
using attn::detail::element_of;
using attn::detail::rounded;
using attn::detail::splat;
using attn::detail::words_of;

// p(r) of the formula above, by Estrin's scheme: short chains of dependent operations.
template <class V>
ATTN_INLINE constexpr V exp_polynomial(const V& r, const V& r2) {
  if constexpr (std::is_same_v<element_of<V>, float>) {
    const V low = rounded(V(r * 0.1666652113199234f)) + 0.4999999403953552f;
    const V high = rounded(V(r * 0.00836874544620514f)) + 0.04166838899254799f;
    return low + rounded(V((high + rounded(V(r2 * 0.0013814540579915047f))) * r2));
  } else {
    const V r4 = rounded(r2 * r2);
    const V p01 = rounded(r * 0x1.555555555555cp-3) + 0.5;
    const V p23 = rounded(r * 0x1.111111110eb94p-7) + 0x1.555555555555ep-5;
    const V p45 = rounded(r * 0x1.a01a01b3c7317p-13) + 0x1.6c16c16c1353dp-10;
    const V p67 = rounded(r * 0x1.71ddef753219ap-19) + 0x1.a01a01b469059p-16;
    const V p89 = rounded(r * 0x1.af6d02f5e9283p-26) + 0x1.27e4bf0c2a5cfp-22;
    const V p03 = p01 + rounded(p23 * r2);
    const V p47 = p45 + rounded(p67 * r2);
    const V p810 = p89 + rounded(r2 * 0x1.1f9e2227e48aep-29);
    return p03 + rounded((p47 + rounded(p810 * r4)) * r4);
  }
}

// 2^k for every k of a normal result, by writing the exponent field.
template <class V>
ATTN_INLINE constexpr V power_of_two(const words_of<V>& k) {
  constexpr element_of<words_of<V>> bias = exp_constants<element_of<V>>::bias;
  constexpr int mantissa_bits = exp_constants<element_of<V>>::mantissa_bits;
  return bits_as<V>(words_of<V>((k + bias) << mantissa_bits));
}

// A bound to clamp to, behind a barrier: against a known constant GCC compares and blends instead
// of taking the maximum in one instruction. For several vectors it is one.
template <class V>
ATTN_INLINE constexpr auto bound(element_of<V> x) {
  if constexpr (requires(V v) { v.of[0]; })
    return rounded(splat<std::remove_cvref_t<decltype(V{}.of[0])>>(x));
  else
    return rounded(splat<V>(x));
}

}  // namespace detail

// What the caller knows of the arguments. The bits are the same.
enum class exp_domain {
  all,
  not_positive,  // as in softmax: no x is above 0; NaN is allowed
  moderate,      // |x| <= moderate_bound: 2^n is a normal number, and so is the result
};
template <class T>
ATTN_ABI inline constexpr T moderate_bound = T(detail::exp_constants<T>::bias) * T(0.6875);

// Lane by lane, for a V of detail/vector.hpp. No lane may overflow in constant evaluation if V is a
// scalar (GCC does not take a scalar overflow for a constant), so exp below selects that case.
template <exp_domain Domain = exp_domain::all, class V>
ATTN_INLINE constexpr V exp_lanes(const V& argument) {
  using attn::detail::at_least, attn::detail::at_most;
  using detail::bits_as, detail::rounded, detail::splat;
  using c = detail::exp_constants<detail::element_of<V>>;
  using words = detail::words_of<V>;
  V x = argument;
  if constexpr (Domain == exp_domain::all) x = at_least(x, detail::bound<V>(c::lowest));
  // Masked scores come here. For them the exponent field below is 0 and so is the power: a product
  // that underflowed to zero would cost more than the rest of this function.
  if constexpr (Domain == exp_domain::not_positive)
    x = at_least(x, detail::bound<V>(c::power_is_zero));
  if constexpr (Domain == exp_domain::all) x = at_most(x, detail::bound<V>(c::highest));

  // n in the low bits of `shifted`, raised by an even number so that ties go where they went; for
  // an x that is not positive it is the exponent field of 2^(n + 65).
  constexpr detail::element_of<V> raise = Domain == exp_domain::not_positive ? c::bias + 65 : 0;
  constexpr detail::element_of<V> to_integer = c::round_to_integer + raise;
  const V shifted = rounded(V(x * c::log2e)) + to_integer;
  const V n = shifted - to_integer;
  const V r_high = x - rounded(V(n * c::ln2_high));
  const V r_low = rounded(V(n * c::ln2_low));
  const V r = r_high - r_low;
  const V r2 = rounded(V(r * r));
  const V p = detail::exp_polynomial(r, r2);
  const V y = (r_high + (rounded(V(r2 * p)) - r_low)) + detail::element_of<V>(1);

  // y * 2^n: by two factors where it may be subnormal, as only the second product can be inexact.
  const words exponent = bits_as<words>(shifted);
  if constexpr (Domain == exp_domain::moderate) {
    return bits_as<V>(words(bits_as<words>(y) + words(exponent << c::mantissa_bits)));
  } else if constexpr (Domain == exp_domain::not_positive) {
    const V power = bits_as<V>(words(exponent << c::mantissa_bits));
    return rounded(V(V(y * power) * c::two_to_minus_65));
  } else {
    const words k = exponent - bits_as<words>(splat<V>(to_integer));
    const words half = k >> 1;
    return rounded((y * detail::power_of_two<V>(half)) * detail::power_of_two<V>(k - half));
  }
}

template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T exp(T x) noexcept {
  if (std::is_constant_evaluated()) {
    if (x > detail::exp_constants<T>::last_finite) return attn::detail::limits<T>::infinity;
  }
  return exp_lanes(x);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(exp, (const T& a), (a),
                          "exp(x): the element type has no exp; define exp(T)")

namespace attn::math::detail {

// What erf, sigmoid and tanh are made of: exp before its last roundings, and the reciprocal of a
// number in two parts. For a V of detail/vector.hpp.

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
  constexpr word kept = static_cast<word>(~((word{1} << dropped) - 1));
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

#endif
