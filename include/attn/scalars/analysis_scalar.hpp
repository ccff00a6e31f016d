// SPDX-License-Identifier: BSL-1.0
// Analysis scalars: elements that carry more than one number. interval, influence and term
// represent all values that an input may have, and envelope all results of a formula. dual carries
// derivatives and counted a cost in addition to a value.
//
// An analysis is valid for all values because a function can only compute with its elements. So
// these do not compile, neither between elements nor with a number:
//
//   a == b, a != b, a < b, a <= b, a > b, a >= b, a <=> b     and what uses them: std::max, a sort
//   if (a), static_cast<double>(a), static_cast<int>(a)       and as<double>(x) of a tensor
//
// A function that branched on them would be analysed on one branch only. Use max and min instead.
// select requires a condition that does not depend on elements.
//
//   identical(a, b)     whether two of them are the same object: the same bounds, the same set of
//                       inputs, the same value and derivatives. Of tensors, element by element.
//
// identical, like the members of an analysis scalar (x.lower, x.known, x.value), is for reading the
// results of an analysis. The analysis is not valid for a function that uses it in its computation.
//
// is_analysis_scalar<T>: specialise it as true to have the same rules for a scalar of your own.
// Rules: arithmetic_element; for identical of tensors same_axes, same_element, analysed_element.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/elements.hpp>
#include <attn/scalars/detail/require.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T>
inline constexpr bool is_analysis_scalar = false;
template <class T>
concept analysis_scalar = is_analysis_scalar<T>;

namespace detail {
// Numbers that become inputs, integers, ids and masks. Other numbers would be known to a proof.
template <class T>
concept other_number = !binary_format<T> && !std::is_integral_v<T> &&
                       (requires(const T& a) { a* a; } || std::is_constructible_v<float, T>);
template <class T, class... Axes>
inline constexpr bool is_enumerated<tensor<T, Axes...>> = !other_number<T>;
}  // namespace detail

namespace rules {
// The state of an argument can be enumerated: none is taken as known unnoticed.
template <class X>
struct enumerated_state;
template <class X>
struct enumerated_state<function<X>> {
  static constexpr bool value = attn::detail::is_enumerated<X>;
};
template <class... X>
struct enumerated_call {
  using operands = roles<>;
  using enumerated = each_of<enumerated_state<function<X>>...>;
  using all = in_order<enumerated>;
};
template <class T>
struct analysed_element<element<T>> {
  static constexpr bool value = is_analysis_scalar<T>;
};
template <class A, class B>
using comparison_call =
    single_rule_call<arithmetic_element<element<std::conditional_t<is_analysis_scalar<A>, A, B>>>>;
template <class A, class B>
struct identical_call : equality_call<A, B> {
  using analysed = analysed_element<element<typename A::value_type>>;
  using all = in_order<typename equality_call<A, B>::all, analysed>;
};
}  // namespace rules

namespace detail {

template <class T>
ATTN_ABI constexpr bool same_number(const T& a, const T& b) {
  if constexpr (is_analysis_scalar<T>)
    return identical(a, b);
  else
    return a == b || (a != a && b != b);
}

}  // namespace detail

// All six comparisons are made of these two.
template <class A, class B>
  requires(analysis_scalar<A> || analysis_scalar<B>)
ATTN_ABI constexpr bool operator==(const A&, const B&) {
  using call = rules::comparison_call<A, B>;
  ATTN_REQUIRE(call, rule,
               "attn: interval, influence, term, dual, counted and recorded cannot be compared: "
               "an analysis takes no branch; use max or min; for results identical(a, b)");
  return false;
}
template <class A, class B>
  requires(analysis_scalar<A> || analysis_scalar<B>)
ATTN_ABI constexpr int operator<=>(const A&, const B&) {
  using call = rules::comparison_call<A, B>;
  ATTN_REQUIRE(call, rule,
               "attn: interval, influence, term, dual, counted and recorded cannot be compared: "
               "an analysis takes no branch; use max or min; for results identical(a, b)");
  return 0;
}

// a += b is a = a + b, of numbers that are more than their value as of others.
#define ATTN_COMPOUND_ASSIGNMENT(op)                         \
  template <analysis_scalar A, class B>                      \
    requires requires(const A& a, const B& b) {              \
      { a op b } -> std::same_as<A>;                         \
    }                                                        \
  ATTN_ABI constexpr A& operator op##=(A & a, const B & b) { \
    return a = a op b;                                       \
  }
ATTN_COMPOUND_ASSIGNMENT(+)
ATTN_COMPOUND_ASSIGNMENT(-)
ATTN_COMPOUND_ASSIGNMENT(*)
ATTN_COMPOUND_ASSIGNMENT(/)
#undef ATTN_COMPOUND_ASSIGNMENT

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr bool identical(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::identical_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, analysed,
               "attn::identical(A, B): the elements must be analysis scalars; of numbers compare "
               "A == B or bitwise_equal(A, B)");
  ATTN_REQUIRE_EQUALITY(call, "attn::identical(A, B)");
  bool same = call::all::value;
  if constexpr (call::all::value)
    for (std::size_t i = 0; same && i < a.size(); ++i) same = identical(a.data()[i], b.data()[i]);
  return same;
}

}  // namespace attn
ATTN_STRICT_FP_END
