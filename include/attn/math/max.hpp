// SPDX-License-Identifier: BSL-1.0
// max(a, b), min(a, b): the larger, the smaller of two numbers, as IEEE 754-2019 maximum, minimum.
//
// Exact. Special values: a NaN operand gives NaN; max(-0, +0) = +0 and min(-0, +0) = -0, in either
// order, so that neither depends on the order in which a reduction visits its elements.
// A customisation point: operations find a scalar's own max and min by argument-dependent lookup.
#pragma once

#include <concepts>

#include <attn/version.hpp>

namespace attn::math {

// Equal numbers differ in the sign of zero alone; a sum of zeros is -0 only if both are.
template <std::floating_point T>
constexpr T max(T a, T b) {
  if (a > b) return a;
  if (b > a) return b;
  if (a == b) return a == T(0) ? a + b : a;
  return a != a ? a : b;
}
template <std::floating_point T>
constexpr T min(T a, T b) {
  if (a < b) return a;
  if (b < a) return b;
  if (a == b) return a == T(0) ? -(-a - b) : a;
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
