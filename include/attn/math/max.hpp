// SPDX-License-Identifier: BSL-1.0
// Choice of a number: max, min, and select by a condition.
#ifndef ATTN_MATH_MAX_HPP
#define ATTN_MATH_MAX_HPP

#include <concepts>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/version.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

// max(a, b), min(a, b): the larger, the smaller of two numbers, as IEEE 754-2019 maximum, minimum.
//
// Exact. Special values: a NaN operand gives NaN. max(-0, +0) = +0 and min(-0, +0) = -0, in either
// order, so that neither depends on the order in which a reduction visits its elements.
// A customisation point: a scalar can have its own max and min, found by argument-dependent lookup.
// math::max(a, b) calls them, so that generic functions work with numbers and such scalars.
//
// Operands of two types: two numbers are converted as for a + b, but a signed and an
// unsigned integer do not mix. A scalar's own max decides what it takes.

// Equal numbers differ in the sign of zero alone. A sum of zeros is -0 only if both are. By
// reference: under -ffinite-math-only Clang takes no parameter for a NaN.
template <std::floating_point T>
ATTN_ABI constexpr T(max)(const T& a, const T& b) noexcept {
  if (a > b) return a;
  if (b > a) return b;
  if (a == b) return a == T(0) ? a + b : a;
  return a != a ? attn::detail::unknown_nan(a) : b;
}
template <std::floating_point T>
ATTN_ABI constexpr T(min)(const T& a, const T& b) noexcept {
  if (a < b) return a;
  if (b < a) return b;
  if (a == b) return a == T(0) ? -(-a - b) : a;
  return a != a ? attn::detail::unknown_nan(a) : b;
}

template <std::integral T>
ATTN_ABI constexpr T(max)(T a, T b) noexcept {
  return a < b ? b : a;
}
template <std::integral T>
ATTN_ABI constexpr T(min)(T a, T b) noexcept {
  return b < a ? b : a;
}

// Two types of numbers, which become one as in a + b.
template <class A, class B>
  requires attn::detail::meet_in_one_type<A, B>
ATTN_ABI constexpr auto(max)(A a, B b) noexcept {
  using T = decltype(a + b);
  return (max)(static_cast<T>(a), static_cast<T>(b));
}
template <class A, class B>
  requires attn::detail::meet_in_one_type<A, B>
ATTN_ABI constexpr auto(min)(A a, B b) noexcept {
  using T = decltype(a + b);
  return (min)(static_cast<T>(a), static_cast<T>(b));
}

template <class A, class B>
  requires attn::detail::own::has_max<A, B>
ATTN_ABI constexpr auto(max)(const A& a, const B& b) {
  return attn::detail::own::larger(a, b);
}
template <class A, class B>
  requires attn::detail::own::has_min<A, B>
ATTN_ABI constexpr auto(min)(const A& a, const B& b) {
  return attn::detail::own::smaller(a, b);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(max, (const T& a, [[maybe_unused]] const T& b), (a, b),
                          "max(a, b): the element type has no max; define max(T, T)")
ATTN_FUNCTION_OF_A_SCALAR(min, (const T& a, [[maybe_unused]] const T& b), (a, b),
                          "min(a, b): the element type has no min; define min(T, T)")

namespace attn::math {

// select(keep, a, b): a if keep is true, b otherwise. Masks are built on it.
//
// Exact: the value that is not selected has no effect, even if it is NaN or infinite. A
// customisation point: a scalar can have its own select, found by argument-dependent lookup.
// math::select(keep, a, b) calls it. Operands of two types are as for max (math/max.hpp).

template <class T>
  requires std::is_arithmetic_v<T>
ATTN_ABI constexpr T select(bool keep, T a, T b) noexcept {
  return keep ? a : b;
}

template <class A, class B>
  requires attn::detail::meet_in_one_type<A, B>
ATTN_ABI constexpr auto select(bool keep, A a, B b) noexcept {
  using T = decltype(a + b);
  return keep ? static_cast<T>(a) : static_cast<T>(b);
}

template <class A, class B>
  requires attn::detail::own::has_select<A, B>
ATTN_ABI constexpr auto select(bool keep, const A& a, const B& b) {
  return attn::detail::own::chosen(keep, a, b);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(
    select, ([[maybe_unused]] bool keep, const T& a, [[maybe_unused]] const T& b), (keep, a, b),
    "select(keep, a, b): the element type has no select; define select(bool, T, T)")
ATTN_STRICT_FP_END

#endif
