// SPDX-License-Identifier: BSL-1.0
// The rules of patterns, such as that of rearrange<"token (head d_k) -> head token d_k">(x).
//
// A pattern that is wrong is printed in two parts, cut where it is wrong:
//
//   well_formed<pattern<"token ", here<6>, "(head d_k -> head token d_k">>
//
// so the second part begins with what the sentence speaks of; 6 is its index. Of a long pattern
// only the surroundings are printed; the whole stands in the compiler's line about the call.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/relations.hpp>
#include <attn/rules/roles.hpp>
#include <attn/rules/says.hpp>

namespace attn::rules {

// --- roles --------------------------------------------------------------------------------------

template <auto Before, class Here, auto From>
struct pattern;
template <std::size_t Index>
struct here;

namespace detail {

// A text of another length: this room does not know what kind of text it is.
template <class Text>
struct text_like;
template <template <std::size_t> class Text, std::size_t N>
struct text_like<Text<N>> {
  template <std::size_t M>
  using of = Text<M>;
};

// Characters of a pattern; two dots stand for those that are left out.
template <auto Text, std::size_t From, std::size_t To>
consteval auto part() {
  typename text_like<std::remove_cv_t<decltype(Text)>>::template of<To - From + 1> some;
  for (std::size_t i = From; i < To; ++i) some.text[i - From] = Text.text[i];
  some.text[To - From] = '\0';  // said, or Clang prints some of them as numbers
  return some;
}
template <auto Text>
consteval auto dots() {
  return typename text_like<std::remove_cv_t<decltype(Text)>>::template of<3>("..");
}
template <auto Text, std::size_t At>
consteval auto before() {
  constexpr std::size_t most = 30, shown = 10;
  if constexpr (Text.length <= most || At <= shown)
    return part<Text, 0, At>();
  else
    return dots<Text>() + part<Text, At - shown, At>();
}
template <auto Text, std::size_t At>
consteval auto behind() {
  constexpr std::size_t most = 30, shown = 18;
  if constexpr (Text.length <= most || Text.length - At <= shown)
    return part<Text, At, Text.length>();
  else
    return part<Text, At, At + shown>() + dots<Text>();
}

}  // namespace detail

// The pattern, cut at this index.
template <auto Text, std::size_t At>
using pattern_cut = pattern<detail::before<Text, At>(), here<At>, detail::behind<Text, At>()>;

// A pattern that is cut if something is wrong with it, and whole otherwise.
struct whole_pattern;
template <bool Wrong, class Cut>
using cut_if = std::conditional_t<Wrong, Cut, whole_pattern>;

template <auto Before, class Here, auto From>
struct introduced<pattern<Before, Here, From>> {
  static constexpr void to(composed_text& text) { text.add("here: \"").add(From.text).add("\""); }
};

// --- relations ----------------------------------------------------------------------------------

// The text is a pattern: names, numbers, parentheses and ellipses as they may stand.
template <class Pattern>
inline constexpr bool well_formed = false;
template <>
inline constexpr bool well_formed<whole_pattern> = true;

// What stands on one side and not on the other may come, or go, in this operation.
template <class Pattern>
inline constexpr bool both_sides_agree = well_formed<Pattern>;

// The pattern fits the tensor, whose axis here (or their number) is the one that is printed.
template <class Pattern, class... Axes>
inline constexpr bool fits = well_formed<Pattern>;

namespace detail {
// The name of the axis stands in the text as a word of its own.
template <auto Text, class Axis>
consteval bool has_word() {
  if constexpr (requires {
                  requires Axis::named && Axis::asked_size >
                  0;
                }) {
    constexpr auto& word = Axis::name;
    const auto in_word = [](std::size_t at) {
      const char c = at < Text.length ? Text.text[at] : ' ';
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    for (std::size_t at = 0; at + word.length <= Text.length; ++at) {
      bool same = !in_word(at + word.length) && (at == 0 || !in_word(at - 1));
      for (std::size_t i = 0; same && i < word.length; ++i)
        same = Text.text[at + i] == word.text[i];
      if (same) return true;
    }
  }
  return false;
}
template <std::size_t I, std::size_t Rank, class... Axes>
struct nth {
  using type = rank<Rank>;  // of no axis in particular
};
template <std::size_t Rank, class Axis, class... More>
struct nth<0, Rank, Axis, More...> {
  using type = Axis;
};
template <std::size_t I, std::size_t Rank, class Axis, class... More>
  requires(I > 0)
struct nth<I, Rank, Axis, More...> : nth<I - 1, Rank, More...> {};
}  // namespace detail

// What is given as a size is an axis the name of which stands in the pattern.
template <auto Text, class Given>
inline constexpr bool names_in_pattern = detail::has_word<Text, Given>();

// The axes in their role, if that is what they are.
template <bool Are, class... Axes>
using axes_if = std::conditional_t<Are, axes_of<Axes...>, axes_of<>>;

// The axis at position I; the number of axes if there is no such position.
template <std::size_t I, class... Axes>
using axis_or_rank = typename detail::nth<I, sizeof...(Axes), Axes...>::type;

namespace detail {
template <class Axis>
consteval std::size_t size_if_axis() {
  if constexpr (requires { Axis::size; })
    return Axis::size;
  else
    return 0;
}
}  // namespace detail
template <class AxisOrRank>
using size_of_axis = size<detail::size_if_axis<AxisOrRank>()>;

namespace detail {
template <class... Axes>
struct first_repeated {
  using type = result_axes<>;
};
template <class First, class... Rest>
struct first_repeated<First, Rest...>
    : std::conditional_t<differs_from_each<First, Rest...>(), first_repeated<Rest...>,
                         std::type_identity<result_axes<First, First>>> {};
}  // namespace detail

// The first axis that has the name of another one, twice: distinct_axes of it says what
// distinct_axes of all says, and prints what matters of it.
template <class... Axes>
using repeated_axis = typename detail::first_repeated<Axes...>::type;

// The word is the name of a reduction: sum, mean, max, min or prod.
namespace detail {
template <std::size_t N>
consteval bool spells(const auto& word, const char (&letters)[N]) {
  if (word.length != N - 1) return false;
  for (std::size_t i = 0; i < N; ++i)
    if (word.text[i] != letters[i]) return false;
  return true;
}
}  // namespace detail
template <class Name>
inline constexpr bool is_reduction = false;
template <auto Name>
inline constexpr bool is_reduction<name<Name>> =
    detail::spells(Name, "sum") || detail::spells(Name, "mean") || detail::spells(Name, "max") ||
    detail::spells(Name, "min") || detail::spells(Name, "prod");

}  // namespace attn::rules

// The sentences, for a `function` of a Pattern in which `found` was found, at `here`. They are
// macros for the same reason as ATTN_SAYS, and each static_assert is spelled out because GCC prints
// a line for every macro inside another.

// What is asked of every pattern.
#define ATTN_PATTERN_IS_WELL_FORMED(function)                                                      \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::no_arrow), here>>,                \
                ATTN_SAYS(function "a pattern needs an arrow: before -> behind", here));           \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::second_arrow), here>>,            \
                ATTN_SAYS(function "a pattern has one arrow, not two", here));                     \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::dots), here>>,                    \
                ATTN_SAYS(function "an ellipsis is three dots", here));                            \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::second_ellipsis), here>>,         \
                ATTN_SAYS(function "a side has one ellipsis at most", here));                      \
  static_assert(                                                                                   \
      rules::well_formed<rules::cut_if<found.is(fault::name), here>>,                              \
      ATTN_SAYS(function "a name begins with a letter or _ and has 23 characters at most", here)); \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::twice), here>>,                   \
                ATTN_SAYS(function "this name stands on its side already", here));                 \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::too_many), here>>,                \
                ATTN_SAYS(function "the pattern is too long: 16 names a side, 6 operands", here)); \
  static_assert(                                                                                   \
      rules::both_sides_agree<rules::cut_if<found.is(fault::ellipsis_appears), here>>,             \
      ATTN_SAYS(function "this ellipsis is not on the left and stands for nothing", here));        \
  static_assert(rules::both_sides_agree<rules::cut_if<found.is(fault::result_rank), here>>,        \
                ATTN_SAYS(function "a tensor has at most 4 axes", here));                          \
  static_assert(rules::both_sides_agree<rules::cut_if<found.is(fault::result_name), here>>,        \
                ATTN_SAYS(function "the result would have two axes of this name", here))

// … of every one that has no commas: rearrange, reduce, repeat.
#define ATTN_PATTERN_FITS(function)                                                              \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::character), here>>,             \
                ATTN_SAYS(function "a pattern is made of names, 1, ( ), ... and ->", here));     \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::not_closed), here>>,            \
                ATTN_SAYS(function "this ( is never closed", here));                             \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::not_opened), here>>,            \
                ATTN_SAYS(function "this ) closes nothing", here));                              \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::nested), here>>,                \
                ATTN_SAYS(function "no ( may stand between ( and )", here));                     \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::grouped_ellipsis), here>>,      \
                ATTN_SAYS(function "on the left, no ellipsis may stand between ( and )", here)); \
  static_assert(                                                                                 \
      rules::fits<rules::cut_if<found.is(fault::rank), here>, rules::rank<sizeof...(Axes)>>,     \
      ATTN_SAYS(function "the left side must have as many axes as x", here,                      \
                rules::axes_of<Axes...>));                                                       \
  static_assert(                                                                                 \
      rules::fits<rules::cut_if<found.is(fault::other_name), here>,                              \
                  rules::axis_or_rank<found.axis, Axes...>>,                                     \
      ATTN_SAYS(function "this axis of x has another name", here, rules::axes_of<Axes...>));     \
  static_assert(                                                                                 \
      rules::fits<rules::cut_if<found.is(fault::other_size), here>,                              \
                  rules::axis_or_rank<found.axis, Axes...>>,                                     \
      ATTN_SAYS(function "this axis of x has another size", here, rules::axes_of<Axes...>));     \
  static_assert(rules::fits<rules::cut_if<found.is(fault::two_unknown), here>,                   \
                            rules::axis_or_rank<found.axis, Axes...>>,                           \
                ATTN_SAYS(function "also needs this size: axis<\"head\", 8>()", here,            \
                          rules::axes_of<Axes...>));                                             \
  static_assert(rules::fits<rules::cut_if<found.is(fault::not_a_product), here>,                 \
                            rules::axis_or_rank<found.axis, Axes...>>,                           \
                ATTN_SAYS(function "sizes in ( ) must multiply to the axis'", here,              \
                          rules::axes_of<Axes...>))

// … of the sizes that are given beside it.
#define ATTN_PATTERN_TAKES_SIZES(function)                                           \
  static_assert((rules::fits<rules::cut_if<!rules::names_in_pattern<Pattern, Sizes>, \
                                           rules::pattern_cut<Pattern, 0>>,          \
                             Sizes> &&                                               \
                 ...),                                                               \
                function "a size is an axis of the pattern: axis<\"head\", 8>()");   \
  static_assert(rules::distinct_axes<rules::axes_if<sized, Sizes...>>,               \
                function "a name has one size")

// … of every one that has commas: einsum. The axis that does not fit is found_axis.
#define ATTN_PATTERN_CONTRACTS(function)                                                          \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::character), here>>,              \
                ATTN_SAYS(function "a pattern is made of names, commas, ... and ->", here));      \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::number), here>>,                 \
                ATTN_SAYS(function "an axis has a name here, no number", here));                  \
  static_assert(rules::both_sides_agree<rules::cut_if<found.is(fault::appears), here>>,           \
                ATTN_SAYS(function "this name is in no operand", here));                          \
  static_assert(rules::both_sides_agree<rules::cut_if<found.is(fault::ellipsis_vanishes), here>>, \
                ATTN_SAYS(function "the result needs the ellipsis, too", here));                  \
  static_assert(rules::fits<rules::cut_if<found.is(fault::operands), here>,                       \
                            rules::size<1 + sizeof...(More)>>,                                    \
                ATTN_SAYS(function "one operand for each term, with commas between them", here)); \
  static_assert(                                                                                  \
      rules::fits<rules::cut_if<found.is(fault::term_rank), here>, rules::rank<found.axis>>,      \
      ATTN_SAYS(function "this term must have as many axes as its operand", here));               \
  static_assert(rules::fits<rules::cut_if<found.is(fault::ellipsis_ranks), here>>,                \
                ATTN_SAYS(function "each ellipsis must stand for as many axes", here));           \
  static_assert(rules::fits<rules::cut_if<found.is(fault::other_name), here>, found_axis>,        \
                ATTN_SAYS(function "this axis has another name", here));                          \
  static_assert(rules::fits<rules::cut_if<found.is(fault::other_size), here>, found_axis,         \
                            rules::size_of_axis<other_axis>>,                                     \
                ATTN_SAYS(function "this name had another size", here));                          \
  static_assert(rules::fits<rules::cut_if<found.is(fault::other_axis), here>, found_axis>,        \
                ATTN_SAYS(function "this name was another axis", here))
