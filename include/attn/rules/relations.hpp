// SPDX-License-Identifier: BSL-1.0
// Every shape rule of the library, on one page: a named relation over role tags (rules/roles.hpp).
// What is asked of tokens, layers and models stands in rules/models.hpp.
//
// A function asserts one relation per rule, before it does anything else, with a sentence in its
// own words; the compiler prints the relation with its roles filled in beside that sentence. The
// relations are plain constants, so a test or generic code can ask them without provoking an error:
//
//   using namespace attn::rules;
//   static_assert(!same_size<last_of_A<dim<3>>, first_of_B<dim<4>>>);
//
// This room knows axes only by what they offer (size, named, name), so that axes can use it.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/roles.hpp>
#include <attn/rules/sizes.hpp>

namespace attn::rules {

// --- one axis -------------------------------------------------------------------------------

namespace detail {
template <class Axis>
consteval bool has_identifier() {
  if constexpr (Axis::named)
    return is_identifier(Axis::name);
  else
    return true;  // no name is no bad name
}
}  // namespace detail

// The label, or that of the axis, is an identifier of 1 to 23 characters.
template <class Name>
inline constexpr bool identifier = false;
template <auto Name>
inline constexpr bool identifier<name<Name>> = is_identifier(Name);
template <class Axis>
inline constexpr bool identifier<any_axis<Axis>> = detail::has_identifier<Axis>();

// The size is at least 1.
template <class Size>
inline constexpr bool positive = false;
template <std::size_t Size>
inline constexpr bool positive<size<Size>> = (Size > 0);
template <class Axis>
inline constexpr bool positive<any_axis<Axis>> = (Axis::asked_size > 0);

// So many indices are a part of the axis.
template <class Size, class Axis>
inline constexpr bool fits_into = false;
template <std::size_t Size, class Axis>
inline constexpr bool fits_into<size<Size>, any_axis<Axis>> = (Size > 0 && Size <= Axis::size);

// So many indices of the axis are pairs: an even number of them, and no more than there are.
template <class Size, class Axis>
inline constexpr bool in_pairs = false;
template <std::size_t Size, template <class> class Role, class Axis>
inline constexpr bool in_pairs<size<Size>, Role<Axis>> =
    (Size > 0 && Size % 2 == 0 && Size <= Axis::size);

// --- two axes -------------------------------------------------------------------------------

// Both axes have the same number of elements.
template <class RoleA, class RoleB>
inline constexpr bool same_size = false;
template <template <class> class RoleA, class A, template <class> class RoleB, class B>
inline constexpr bool same_size<RoleA<A>, RoleB<B>> = (A::size == B::size);

namespace detail {
template <class A, class B>
consteval bool names_agree() {
  if constexpr (A::named && B::named)
    return A::name == B::name;
  else
    return true;  // naming is gradual: an unnamed axis goes with every name
}
}  // namespace detail

// Both axes have the same name, where both have one. It holds when the sizes differ already, so
// that one mistake breaks one rule.
template <class RoleA, class RoleB>
inline constexpr bool same_name = false;
template <template <class> class RoleA, class A, template <class> class RoleB, class B>
inline constexpr bool same_name<RoleA<A>, RoleB<B>> =
    (A::size != B::size) || detail::names_agree<A, B>();

// --- all axes of a tensor, or of two ---------------------------------------------------------

// Axis by axis the same size and, where both have one, the same name; as many of them.
template <class RoleA, class RoleB>
inline constexpr bool same_axes = false;
template <template <class...> class RoleA, class... A, template <class...> class RoleB, class... B>
  requires(sizeof...(A) == sizeof...(B))
inline constexpr bool same_axes<RoleA<A...>, RoleB<B...>> =
    ((A::size == B::size && detail::names_agree<A, B>()) && ...);

// Both axes have the same size and, where both have a name, the same one.
template <class RoleA, class RoleB>
inline constexpr bool same_axis = std::is_same_v<RoleA, RoleB>;
template <template <class> class RoleA, class A, template <class> class RoleB, class B>
inline constexpr bool same_axis<RoleA<A>, RoleB<B>> =
    (A::size == B::size) && detail::names_agree<A, B>();

namespace detail {
template <class A, class... Rest>
consteval bool differs_from_each() {
  return (... && !(A::named && Rest::named && names_agree<A, Rest>()));
}
}  // namespace detail

// No two named axes share a name.
template <class Role>
inline constexpr bool distinct_axes = true;
template <template <class...> class Role, class First, class... Rest>
inline constexpr bool distinct_axes<Role<First, Rest...>> =
    detail::differs_from_each<First, Rest...>() && distinct_axes<Role<Rest...>>;

// The tensor has the axis that was asked for, by name or by position.
template <class Role, class Wanted>
inline constexpr bool has_axis = false;
template <template <class...> class Role, class... Axes, auto Selector>
inline constexpr bool has_axis<Role<Axes...>, wanted<Selector>> =
    Selector.template position_in<Axes...>() < sizeof...(Axes);

// The tensor has so many axes as it should; only the numbers, for operands that are many.
template <class Rank, class Wanted>
inline constexpr bool rank_is = std::is_same_v<Rank, Wanted>;

// The tensor has from so many axes to so many.
template <class Rank, class First, class Last>
inline constexpr bool rank_within = false;
template <std::size_t Rank, std::size_t First, std::size_t Last>
inline constexpr bool rank_within<rank<Rank>, rank<First>, rank<Last>> =
    (First <= Rank && Rank <= Last);

// The tensor has at least so many axes.
template <class Role, class Rank>
inline constexpr bool rank_at_least = false;
template <template <class...> class Role, class... Axes, std::size_t Rank>
inline constexpr bool rank_at_least<Role<Axes...>, rank<Rank>> = (sizeof...(Axes) >= Rank);

// A tensor has at most 4 axes, and this one has room for so many more.
template <class Role, class Rank>
inline constexpr bool has_room_for = false;
template <template <class...> class Role, class... Axes, std::size_t Rank>
inline constexpr bool has_room_for<Role<Axes...>, rank<Rank>> = (sizeof...(Axes) + Rank <= 4);

// All elements together, of axes of these sizes, have no more bytes than an object can have.
template <class Sizes, class Element>
inline constexpr bool addressable = false;
template <std::size_t... Sizes, class T>
inline constexpr bool addressable<sizes<Sizes...>, element<T>> =
    rules::saturating_product(sizeof(T), Sizes...) <= largest_object;

// The second axis stands right behind the first; what is shown of the axes is for the reader only.
template <class Positions, auto Shown = nullptr>
inline constexpr bool adjacent_axes = false;
template <std::size_t First, std::size_t Second, auto Shown>
inline constexpr bool adjacent_axes<positions<First, Second>, Shown> = (Second == First + 1);

// An order of all axes: as many positions as axes, each of them below their number and there once.
template <class Rank, class Positions, auto Shown = nullptr>
inline constexpr bool each_axis_once = false;
template <std::size_t Rank, std::size_t... At, auto Shown>
inline constexpr bool each_axis_once<rank<Rank>, positions<At...>, Shown> = [] {
  std::size_t times[Rank + 1]{};
  (++times[At < Rank ? At : Rank], ...);
  for (std::size_t i = 0; i < Rank; ++i)
    if (times[i] != 1) return false;
  return times[Rank] == 0;
}();

// All of the result's axes together have as many elements as the axis they come from.
template <class Whole, class Parts>
inline constexpr bool same_volume = false;
template <template <class> class RoleOfWhole, class Whole, template <class...> class RoleOfParts,
          class... Parts>
inline constexpr bool same_volume<RoleOfWhole<Whole>, RoleOfParts<Parts...>> =
    rules::saturating_product(Parts::size...) == Whole::size;
template <template <class> class RoleOfWhole, class Whole, std::size_t... Sizes>
inline constexpr bool same_volume<RoleOfWhole<Whole>, sizes<Sizes...>> =
    rules::saturating_product(Sizes...) == Whole::size;

// The tensor has one axis.
template <class Role>
inline constexpr bool is_vector = false;
template <template <class...> class Role, class Axis>
inline constexpr bool is_vector<Role<Axis>> = true;

// The operand has a name and lasts: a temporary would be gone before a view of it is used.
template <class Operand>
inline constexpr bool lasts = false;
template <class T>
inline constexpr bool lasts<operand<T&>> = true;

// The size of the first axis divides that of the second.
template <class Part, class Whole>
inline constexpr bool divides = false;
template <template <class> class RoleOfPart, class Part, template <class> class RoleOfWhole,
          class Whole>
inline constexpr bool divides<RoleOfPart<Part>, RoleOfWhole<Whole>> = Whole::size % Part::size == 0;

// So many numbers are one for every distance of an index of one axis to an index of another.
template <class Distances, class From, class To>
inline constexpr bool one_per_distance = false;
template <std::size_t Distances, std::size_t From, std::size_t To>
inline constexpr bool one_per_distance<size<Distances>, size<From>, size<To>> =
    (From > 0 && To > 0 && Distances == rules::saturating_sum(From - 1, To));

// The tensor has a sequence and a width for its axes, or a batch in front of them.
template <class Role>
inline constexpr bool is_sequence = false;
template <template <class...> class Role, class... Axes>
inline constexpr bool is_sequence<Role<Axes...>> = (sizeof...(Axes) == 2 || sizeof...(Axes) == 3);

// The tensor has two axes.
template <class Role>
inline constexpr bool is_matrix = false;
template <template <class...> class Role, class Rows, class Columns>
inline constexpr bool is_matrix<Role<Rows, Columns>> = true;

// --- construction and indexing ----------------------------------------------------------------

// A braced list has one entry per index of the axis.
template <class Axis, class Braced>
inline constexpr bool one_entry_per_index = false;
template <class Axis, std::size_t... Counts>
inline constexpr bool one_entry_per_index<Axis, braced<Counts...>> =
    ((Counts == Axis::size) && ...);

// The number of elements of an array is part of its type.
template <class Counts>
inline constexpr bool size_in_type = false;
template <std::size_t... Counts>
inline constexpr bool size_in_type<braced<Counts...>> = (sizeof...(Counts) > 0);

// Rows, planes … have braces of their own, which only a tensor of rank 1 needs not.
template <class Rank, class Braced>
inline constexpr bool braces_nested = false;
template <std::size_t Rank, std::size_t... Counts>
inline constexpr bool braces_nested<rank<Rank>, braced<Counts...>> = (Rank < 2);

// One index per axis.
template <class Role, class Rank>
inline constexpr bool one_index_per_axis = false;
template <template <class...> class Role, class... Axes, std::size_t Rank>
inline constexpr bool one_index_per_axis<Role<Axes...>, rank<Rank>> = (sizeof...(Axes) == Rank);

// Every index is below the size of its axis.
template <class Role, class Indices>
inline constexpr bool indices_in_range = true;  // a wrong number of indices is the other rule's
template <template <class...> class Role, class... Axes, std::size_t... I>
  requires(sizeof...(Axes) == sizeof...(I))
inline constexpr bool indices_in_range<Role<Axes...>, indices<I...>> = ((I < Axes::size) && ...);

}  // namespace attn::rules
