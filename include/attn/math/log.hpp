// SPDX-License-Identifier: BSL-1.0
// The natural logarithm: log(x) and log1p(x) = log(1 + x).
#ifndef ATTN_MATH_LOG_HPP
#define ATTN_MATH_LOG_HPP

#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/exp.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

// log(x): the natural logarithm, for float, double and vectors of them, at compile time and at run
// time.
//
//   x = 2^e m,   m in [sqrt(1/2), sqrt(2)),   f = m - 1,   s = f / (2 + f)
//   log(x) = e ln 2 + log(1 + f),   log(1 + f) = 2 atanh(s) = f - (f^2 / 2 - s (f^2 / 2 + R(s^2)))
//
// Accuracy: at most 0.84 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard. Subnormal arguments included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: log(1) = +0, log(±0) = -inf, log(+inf) = +inf, log(NaN) = NaN. log(x < 0) = NaN
// at run time, and does not compile as a constant.
// Source: the identity above; coefficients: minimax.

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

namespace attn::math::detail {

// What pow is made of: products of sums of two parts, and a logarithm with 10 binary digits more
// than a number holds, in double 15. For a V of detail/vector.hpp.

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

namespace attn::math {

// log1p(x): the natural logarithm of 1 + x, without the rounding error of the sum 1 + x, for float,
// double and vectors of them, at compile time and at run time.
//
//   1 + x = u + lost = 2^e (1 + f),   f = (u / 2^e - 1) + lost / 2^e
//   log1p(x) = e ln 2 + log(1 + f)
//
// Accuracy: at most 0.84 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard. Subnormal arguments included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: log1p(±0) = ±0, log1p(-1) = -inf, log1p(+inf) = +inf, log1p(NaN) = NaN.
// log1p(x < -1) = NaN at run time, and does not compile as a constant.
// Source: the sum 1 + x in two parts; the reduction and the polynomial of log.

// Lane by lane, for a V of detail/vector.hpp.
template <class V>
ATTN_INLINE constexpr V log1p_lanes(const V& x) {
  using detail::bits_as, detail::rounded, detail::select_less, detail::splat;
  using T = detail::element_of<V>;
  using limits = attn::detail::limits<T>;
  using words = detail::words_of<V>;
  using word = detail::element_of<words>;

  // 1 + x, and what the sum lost: exactly that, but for an x so large that it does not matter.
  // Bounded, so that infinities are not subtracted.
  const V above = attn::detail::at_least(x, rounded(splat<V>(T(-1))));
  const V t = attn::detail::at_most(above, rounded(splat<V>(limits::max)));
  const V u = t + T(1);
  const V lost = t - (u - T(1));

  // f = f_high + f_low: for e = 0 it is x itself. lost / 2^e by two factors, since e is up to 1024.
  const auto [e, m] = detail::in_binary(u);
  const V minus_e = T(0) - e;
  const words k = bits_as<words>(V(minus_e + detail::log_constants<T>::round_to_integer)) -
                  bits_as<words>(splat<V>(detail::log_constants<T>::round_to_integer));
  const words half = k >> 1;
  const V scaled = (lost * detail::power_of_two<V>(half)) * detail::power_of_two<V>(k - half);
  const V high = m - T(1);
  const V added = rounded(scaled);
  const V f = high + added;
  const V f_low = added - (f - high);

  // log(1 + f + f_low) = log(1 + f) + f_low / (1 + f), to first order.
  const V rest = f_low - rounded(f_low * f);
  const V y = detail::log_of_parts(e, f, rest);

  // x itself where it is so small, -0 among it.
  const V size = bits_as<V>(words(bits_as<words>(x) & attn::detail::limits<word>::max));
  const V own = select_less(size, splat<V>(limits::min), x, y);
  return detail::log_or_special(x, T(-1), own);
}

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void logarithm_of_one_plus_a_number_below_minus_one() noexcept {}

template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T log1p(T x) noexcept {
  if (std::is_constant_evaluated()) {
    if (x < T(-1)) {
      logarithm_of_one_plus_a_number_below_minus_one();
      return attn::detail::limits<T>::quiet_NaN;
    }
  }
  return log1p_lanes(x);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(log1p, (const T& a), (a),
                          "log1p(x): the element type has no log1p; define log1p(T)")
ATTN_STRICT_FP_END

#endif
