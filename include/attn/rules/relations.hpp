// SPDX-License-Identifier: BSL-1.0
// The shape rules of the library, as named relations between roles (rules/roles.hpp). Those of
// indices and braces are in rules/indexing.hpp, of tokens, layers and models in rules/models.hpp.
//
// A function asserts one relation per rule, before it does anything else, with a sentence in its
// own words; the compiler prints the relation with its roles filled in beside that sentence. The
// relations are plain constants, so a test or generic code can ask them without provoking an error:
//
//   using namespace attn::rules;
//   static_assert(!same_size<last_of_A<dim<3>>, first_of_B<dim<4>>>);
//
// This header uses only the members of axes (size, named, name), so that axes can include it.
#pragma once

#include <cstddef>
#include <initializer_list>
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

// The tensor has exactly n axes; only the numbers, for several operands.
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

// The size of the first axis divides that of the second.
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

}  // namespace attn::rules
