// SPDX-License-Identifier: BSL-1.0
// max(a, b), min(a, b): the larger, the smaller of two numbers, as IEEE 754-2019 maximum, minimum.
//
// Exact. Special values: a NaN operand gives NaN; max(-0, +0) = +0 and min(-0, +0) = -0, in either
// order, so that neither depends on the order in which a reduction visits its elements.
// A customisation point: operations find a scalar's own max and min by argument-dependent lookup.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace attn::math {

namespace detail {
// Equal numbers differ in the sign of zero alone: `or` keeps a minus, `and` drops it.
template <bool KeepMinus, std::floating_point T>
constexpr T equal_signed_zeros(T a, T b) {
  if constexpr (sizeof(T) <= 8) {
    using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto x = std::bit_cast<word>(a), y = std::bit_cast<word>(b);
    return std::bit_cast<T>(KeepMinus ? word(x | y) : word(x & y));
  } else {
    return a;
  }
}
}  // namespace detail

template <std::floating_point T>
constexpr T max(T a, T b) {
  if (a > b) return a;
  if (b > a) return b;
  if (a == b) return detail::equal_signed_zeros<false>(a, b);
  return a != a ? a : b;
}
template <std::floating_point T>
constexpr T min(T a, T b) {
  if (a < b) return a;
  if (b < a) return b;
  if (a == b) return detail::equal_signed_zeros<true>(a, b);
  return a != a ? a : b;
}

template <std::integral T>
constexpr T max(T a, T b) {
  return a < b ? b : a;
}
template <std::integral T>
constexpr T min(T a, T b) {
  return b < a ? b : a;
}

}  // namespace attn::math
