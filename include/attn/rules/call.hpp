// SPDX-License-Identifier: BSL-1.0
// The requirements of a call, as a type: each relation once, with the name by which it is asserted.
//
//   struct product_call {
//     using operands = rules::roles<axes_of_A<…>, axes_of_B<…>>;    for composed messages
//     using two_axes = …;                                       a relation (rules/relations.hpp)
//     using contracted_sizes = rules::only_if<two_axes::value, rules::same_size<…>>;
//     static constexpr bool holds = rules::all_hold<two_axes, contracted_sizes, …>;
//   };
//
// A relation about a missing axis, or about operands that violate another rule, is true (only_if):
// one mistake is one error, and no assertion is nested in another. Relations are types, so what is
// not asked is not instantiated. Functions with operands of one kind share a call
// (tensor/calls.hpp: one tensor along an axis, two element by element, …); rules/require.hpp
// asserts them. A function with one requirement needs none of its own: single_rule_call.
#pragma once

#include <cstddef>

#include <attn/rules/roles.hpp>

namespace attn::rules {

namespace detail {
// std::conditional_t, without a specialisation for every pair of types.
template <bool First>
struct choose {
  template <class A, class B>
  using type = A;
};
template <>
struct choose<false> {
  template <class A, class B>
  using type = B;
};
}  // namespace detail

// Replaces a relation that is not checked, because another rule has reported the call.
struct not_asked {
  static constexpr bool value = true;
};
template <bool Asked, class Relation>
using only_if = typename detail::choose<Asked>::template type<Relation, not_asked>;

template <class... Relations>
inline constexpr bool all_hold = (Relations::value && ...);

namespace detail {
template <class First, class... Rest>
struct failing : failing<Rest...> {};
template <class First, class... Rest>
  requires(!First::value || sizeof...(Rest) == 0)
struct failing<First, Rest...> {
  using type = First;
};
// For a few, without a specialisation for each list of relations.
template <std::size_t Count>
struct first_that_fails {
  template <class... Relations>
  using type = typename failing<Relations...>::type;
};
template <>
struct first_that_fails<0> {
  template <class... None>
  using type = not_asked;
};
template <>
struct first_that_fails<2> {
  template <class A, class B>
  using type = typename choose<A::value>::template type<B, A>;
};
template <>
struct first_that_fails<3> {
  template <class A, class B, class C>
  using type = typename choose<A::value>::template type<first_that_fails<2>::type<B, C>, A>;
};
}  // namespace detail

// Of several relations the first that does not hold, or the last: one rule about many operands
// shows the operand that it is about.
template <class... Relations>
using each_of =
    typename detail::first_that_fails<sizeof...(Relations)>::template type<Relations...>;

// A call with one requirement; Operands: the axes that a composed message shows.
template <class Relation, class... Operands>
struct single_rule_call {
  using operands = roles<Operands...>;
  using rule = Relation;
  static constexpr bool holds = rule::value;
};

}  // namespace attn::rules
