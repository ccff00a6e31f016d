// SPDX-License-Identifier: BSL-1.0
// What a call requires, as a type: each relation once, under the name by which it is asserted.
//
//   struct product_call {
//     using operands = rules::roles<axes_of_A<…>, axes_of_B<…>>;    for messages that compilers compose
//     using two_axes = …;                                           a relation (rules/relations.hpp)
//     using contracted_sizes = rules::only_if<two_axes::value, rules::same_size<…>>;
//     static constexpr bool holds = rules::all_hold<two_axes, contracted_sizes, …>;
//   };
//
// A relation over an axis that is missing, or over operands that failed another rule, counts as met
// (only_if): one mistake is one error, and no assertion is nested in another. Relations are types, so
// what is not asked is not instantiated. Functions with operands of one kind share a call
// (tensor/calls.hpp: one tensor along an axis, two element by element, …); rules/require.hpp asserts
// them.
#pragma once

#include <type_traits>

#include <attn/version.hpp>

namespace attn::rules {

// In place of a relation that is not asked, as another rule has reported the call.
struct not_asked {
  static constexpr bool value = true;
};
template <bool Asked, class Relation>
using only_if = std::conditional_t<Asked, Relation, not_asked>;

template <class... Relations>
inline constexpr bool all_hold = (Relations::value && ...);

namespace detail {
template <class First, class... Rest>
struct first_that_fails : std::type_identity<First> {};
template <class First, class Second, class... Rest>
  requires(First::value)
struct first_that_fails<First, Second, Rest...> : first_that_fails<Second, Rest...> {};
}  // namespace detail

// Of several relations the first that does not hold, or the last: one rule about many operands
// shows the operand that it is about.
template <class... Relations>
using each_of = typename detail::first_that_fails<Relations...>::type;

}  // namespace attn::rules
