// SPDX-License-Identifier: BSL-1.0
// Sine and cosine.
#ifndef ATTN_MATH_SIN_HPP
#define ATTN_MATH_SIN_HPP

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/isa.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/math/exp.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math::detail {

// sin and cos: the argument less multiples of pi / 2, and their polynomials.
// A number of any size as quarters of a turn and what is left: |x| = quarters pi/2 + angle, in
// integers. (math/sin.hpp, math/sin.hpp; small numbers have a shorter way in sin_parts.hpp.)
//
// x = m 2^e, and 2/pi is known to 1184 bits. Bits of 2/pi that make multiples of 4 in (2/pi) x say
// nothing about the quarters modulo 4. The 192 after them make a product whose first two bits are
// the quarters and whose others are the rest of a quarter, exact to 2^-137. No double is closer to
// a multiple of pi/2 than 2^-61, hence 75 good bits, of which 62 are kept.
//
// Source: M. Payne and R. Hanek, Radian reduction for trigonometric functions, SIGNUM 18 (1983).

// The binary places of 2/pi, 32 to a word, after 64 zeros.
ATTN_ABI inline constexpr std::uint32_t two_over_pi[] = {
    0x00000000, 0x00000000,                                      //
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,  //
    0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0,  //
    0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5,  //
    0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4,  //
    0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b,  //
    0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,  //
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1,  //
    0x1f8d5d08, 0x56033046};

// |angle| = digits 2^exponent. Digits has 63 or 64 bits.
struct angle_in_digits {
  unsigned quarters;
  bool negative;
  std::uint64_t digits;
  int exponent;
};

// The upper half of a product of 128 bits, or one less.
ATTN_ABI constexpr std::uint64_t upper_product(std::uint64_t a, std::uint64_t b) noexcept {
  const std::uint64_t a_high = a >> 32, a_low = a & 0xffffffff;
  const std::uint64_t b_high = b >> 32, b_low = b & 0xffffffff;
  const std::uint64_t crossed = a_high * b_low + ((a_low * b_low) >> 32);
  return a_high * b_high + (crossed >> 32) + ((a_low * b_high + (crossed & 0xffffffff)) >> 32);
}

// m 2^e, m < 2^53, -62 <= e <= 971.
ATTN_ABI constexpr angle_in_digits angle_of(std::uint64_t m, int e) noexcept {
  constexpr std::size_t words = 6;
  // The product, most significant word first. What is carried out of it counts whole turns.
  std::uint32_t product[words] = {};
  const std::size_t first_bit = static_cast<std::size_t>(e + 62);
  const std::uint32_t* const bits = two_over_pi + first_bit / 32;
  const unsigned skipped = first_bit % 32;
  for (std::size_t part = 0; part < 2; ++part) {
    const std::uint64_t factor = part == 0 ? m & 0xffffffff : m >> 32;
    std::uint64_t carry = 0;
    for (std::size_t i = words; i-- > part;) {
      const std::uint64_t two = std::uint64_t{bits[i]} << 32 | bits[i + 1];
      const std::uint64_t word = (two >> (32 - skipped)) & 0xffffffff;
      const std::uint64_t sum = factor * word + product[i - part] + carry;
      product[i - part] = static_cast<std::uint32_t>(sum);
      carry = sum >> 32;
    }
  }

  // To the nearest quarter: from its middle on, it is the next one, less what lacks.
  const unsigned quarters = product[0] >> 30;
  const bool negative = (product[0] >> 29 & 1) != 0;
  if (negative)
    for (std::uint32_t& word : product) word = ~word;  // a negation but for the last bit
  product[0] &= 0x1fffffff;

  // The first 64 bits from the first that is set, times pi/2.
  int zeros = 0;
  const std::uint32_t* first = product;
  for (; *first == 0; ++first) zeros += 32;
  int shift = 0;  // not std::countl_zero, which is one function for all units (abi.hpp)
  while ((*first << shift & 0x80000000) == 0) ++shift;
  const std::uint64_t fraction =
      (std::uint64_t{first[0]} << 32 | first[1]) << shift | std::uint64_t{first[2]} >> (32 - shift);
  constexpr std::uint64_t half_pi = 0xc90fdaa22168c235;  // pi/2 2^63
  return {(quarters + (negative ? 1 : 0)) & 3, negative, upper_product(fraction, half_pi),
          -61 - zeros - shift};
}

}  // namespace attn::math::detail

namespace attn::math {

// What sin and cos are made of: the angle that |x| leaves over whole quarters of a turn, in two
// parts, and both functions of it. For a V of detail/vector.hpp.

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
ATTN_ABI inline void sine_of_an_infinite_angle() noexcept {}
ATTN_ABI inline void cosine_of_an_infinite_angle() noexcept {}

}  // namespace attn::math

namespace attn::math::detail {

// pi/2 in four parts. The first three are so short that n * part is exact for the n of every number
// up to `limit`. The last has all digits of the type.
template <class T>
struct half_pi_parts;

template <>
struct half_pi_parts<float> {
  static constexpr float limit = 6433.0f;  // n <= 2^12
  static constexpr float two_over_pi = 0x1.45f306p-1f;
  static constexpr float first = 0x1.922p+0f;
  static constexpr float second = -0x1.2aep-18f;
  static constexpr float third = -0x1.deap-31f;
  static constexpr float fourth = 0x1.184698p-44f;
};

template <>
struct half_pi_parts<double> {
  static constexpr double limit = 1647099.0;  // n <= 2^20
  static constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
  static constexpr double first = 0x1.921fb544p+0;
  static constexpr double second = 0x1.0b4611a6p-34;
  static constexpr double third = 0x1.3198a2ep-69;
  static constexpr double fourth = 0x1.b839a252049c1p-104;
};

// x = quarters pi/2 + high + low, quarters modulo 4, |high| <= pi/4 and hardly more.
template <class V>
struct angle {
  words_of<V> quarters;
  V high;
  V low;
};

// For x in [0, near]. What cancels is exact: the first difference, as its terms are multiples of
// the same power of two, and the two others with what they lose, kept in low.
template <class V>
ATTN_INLINE constexpr angle<V> near_angle(const V& x) {
  using c = half_pi_parts<element_of<V>>;
  constexpr element_of<V> to_integer = exp_constants<element_of<V>>::round_to_integer;
  const V shifted = rounded(x * c::two_over_pi) + to_integer;
  const V n = shifted - to_integer;
  const V r = x - rounded(n * c::first);
  const V second = rounded(n * c::second);
  const V r2 = r - second;
  const V lost = ((r - r2) - second) - rounded(n * c::third);
  const V high = r2 + lost;
  const V low = ((r2 - high) + lost) - rounded(n * c::fourth);
  return {bits_as<words_of<V>>(shifted), high, low};
}

// For a finite x above near.
template <class T>
ATTN_ABI constexpr angle<T> far_angle(T x) noexcept {
  using word = words_of<T>;
  constexpr int mantissa_bits = exp_constants<T>::mantissa_bits;
  constexpr word leading_bit = word{1} << mantissa_bits;
  const word bits = bits_as<word>(x);
  const int e = static_cast<int>(bits >> mantissa_bits) - exp_constants<T>::bias - mantissa_bits;
  const word m = (bits & (leading_bit - 1)) | leading_bit;
  const angle_in_digits a = angle_of(static_cast<std::uint64_t>(m), e);

  constexpr std::uint64_t below = (std::uint64_t{1} << (63 - mantissa_bits)) - 1;
  const T unit = (a.negative ? T(-1) : T(1)) * power_of_two<T>(static_cast<word>(a.exponent));
  const T upper = rounded(static_cast<T>(a.digits & ~below) * unit);
  const T lower = rounded(static_cast<T>(a.digits & below) * unit);
  const T high = upper + lower;
  return {static_cast<word>(a.quarters), high, lower - (high - upper)};
}

// sin(r) = r + r^3 S(r^2) and cos(r) = 1 - r^2 / 2 + r^4 C(r^2): the minimax S and C.
template <class V>
ATTN_INLINE constexpr V sin_polynomial(const V& z, const V& z2) {
  if constexpr (std::is_same_v<element_of<V>, float>) {
    const V p01 = rounded(z * 0x1.110776p-7f) + -0x1.555546p-3f;
    return p01 + rounded(z2 * -0x1.9952f8p-13f);
  } else {
    const V p01 = rounded(z * 0x1.111111110fabbp-7) + -0x1.555555555554bp-3;
    const V p23 = rounded(z * 0x1.71de359cb33e6p-19) + -0x1.a01a019c47b98p-13;
    const V p45 = rounded(z * 0x1.5d9892bc5b647p-33) + -0x1.ae5e7da557a2ep-26;
    return p01 + rounded((p23 + rounded(p45 * z2)) * z2);
  }
}
template <class V>
ATTN_INLINE constexpr V cos_polynomial(const V& z, const V& z2) {
  if constexpr (std::is_same_v<element_of<V>, float>) {
    const V p01 = rounded(z * -0x1.6c0c28p-10f) + 0x1.55554ap-5f;
    return p01 + rounded(z2 * 0x1.99e80cp-16f);
  } else {
    const V p01 = rounded(z * -0x1.6c16c16c15015p-10) + 0x1.555555555554bp-5;
    const V p23 = rounded(z * -0x1.27e4f7f1e02c1p-22) + 0x1.a01a019c8f254p-16;
    const V p45 = rounded(z * -0x1.8fa6f9bf4c884p-37) + 0x1.1ee9dc576df3bp-29;
    return p01 + rounded((p23 + rounded(p45 * z2)) * z2);
  }
}

// sin(r) and cos(r), r = high + low. To first order, which is enough for low, its cosine is rest.
template <class V>
ATTN_INLINE constexpr V sin_of_rest(const V& high, const V& low, const V& z, const V& rest) {
  const V bent = rounded(rounded(high * z) * sin_polynomial(z, rounded(z * z)));
  return high + (bent + rounded(low * rest));
}
template <class V>
ATTN_INLINE constexpr V cos_of_rest(const V& high, const V& low, const V& z, const V& rest,
                                    const V& half) {
  const V z2 = rounded(z * z);
  const V bent = rounded(z2 * cos_polynomial(z, z2)) - rounded(high * low);
  const V lost = (splat<V>(element_of<V>(1)) - rest) - half;
  return rest + (lost + bent);
}

// sin(a + Quarters pi/2). Lanes differ in which of the two functions they need.
template <int Quarters, class V>
ATTN_INLINE constexpr V sin_of_angle(const angle<V>& a) {
  using words = words_of<V>;
  using word = element_of<words>;
  const V z = rounded(a.high * a.high);
  constexpr element_of<V> a_half = element_of<V>(0.5);
  const V half = rounded(z * a_half);
  const V rest = splat<V>(element_of<V>(1)) - half;
  constexpr word ahead = Quarters, one = 1, two = 2;
  const words quarters = a.quarters + ahead;
  constexpr int to_sign = std::numeric_limits<word>::digits - 1;
  const words sign = (quarters & two) << to_sign;
  words chosen;
  if constexpr (std::is_arithmetic_v<V>) {
    chosen = bits_as<word>((quarters & 1) != 0 ? cos_of_rest(a.high, a.low, z, rest, half)
                                               : sin_of_rest(a.high, a.low, z, rest));
  } else {
    const words odd = -(quarters & one);
    chosen = (bits_as<words>(sin_of_rest(a.high, a.low, z, rest)) & ~odd) |
             (bits_as<words>(cos_of_rest(a.high, a.low, z, rest, half)) & odd);
  }
  return bits_as<V>(attn::detail::exclusive_or(chosen, sign));
}

// sin(x + Quarters pi/2), x >= 0, of one number. NaN of infinity and of NaN.
template <int Quarters, class T>
ATTN_ABI constexpr T sin_ahead(T x) noexcept {
  if (x <= half_pi_parts<T>::limit) return sin_of_angle<Quarters>(near_angle(x));
  if (!(x <= attn::detail::limits<T>::max)) {
    if (std::is_constant_evaluated()) {
      if constexpr (Quarters == 0)
        sine_of_an_infinite_angle();
      else
        cosine_of_an_infinite_angle();
    }
    return x - x;
  }
  return sin_of_angle<Quarters>(far_angle(x));
}

// … and of several: apart from the loop over vectors, which seldom comes here.
template <int Quarters, class Isa, class T>
ATTN_NOINLINE constexpr void sin_ahead_each(T* x, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) x[i] = sin_ahead<Quarters>(x[i]);
}

// … and of lanes. A vector with a far number, or one that is none, goes lane by lane through the
// scalar program, in which the others have the bits that they have here.
template <int Quarters, class V>
ATTN_INLINE constexpr V sin_ahead_lanes(const V& x) {
  if constexpr (std::is_arithmetic_v<V>) {
    return sin_ahead<Quarters>(x);
  } else {
    using T = element_of<V>;
    constexpr T nearest = half_pi_parts<T>::limit;
    if constexpr (sizeof(V) <= attn::detail::native_isa::bytes) {  // or a row, as a constant
      if (!std::is_constant_evaluated()) {
        using words = words_of<V>;
        const words limit = bits_as<words>(splat<V>(nearest));
        if (attn::detail::any_negative(limit - bits_as<words>(x))) {
          constexpr std::size_t lanes = attn::detail::lanes_of<V>;
          auto array = bits_as<attn::detail::block<T, lanes>>(x);
          sin_ahead_each<Quarters, attn::detail::native_isa>(array.data, lanes);
          return bits_as<V>(array);
        }
        return sin_of_angle<Quarters>(near_angle(x));
      }
    }
    return attn::detail::scalar_fallback(
        x, T(0), nearest, [](const V& each) { return sin_of_angle<Quarters>(near_angle(each)); },
        [](T lane) { return sin_ahead<Quarters>(lane); });
  }
}

}  // namespace attn::math::detail

namespace attn::math {

// sin(x): the sine of an angle in radians, of any size, for float, double and vectors of them, at
// compile time and at run time.
//
//   |x| = n pi/2 + r,   |r| <= pi/4,   sin |x| = sin r, cos r, -sin r, -cos r for n mod 4 = 0 … 3
//
// Accuracy: at most 0.85 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard; also next to multiples of pi, and for
// the largest numbers. Only + - * and integer operations, no fused multiply-add, hence the same
// bits everywhere.
// Special values: sin(±0) = ±0, sin(NaN) = NaN. sin(±inf) = NaN at run time, and does not compile
// as a constant. Odd: sin(-x) = -sin(x).
// Source: pi/2 in four parts (Cody and Waite); above 6433 in float, 1647099 in double, the digits
// of 2/pi that matter (Payne and Hanek); minimax polynomials.

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

namespace attn::math {

// cos(x): the cosine of an angle in radians, of any size, for float, double and vectors of them, at
// compile time and at run time.
//
//   |x| = n pi/2 + r,   |r| <= pi/4,   cos x = cos r, -sin r, -cos r, sin r for n mod 4 = 0 … 3
//
// Accuracy: at most 0.85 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard; also next to odd multiples of pi/2,
// and for the largest numbers. Only + - * and integer operations, no fused multiply-add, hence the
// same bits everywhere.
// Special values: cos(±0) = 1, cos(NaN) = NaN. cos(±inf) = NaN at run time, and does not compile as
// a constant. Even: cos(-x) = cos(x).
// Source: the source of sin, a quarter of a turn ahead.

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

#endif
