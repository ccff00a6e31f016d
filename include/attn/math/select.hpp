// SPDX-License-Identifier: BSL-1.0
// select(keep, a, b): a if keep is true, b otherwise; masks are built on it.
//
// Exact: the value that is not selected has no effect, even if it is NaN or infinite. A
// customisation point: a scalar can have its own select, found by argument-dependent lookup;
// math::select(keep, a, b) calls it. Operands of two types are as for max (math/max.hpp).
#pragma once

#include <type_traits>

#include <attn/detail/own_function.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

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
