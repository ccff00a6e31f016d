// SPDX-License-Identifier: BSL-1.0
// What sin and cos are made of: the angle that |x| leaves over whole quarters of a turn, in two
// parts, and both functions of it. For a V of detail/vector.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/detail/any_negative.hpp>
#include <attn/detail/isa.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/half_pi.hpp>
#include <attn/math/detail/scalar_fallback.hpp>
#include <attn/math/exp.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
ATTN_ABI inline void sine_of_an_infinite_angle() noexcept {}
ATTN_ABI inline void cosine_of_an_infinite_angle() noexcept {}

}  // namespace attn::math

namespace attn::math::detail {

// pi/2 in four parts. The first three are so short that n * part is exact for the n of every number
// up to `near`; the last has all digits of the type.
template <class T>
struct half_pi_parts;

template <>
struct half_pi_parts<float> {
  static constexpr float near = 6433.0f;  // n <= 2^12
  static constexpr float two_over_pi = 0x1.45f306p-1f;
  static constexpr float first = 0x1.922p+0f;
  static constexpr float second = -0x1.2aep-18f;
  static constexpr float third = -0x1.deap-31f;
  static constexpr float fourth = 0x1.184698p-44f;
};

template <>
struct half_pi_parts<double> {
  static constexpr double near = 1647099.0;  // n <= 2^20
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
// the same power of two; and the two others with what they lose, kept in low.
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
  constexpr word leading_bit = word(1) << mantissa_bits;
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
  if (x <= half_pi_parts<T>::near) return sin_of_angle<Quarters>(near_angle(x));
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
    constexpr T nearest = half_pi_parts<T>::near;
    if constexpr (sizeof(V) <= attn::detail::native_isa::bytes) {  // or a row, as a constant
      if (!std::is_constant_evaluated()) {
        using words = words_of<V>;
        const words near = bits_as<words>(splat<V>(nearest));
        if (attn::detail::any_negative(near - bits_as<words>(x))) {
          constexpr std::size_t lanes = attn::detail::lanes_of<V>;
          auto array = bits_as<attn::detail::block<T, lanes>>(x);
          sin_ahead_each<Quarters, attn::detail::native_isa>(array.data, lanes);
          return bits_as<V>(array);
        }
        return sin_of_angle<Quarters>(near_angle(x));
      }
    }
    return attn::detail::scalar_fallback(
        x, T(0), nearest, [](const V& near) { return sin_of_angle<Quarters>(near_angle(near)); },
        [](T lane) { return sin_ahead<Quarters>(lane); });
  }
}

}  // namespace attn::math::detail
ATTN_STRICT_FP_END
