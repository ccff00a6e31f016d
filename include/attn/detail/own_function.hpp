// SPDX-License-Identifier: BSL-1.0
// How math::max, min and select find those that a scalar brings with it: by argument-dependent
// lookup alone, in a namespace where no other is found. And the type in which two numbers meet.
#pragma once

#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/version.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Two types of numbers whose sum has a type that represents both in kind: an int and a double, but
// not an int and an unsigned.
template <class A, class B>
concept meet_in_one_type =
    std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && !std::is_same_v<A, B> &&
    (std::is_floating_point_v<A> || std::is_floating_point_v<B> ||
     std::is_signed_v<A> == std::is_signed_v<B>);

namespace own {

ATTN_ABI void max();
ATTN_ABI void min();
ATTN_ABI void select();

template <class A, class B>
concept some_scalar = std::is_class_v<A> || std::is_class_v<B>;
template <class A, class B>
concept has_max = some_scalar<A, B> && requires(const A& a, const B& b) { max(a, b); };
template <class A, class B>
concept has_min = some_scalar<A, B> && requires(const A& a, const B& b) { min(a, b); };
template <class A, class B>
concept has_select = some_scalar<A, B> && requires(const A& a, const B& b) { select(true, a, b); };

template <class A, class B>
ATTN_ABI constexpr auto larger(const A& a, const B& b) {
  return max(a, b);
}
template <class A, class B>
ATTN_ABI constexpr auto smaller(const A& a, const B& b) {
  return min(a, b);
}
template <class A, class B>
ATTN_ABI constexpr auto chosen(bool keep, const A& a, const B& b) {
  return select(keep, a, b);
}

}  // namespace own

}  // namespace attn::detail
ATTN_STRICT_FP_END
