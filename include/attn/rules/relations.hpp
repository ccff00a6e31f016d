// SPDX-License-Identifier: BSL-1.0
// Relations between axes, sizes and indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include <attn/detail/abi.hpp>
#include <attn/rules/call.hpp>
#include <attn/version.hpp>

namespace attn {

// Sums and products of sizes that do not wrap around, and the maximum size of an object.
//
//   saturating_product(a, b, …)   a * b * …, or largest_size if that is smaller
//   saturating_sum(a, b, …)       a + b + …, likewise
//   largest_object                in bytes; the rule `addressable` (relations.hpp) compares with it
//   max_rank                      the number of axes that a tensor can have
//
// Two axes of 2^32 indices have 2^64 elements, which a std::size_t would count as none. A volume
// that is not known to fit is computed with these: too large stays too large.

inline constexpr std::size_t max_rank = 6;
}  // namespace attn

namespace attn::rules {

inline constexpr std::size_t largest_size = SIZE_MAX;

// No array may be larger than PTRDIFF_MAX bytes. Clang's arrays end at 2^61 already. Half of that,
// so that rounding up to the alignment does not overflow.
inline constexpr std::size_t largest_object = sizeof(std::size_t) > 4
                                                  ? static_cast<std::size_t>(PTRDIFF_MAX) / 8
                                                  : static_cast<std::size_t>(PTRDIFF_MAX) - 63;

template <class... Sizes>
ATTN_ABI constexpr std::size_t saturating_product(Sizes... size) {
  std::size_t all = 1;
  bool fits = true;
  ((fits = fits && (size == 0 || all <= largest_size / size), all = fits ? all * size : all), ...);
  return fits ? all : largest_size;
}

template <class Size = std::size_t, class... Sizes>
ATTN_ABI constexpr Size saturating_sum(Sizes... size) {
  [[maybe_unused]] constexpr auto largest = static_cast<Size>(-1);
  Size all = 0;
  ((all = all <= largest - size ? all + size : largest), ...);
  return all;
}

// The shape rules of the library, as named relations between roles (rules/call.hpp). The rules of
// indices and braces are in rules/relations.hpp, of tokens, layers and models in rules/models.hpp.
//
// A function asserts one relation per rule, before it does anything else, with a sentence in its
// own words. The compiler prints the relation with its roles filled in next to that sentence. The
// relations are plain constants, so a test or generic code can ask them without provoking an error:
//
//   using namespace attn::rules;
//   static_assert(!same_size<last_of_A<dim<3>>, first_of_B<dim<4>>>);
//
// This header uses only the members of axes (size, named, name), so that axes can include it.

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

// The label, or the label of the axis, is an identifier of 1 to 23 characters.
template <class Name>
struct identifier {
  static constexpr bool value = false;
};
template <auto Name>
struct identifier<name<Name>> {
  static constexpr bool value = is_identifier(Name);
};
template <class Axis>
struct identifier<any_axis<Axis>> {
  static constexpr bool value = detail::has_identifier<Axis>();
};

// The size is at least 1.
template <class Size>
struct positive {
  static constexpr bool value = false;
};
template <std::size_t Size>
struct positive<size<Size>> {
  static constexpr bool value = (Size > 0);
};
template <class Axis>
struct positive<any_axis<Axis>> {
  static constexpr bool value = (Axis::asked_size > 0);
};

// A part of the axis has this size.
template <class Size, class Axis>
struct fits_into {
  static constexpr bool value = false;
};
template <std::size_t Size, class Axis>
struct fits_into<size<Size>, any_axis<Axis>> {
  static constexpr bool value = (Size > 0 && Size <= Axis::size);
};

// A part of the axis has this size, and is made of pairs.
template <class Size, class Axis>
struct in_pairs {
  static constexpr bool value = false;
};
template <std::size_t Size, template <class> class Role, class Axis>
struct in_pairs<size<Size>, Role<Axis>> {
  static constexpr bool value = (Size > 0 && Size % 2 == 0 && Size <= Axis::size);
};

// --- two axes -------------------------------------------------------------------------------

// Both axes have the same number of elements.
template <class RoleA, class RoleB>
struct same_size {
  static constexpr bool value = false;
};
template <template <class> class RoleA, class A, template <class> class RoleB, class B>
struct same_size<RoleA<A>, RoleB<B>> {
  static constexpr bool value = (A::size == B::size);
};

// Both axes have the same name, where both have one. It holds when the sizes differ already, so
// that one mistake breaks one rule.
template <class RoleA, class RoleB>
struct same_name {
  static constexpr bool value = false;
};
template <template <class> class RoleA, class A, template <class> class RoleB, class B>
struct same_name<RoleA<A>, RoleB<B>> {
  static constexpr bool value = (A::size != B::size) || A::text.agrees_with(B::text);
};

// --- all axes of a tensor, or of two ---------------------------------------------------------

// Axis by axis the same size and, where both have one, the same name; as many of them.
template <class RoleA, class RoleB>
struct same_axes {
  static constexpr bool value = false;
};
template <template <class...> class RoleA, class... A, template <class...> class RoleB, class... B>
  requires(sizeof...(A) == sizeof...(B))
struct same_axes<RoleA<A...>, RoleB<B...>> {
  static constexpr bool value = ((A::size == B::size && A::text.agrees_with(B::text)) && ...);
};

// Both axes have the same size and, where both have a name, the same one.
template <class RoleA, class RoleB>
struct same_axis {
  static constexpr bool value = std::is_same_v<RoleA, RoleB>;
};
template <template <class> class RoleA, class A, template <class> class RoleB, class B>
struct same_axis<RoleA<A>, RoleB<B>> {
  static constexpr bool value = (A::size == B::size) && A::text.agrees_with(B::text);
};

// Axis by axis a name in both, or in neither.
template <class RoleA, class RoleB>
struct same_names {
  static constexpr bool value = false;
};
template <template <class...> class RoleA, class... A, template <class...> class RoleB, class... B>
  requires(sizeof...(A) == sizeof...(B))
struct same_names<RoleA<A...>, RoleB<B...>> {
  static constexpr bool value = ((A::named == B::named) && ...);
};

namespace detail {
template <class Text>
consteval bool all_differ(std::initializer_list<Text> names) {
  for (const auto* a = names.begin(); a != names.end(); ++a)
    for (const auto* b = a + 1; b != names.end(); ++b)
      if (a->length > 0 && a->equals(*b)) return false;
  return true;
}
}  // namespace detail

// No two named axes share a name.
template <class Role>
struct distinct_axes {
  static constexpr bool value = true;
};
template <template <class...> class Role, class First, class Second, class... Rest>
struct distinct_axes<Role<First, Second, Rest...>> {
  static constexpr bool value = detail::all_differ({First::text, Second::text, Rest::text...});
};

// The tensor has the requested axis, by name or by position.
template <class Role, class Wanted>
struct has_axis {
  static constexpr bool value = false;
};
template <template <class...> class Role, class... Axes, auto Selector>
struct has_axis<Role<Axes...>, wanted<Selector>> {
  static constexpr bool value = Selector.template position_in<Axes...>() < sizeof...(Axes);
};
template <template <class...> class Role, class... Axes, class Axis>
struct has_axis<Role<Axes...>, any_axis<Axis>> {
  static constexpr bool value = (std::is_same_v<Axes, Axis> || ...);
};

// The axis has a name, by which it can be selected.
template <class Axis>
struct is_named {
  static constexpr bool value = false;
};
template <class Axis>
struct is_named<any_axis<Axis>> {
  static constexpr bool value = Axis::named;
};

// The call has the form that the function accepts: never, for it is asked only of other forms.
template <class... Roles>
struct is_form_of_call {
  static constexpr bool value = false;
};

// The tensor has exactly n axes. Only the numbers, for several operands.
template <class Rank, class Wanted>
struct rank_is {
  static constexpr bool value = std::is_same_v<Rank, Wanted>;
};

// The rank of the tensor is within the given range.
template <class Rank, class First, class Last>
struct rank_within {
  static constexpr bool value = false;
};
template <std::size_t Rank, std::size_t First, std::size_t Last>
struct rank_within<rank<Rank>, rank<First>, rank<Last>> {
  static constexpr bool value = (First <= Rank && Rank <= Last);
};

// The tensor has at least n axes.
template <class Role, class Rank>
struct rank_at_least {
  static constexpr bool value = false;
};
template <template <class...> class Role, class... Axes, std::size_t Rank>
struct rank_at_least<Role<Axes...>, rank<Rank>> {
  static constexpr bool value = (sizeof...(Axes) >= Rank);
};

// With n more axes, the tensor has at most max_rank axes.
template <class Role, class Rank>
struct has_room_for {
  static constexpr bool value = false;
};
template <template <class...> class Role, class... Axes, std::size_t Rank>
struct has_room_for<Role<Axes...>, rank<Rank>> {
  static constexpr bool value = (sizeof...(Axes) + Rank <= max_rank);
};

// All elements together, of axes of these sizes, have no more bytes than an object can have.
template <class Sizes, class Element>
struct addressable {
  static constexpr bool value = false;
};
template <std::size_t... Sizes, class T>
struct addressable<sizes<Sizes...>, element<T>> {
  static constexpr bool value = rules::saturating_product(sizeof(T), Sizes...) <= largest_object;
};

// All of the result's axes together have as many elements as the axis they come from.
template <class Whole, class Parts>
struct same_volume {
  static constexpr bool value = false;
};
template <template <class> class RoleOfWhole, class Whole, template <class...> class RoleOfParts,
          class... Parts>
struct same_volume<RoleOfWhole<Whole>, RoleOfParts<Parts...>> {
  static constexpr bool value = rules::saturating_product(Parts::size...) == Whole::size;
};
template <template <class> class RoleOfWhole, class Whole, std::size_t... Sizes>
struct same_volume<RoleOfWhole<Whole>, sizes<Sizes...>> {
  static constexpr bool value = rules::saturating_product(Sizes...) == Whole::size;
};

// The tensor has one axis.
template <class Role>
struct is_vector {
  static constexpr bool value = false;
};
template <template <class...> class Role, class Axis>
struct is_vector<Role<Axis>> {
  static constexpr bool value = true;
};

// The operand is an lvalue: a temporary would be gone before a view of it is used.
template <class Operand>
struct is_lvalue {
  static constexpr bool value = false;
};
template <class T>
struct is_lvalue<operand<T&>> {
  static constexpr bool value = true;
};

// The size of the first axis divides the size of the second.
template <class Part, class Whole>
struct divides {
  static constexpr bool value = false;
};
template <template <class> class RoleOfPart, class Part, template <class> class RoleOfWhole,
          class Whole>
struct divides<RoleOfPart<Part>, RoleOfWhole<Whole>> {
  static constexpr bool value = Whole::size % Part::size == 0;
};

// There is one number for every distance of an index of one axis to an index of another.
template <class Distances, class From, class To>
struct one_per_distance {
  static constexpr bool value = false;
};
template <std::size_t Distances, std::size_t From, std::size_t To>
struct one_per_distance<size<Distances>, size<From>, size<To>> {
  static constexpr bool value =
      (From > 0 && To > 0 && Distances == rules::saturating_sum(From - 1, To));
};

// The tensor has a sequence and a width for its axes, or a batch in front of them.
template <class Role>
struct is_sequence {
  static constexpr bool value = false;
};
template <template <class...> class Role, class... Axes>
struct is_sequence<Role<Axes...>> {
  static constexpr bool value = (sizeof...(Axes) == 2 || sizeof...(Axes) == 3);
};

// The tensor has two axes.
template <class Role>
struct is_matrix {
  static constexpr bool value = false;
};
template <template <class...> class Role, class Rows, class Columns>
struct is_matrix<Role<Rows, Columns>> {
  static constexpr bool value = true;
};

// The rules about positions of axes, braces and indices. Those about shapes are in relations.hpp.
// A braced list has one entry per index of the axis.
template <class Axis, class Braced>
struct one_entry_per_index {
  static constexpr bool value = false;
};
template <class Axis, std::size_t... Counts>
struct one_entry_per_index<Axis, braced<Counts...>> {
  static constexpr bool value = ((Counts == Axis::size) && ...);
};

// The number of elements of an array is part of its type.
template <class Counts>
struct size_in_type {
  static constexpr bool value = false;
};
template <std::size_t... Counts>
struct size_in_type<braced<Counts...>> {
  static constexpr bool value = (sizeof...(Counts) > 0);
};

// Each row, plane, … has its own braces. Only a tensor of rank 1 has none.
template <class Rank, class Braced>
struct braces_nested {
  static constexpr bool value = false;
};
template <std::size_t Rank, std::size_t... Counts>
struct braces_nested<rank<Rank>, braced<Counts...>> {
  static constexpr bool value = (Rank < 2);
};

// One index per axis.
template <class Role, class Rank>
struct one_index_per_axis {
  static constexpr bool value = false;
};
template <template <class...> class Role, class... Axes, std::size_t Rank>
struct one_index_per_axis<Role<Axes...>, rank<Rank>> {
  static constexpr bool value = (sizeof...(Axes) == Rank);
};

// Every index is below the size of its axis.
template <class Role, class Indices>
struct indices_in_range {
  static constexpr bool value = true;
};  // a wrong number of indices is the other rule's
template <template <class...> class Role, class... Axes, std::size_t... Index>
  requires(sizeof...(Axes) == sizeof...(Index))
struct indices_in_range<Role<Axes...>, indices<Index...>> {
  static constexpr bool value = ((Index < Axes::size) && ...);
};

// The second axis follows the first. The axes are only for the diagnostic.
template <class Positions, auto Shown = nullptr>
struct adjacent_axes {
  static constexpr bool value = false;
};
template <std::size_t First, std::size_t Second, auto Shown>
struct adjacent_axes<positions<First, Second>, Shown> {
  static constexpr bool value = (Second == First + 1);
};

// The positions contain each axis exactly once.
template <class Rank, class Positions, auto Shown = nullptr>
struct each_axis_once {
  static constexpr bool value = false;
};
template <std::size_t Rank, std::size_t... At, auto Shown>
struct each_axis_once<rank<Rank>, positions<At...>, Shown> {
  static constexpr bool value = [] {
    std::size_t times[Rank + 1]{};
    (++times[At < Rank ? At : Rank], ...);
    for (std::size_t i = 0; i < Rank; ++i)
      if (times[i] != 1) return false;
    return times[Rank] == 0;
  }();
};

}  // namespace attn::rules
