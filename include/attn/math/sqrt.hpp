// SPDX-License-Identifier: BSL-1.0
// sqrt(x): the square root, for float and double, at compile time and at run time.
//
// Correctly rounded (0.5 ulp), as IEEE 754 demands of the hardware that computes it at run time; in
// constant evaluation digit by digit, in integers. Of a vector in one instruction (sqrt_lanes)
// where the compiler has a name for that: Clang has; GCC without intrinsics has not.
// Special values: sqrt(±0) = ±0, sqrt(+inf) = +inf, sqrt(NaN) = NaN; sqrt(x < 0) = NaN at run time,
// and does not compile as a constant.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/detail/vector.hpp>

namespace attn::math {

namespace detail {

#if defined(__GNUC__)
inline constexpr bool has_sqrt_instruction = true;
#else
inline constexpr bool has_sqrt_instruction = false;
#endif

// The root of a finite positive x = m * 2^e with m in [1, 4) and e even: its bits one by one, and
// one more, which decides the rounding.
template <class T>
constexpr T sqrt_by_digits(T x) {
  using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr int digits = std::numeric_limits<T>::digits;  // 24 or 53, the hidden bit included
  constexpr int bias = std::numeric_limits<T>::max_exponent - 1;

  const auto bits = std::bit_cast<word>(x);
  int exponent = static_cast<int>(bits >> (digits - 1));
  std::uint64_t mantissa = bits & ((word{1} << (digits - 1)) - 1);
  if (exponent == 0) {  // subnormal: normalise
    exponent = 1;
    while ((mantissa >> (digits - 1)) == 0) {
      mantissa <<= 1;
      --exponent;
    }
  } else {
    mantissa |= std::uint64_t{1} << (digits - 1);
  }
  exponent -= bias;
  if (exponent % 2 != 0) {
    mantissa <<= 1;
    exponent -= 1;
  }

  // digits + 1 bits of the root of mantissa * 2^(digits + 1), two bits of the radicand at a time.
  std::uint64_t root = 0, remainder = 0;
  for (int shift = digits - 1; shift >= -digits - 1; shift -= 2) {
    const std::uint64_t next = shift >= 0 ? mantissa >> shift : shift == -1 ? mantissa << 1 : 0;
    const std::uint64_t trial = (root << 2) | 1;
    remainder = (remainder << 2) | (next & 3);
    root <<= 1;
    if (remainder >= trial) {
      remainder -= trial;
      root |= 1;
    }
  }
  // The last bit rounds; a root is never half-way between two numbers of the format.
  const auto rounded = static_cast<word>((root + 1) >> 1);
  const auto field = static_cast<word>(exponent / 2 + bias - 1) << (digits - 1);
  return std::bit_cast<T>(static_cast<word>(field + rounded));  // the hidden bit adds the 1 back
}

}  // namespace detail

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
inline void square_root_of_a_negative_number() {}

template <class T>
  requires std::is_same_v<T, float> || std::is_same_v<T, double>
constexpr T sqrt(T x) {
  if (std::is_constant_evaluated() || !detail::has_sqrt_instruction) {
    if (x < T(0)) {
      square_root_of_a_negative_number();
      return std::numeric_limits<T>::quiet_NaN();
    }
    if (!(x > T(0)) || x == std::numeric_limits<T>::infinity()) return x;  // ±0, NaN, +inf
    return detail::sqrt_by_digits(x);
  }
#if defined(__GNUC__)
  if constexpr (sizeof(T) == 4)
    return __builtin_sqrtf(x);
  else
    return __builtin_sqrt(x);
#endif
}

// Lane by lane, for a vector of the hardware's at run time: where has_sqrt_lanes.
#if defined(__has_builtin)
#if __has_builtin(__builtin_elementwise_sqrt)
#define ATTN_HAS_SQRT_LANES 1
#endif
#endif
#if defined(ATTN_HAS_SQRT_LANES)
inline constexpr bool has_sqrt_lanes = true;
template <class V>
ATTN_INLINE V sqrt_lanes(const V& x) {
  return __builtin_elementwise_sqrt(x);
}
#else
inline constexpr bool has_sqrt_lanes = false;
template <class V>
V sqrt_lanes(const V& x) = delete;
#endif

}  // namespace attn::math
