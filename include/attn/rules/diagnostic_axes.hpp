// SPDX-License-Identifier: BSL-1.0
// The text of an axis's name.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <type_traits>

#include <attn/detail/abi.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/relations.hpp>
#include <attn/version.hpp>

namespace attn::detail {

// A string as a template argument. Of an array without a terminating zero, the last two characters
// become "?" and a zero: it is no identifier, no rule accepts it, and nothing reads beyond its end.
template <std::size_t N>
consteval void copy_string(char (&text)[N], const char (&literal)[N]) {
  for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
  if (text[N - 1] == '\0') return;
  text[N - 1] = '\0';
  if constexpr (N > 1) text[N - 2] = '?';
}

// A label of any length, or none: what compares axes without a function for each pair of lengths.
struct label_text {
  const char* text = nullptr;
  std::size_t length = 0;

  consteval bool agrees_with(const label_text& other) const {
    if (length == 0 || other.length == 0) return true;  // an unnamed axis goes with every name
    return equals(other);
  }
  consteval bool equals(const label_text& other) const {
    if (length != other.length) return false;
    for (std::size_t i = 0; i < length; ++i)
      if (text[i] != other.text[i]) return false;
    return true;
  }
};

}  // namespace attn::detail

namespace attn::rules {

// Selects the axes that a diagnostic shows. A line with all axes of two tensors would be too long
// to read.
//
//   differing_in_A<A, B>, differing_in_B<A, B>    the first axes that are not the same
//   axes_agree<A, B>                              same_axes, which prints these two
//   agree<diagnostic_axes_unless<holds, Axes>…>      what a rule has looked at, if it does not hold
//   repeated_in<Axes>                             the first two axes that have one name
//   axis_beyond<Axes, Indices>, index_beyond<…>   the first index that is too large, and its axis
//   in_brief<Role>                               the names alone, where there are four axes or more
//
// A relation (rules/relations.hpp) of these is equivalent to the relation of all axes.

// --- the axes that differ -----------------------------------------------------------------------

// The axes in one text: their names, and the sizes of those that have none, or of all.
template <std::size_t N>
struct text {
  char characters[N]{};
  ATTN_ABI constexpr bool operator==(const text&) const = default;
};

namespace detail {
enum class sizes_shown { of_unnamed, of_all };

template <sizes_shown Shown, class... Axes>
consteval auto text_of_axes() {
  constexpr auto all = [] {
    struct {
      char characters[sizeof...(Axes) * 48 + 1]{};  // a name, a size, and what is between
      std::size_t length = 0;
      constexpr void add(char c) { characters[length++] = c; }
      constexpr void add(std::size_t number) {
        if (number >= 10) add(number / 10);
        add(static_cast<char>('0' + number % 10));
      }
    } put;
    [[maybe_unused]] const auto add = [&]<class Axis>(any_axis<Axis>*) {
      constexpr bool sized = Shown == sizes_shown::of_all;
      if (put.length > 0 && sized) put.add(',');
      if (put.length > 0) put.add(' ');
      if constexpr (Axis::named) {
        for (const char* c = Axis::name.text; *c != 0; ++c) put.add(*c);
        if (sized) put.add(' ');
      }
      if (!Axis::named || sized) put.add(Axis::size);
    };
    (add(static_cast<any_axis<Axes>*>(nullptr)), ...);
    return put;
  }();
  text<all.length + 1> exact;
  // With the terminating 0: Clang prints arrays that do not end with one as numbers.
  for (std::size_t i = 0; i <= all.length; ++i) exact.characters[i] = all.characters[i];
  return exact;
}

// Used only if the ranks differ: the texts are for a diagnostic.
template <class AxesOfA, class AxesOfB>
struct difference_in_rank;
template <template <class...> class RoleA, class... A, template <class...> class RoleB, class... B>
struct difference_in_rank<RoleA<A...>, RoleB<B...>> {
  using in_a = names<text_of_axes<sizes_shown::of_unnamed, A...>()>;
  using in_b = names<text_of_axes<sizes_shown::of_unnamed, B...>()>;
};
template <class A, class B>
struct difference {
  using in_a = A;
  using in_b = B;
};
template <class AxesOfA, class AxesOfB>
struct first_difference : difference<rank<0>, rank<0>> {};
template <template <class...> class RoleA, class A, class... RestA, template <class...> class RoleB,
          class B, class... RestB>
struct first_difference<RoleA<A, RestA...>, RoleB<B, RestB...>>
    : std::conditional_t<same_axis<axis_of_A<A>, axis_of_B<B>>::value,
                         first_difference<RoleA<RestA...>, RoleB<RestB...>>,
                         difference<axis_of_A<A>, axis_of_B<B>>> {};
template <class AxesOfA, class AxesOfB>
struct difference_of;
template <template <class...> class RoleA, class... A, template <class...> class RoleB, class... B>
struct difference_of<RoleA<A...>, RoleB<B...>>
    : std::conditional_t<sizeof...(A) == sizeof...(B), first_difference<RoleA<A...>, RoleB<B...>>,
                         difference_in_rank<RoleA<A...>, RoleB<B...>>> {};
}  // namespace detail

// The first pair of axes that are not the same (or the names of all, where the ranks differ):
// same_axis of the two is equivalent to same_axes.
template <class AxesOfA, class AxesOfB>
using differing_in_A = typename detail::difference_of<AxesOfA, AxesOfB>::in_a;
template <class AxesOfA, class AxesOfB>
using differing_in_B = typename detail::difference_of<AxesOfA, AxesOfB>::in_b;
template <class AxesOfA, class AxesOfB>
using axes_agree = same_axis<differing_in_A<AxesOfA, AxesOfB>, differing_in_B<AxesOfA, AxesOfB>>;

namespace detail {
// One of them would have the axes of the other without one of its own, which the other lacks. Asked
// if the axes do not agree.
template <bool Asked, class AxesOfA, class AxesOfB>
inline constexpr bool one_axis_missing = false;
template <template <class...> class RoleA, class... A, template <class...> class RoleB, class... B>
  requires(sizeof...(A) == sizeof...(B) + 1)
inline constexpr bool one_axis_missing<true, RoleA<A...>, RoleB<B...>> = []() consteval {
  const attn::detail::label_text a[] = {A::text...}, b[] = {B::text..., {}};
  const std::size_t sizes_of_a[] = {A::size...}, sizes_of_b[] = {B::size..., 0};
  std::size_t i = 0;
  for (std::size_t j = 0; i < sizeof...(B); ++i, ++j) {
    if (i == j && !(sizes_of_a[j] == sizes_of_b[i] && a[j].agrees_with(b[i]))) ++j;
    if (!(sizes_of_a[j] == sizes_of_b[i] && a[j].agrees_with(b[i]))) break;
  }
  return i == sizeof...(B);
}();
template <template <class...> class RoleA, class... A, template <class...> class RoleB, class... B>
  requires(sizeof...(A) + 1 == sizeof...(B))
inline constexpr bool one_axis_missing<true, RoleA<A...>, RoleB<B...>> =
    one_axis_missing<true, RoleB<B...>, RoleA<A...>>;

template <bool Hidden, sizes_shown Shown, class Axes>
struct hidden_if {
  static constexpr std::nullptr_t value = nullptr;
};
template <sizes_shown Shown, template <class...> class Role, class... Axes>
struct hidden_if<false, Shown, Role<Axes...>> {
  static constexpr auto value = text_of_axes<Shown, Axes...>();
};
}  // namespace detail

// A rule about axes that was already evaluated: true if there is nothing to show. Otherwise it
// prints the axes of diagnostic_axes_unless with their sizes, or the names of
// diagnostic_names_unless.
template <bool Holds, class Axes>
inline constexpr auto diagnostic_axes_unless =
    detail::hidden_if<Holds, detail::sizes_shown::of_all, Axes>::value;
template <bool Holds, class Axes>
inline constexpr auto diagnostic_names_unless =
    detail::hidden_if<Holds, detail::sizes_shown::of_unnamed, Axes>::value;
template <auto... Shown>
struct agree {
  static constexpr bool value = (std::is_same_v<decltype(Shown), std::nullptr_t> && ...);
};

// What a check has found is what was expected: never, for it is asked only if not.
template <text... Found>
struct as_expected {
  static constexpr bool value = false;
};

// What a constant consists of: never, for it is asked only in order to be shown.
template <text... Shown>
struct printed {
  static constexpr bool value = false;
};

// Nothing is wrong with a checkpoint. If there is, it asserts so itself, with the pieces of the
// sentence: in the first line of an error there is no room for them.
template <text... Fault>
struct checkpoint_fits {
  static constexpr bool value = sizeof...(Fault) == 0;
  static_assert(sizeof...(Fault) == 0,
                "attn: the model cannot be loaded from the bytes: see checkpoint_fits<...>");
};

// --- the axes of one name -----------------------------------------------------------------------

namespace detail {
struct two_positions {
  std::size_t first, second;
};
// The positions of the first two equal names, or the number of axes if there are none.
template <class Text>
consteval two_positions repeated(std::initializer_list<Text> names) {
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = i + 1; j < names.size(); ++j)
      if (names.begin()[i].length > 0 && names.begin()[i].equals(names.begin()[j])) return {i, j};
  return {names.size(), names.size()};
}
template <std::size_t Index, class First, class... Rest>
struct picked : picked<Index - 1, Rest...> {};
template <class First, class... Rest>
struct picked<0, First, Rest...> : std::type_identity<First> {};

template <two_positions At, class... Axes>
struct axes_at : std::type_identity<result_axes<>> {};
template <two_positions At, class... Axes>
  requires(At.first < sizeof...(Axes))
struct axes_at<At, Axes...>
    : std::type_identity<result_axes<typename picked<At.first, Axes...>::type,
                                     typename picked<At.second, Axes...>::type>> {};

template <class Axes>
struct first_repeated : std::type_identity<result_axes<>> {};
template <template <class...> class Role, class First, class Second, class... Rest>
struct first_repeated<Role<First, Second, Rest...>>
    : axes_at<repeated({First::text, Second::text, Rest::text...}), First, Second, Rest...> {};
}  // namespace detail

// The first axis of a shape that has the name of another one, and that one: distinct_axes of the
// two is equivalent to the relation of all.
template <class Shape>
using repeated_in = typename detail::first_repeated<Shape>::type;

// --- the index that is too large ----------------------------------------------------------------

namespace detail {
template <class Axes, class Indices>
struct first_beyond {
  using axis = Axes;
  using index = Indices;
};
template <template <class...> class Role, class First, class Second, class... Rest,
          std::size_t Index, std::size_t... More>
  requires(sizeof...(Rest) + 1 == sizeof...(More))
struct first_beyond<Role<First, Second, Rest...>, indices<Index, More...>>
    : std::conditional_t<(Index < First::size),
                         first_beyond<Role<Second, Rest...>, indices<More...>>,
                         first_beyond<Role<First>, indices<Index>>> {};
}  // namespace detail

// The first index that is not below the size of its axis, and that axis (or the last one of all):
// indices_in_range of the two is equivalent to the relation of all.
template <class Axes, class Indices>
using axis_beyond = typename detail::first_beyond<Axes, Indices>::axis;
template <class Axes, class Indices>
using index_beyond = typename detail::first_beyond<Axes, Indices>::index;

// --- many axes, in brief ------------------------------------------------------------------------

namespace detail {
template <class Axis>
consteval auto name_or_size() {
  if constexpr (Axis::named)
    return Axis::name;
  else
    return Axis::size;
}
template <auto Size>
struct entry {
  ATTN_ABI static constexpr attn::detail::label_text text = {};
};
template <auto Name>
  requires requires { Name.text; }
struct entry<Name> {
  ATTN_ABI static constexpr attn::detail::label_text text = {Name.text, Name.length};
};
template <class Role>
struct brief : std::type_identity<Role> {};
template <template <class...> class Role, class... Axes>
  requires(sizeof...(Axes) > 3)
struct brief<Role<Axes...>> : std::type_identity<names<name_or_size<Axes>()...>> {};
}  // namespace detail

// The axes in their role. Four and more of them by their names alone, or the sizes where they have
// none.
template <class Role>
using in_brief = typename detail::brief<Role>::type;

template <auto... NamesAndSizes, auto Selector>
struct has_axis<names<NamesAndSizes...>, wanted<Selector>> {
  static constexpr bool value =
      Selector.template position_in<detail::entry<NamesAndSizes>...>() < sizeof...(NamesAndSizes);
};
template <auto... NamesAndSizes, std::size_t Rank>
struct one_index_per_axis<names<NamesAndSizes...>, rank<Rank>> {
  static constexpr bool value = (sizeof...(NamesAndSizes) == Rank);
};
template <auto... NamesAndSizes, std::size_t Rank>
struct has_room_for<names<NamesAndSizes...>, rank<Rank>> {
  static constexpr bool value = (sizeof...(NamesAndSizes) + Rank <= max_rank);
};

}  // namespace attn::rules
