// SPDX-License-Identifier: BSL-1.0
// The rules of patterns, such as the pattern of rearrange<"token (head d_k) -> head token d_k">(x).
//
// A pattern that is wrong is printed in two parts, cut where it is wrong:
//
//   well_formed<pattern<"token ", here<6>, "(head d_k -> head token d_k">>
//
// so the second part begins with what the sentence is about; 6 is its index. Of a long pattern only
// the surroundings are printed. The whole is in the compiler's line about the call.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/abi.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/relations.hpp>

namespace attn::rules {

// --- roles --------------------------------------------------------------------------------------

template <auto Before, class Here, auto From>
struct pattern;
template <std::size_t Index>
struct here;

namespace detail {

// A text of another length.
template <class Text>
struct text_like;
template <template <std::size_t> class Text, std::size_t N>
struct text_like<Text<N>> {
  template <std::size_t M>
  using of = Text<M>;
};

// Characters of a pattern. Two dots replace omitted ones.
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

// The pattern, split at this index.
template <auto Text, std::size_t At>
using pattern_cut = pattern<detail::before<Text, At>(), here<At>, detail::behind<Text, At>()>;

// A pattern, split at a mistake if there is one.
struct whole_pattern;
template <bool Wrong, class Cut>
using cut_if = std::conditional_t<Wrong, Cut, whole_pattern>;

template <auto Before, class Here, auto From>
struct introduced<pattern<Before, Here, From>> {
  ATTN_ABI static constexpr void to(composed_text& text) {
    text.add("here: \"").add(From.text).add("\"");
  }
};

// --- relations ----------------------------------------------------------------------------------

// The text is a valid pattern of names, numbers, parentheses and ellipses.
template <class Pattern>
struct well_formed {
  static constexpr bool value = false;
};
template <>
struct well_formed<whole_pattern> {
  static constexpr bool value = true;
};

// The operation permits the axes that appear on only one side.
template <class Pattern>
struct both_sides_agree {
  static constexpr bool value = well_formed<Pattern>::value;
};

// The pattern fits the tensor, of which the axis in question (or the number of axes) is printed.
template <class Pattern, class... Axes>
struct fits {
  static constexpr bool value = well_formed<Pattern>::value;
};

namespace detail {
// The name of the axis is a word of the text.
template <auto Text, class Axis>
consteval bool has_word() {
  if constexpr (requires { requires Axis::named && Axis::asked_size > 0; }) {
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
template <std::size_t Index, std::size_t Rank, class... Axes>
struct nth {
  using type = rank<Rank>;  // of no axis in particular
};
template <std::size_t Rank, class Axis, class... More>
struct nth<0, Rank, Axis, More...> {
  using type = Axis;
};
template <std::size_t Index, std::size_t Rank, class Axis, class... More>
  requires(Index > 0)
struct nth<Index, Rank, Axis, More...> : nth<Index - 1, Rank, More...> {};
}  // namespace detail

// A size argument is an axis whose name appears in the pattern.
template <auto Text, class Given>
struct names_in_pattern {
  static constexpr bool value = detail::has_word<Text, Given>();
};

// The axes in their role, if that is what they are.
template <bool Are, class... Axes>
using axes_if = std::conditional_t<Are, axes_of<Axes...>, axes_of<>>;

// The axis at position Index. The number of axes if there is no such position.
template <std::size_t Index, class... Axes>
using axis_or_rank = typename detail::nth<Index, sizeof...(Axes), Axes...>::type;

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
struct is_reduction {
  static constexpr bool value = false;
};
template <auto Name>
struct is_reduction<name<Name>> {
  static constexpr bool value = detail::spells(Name, "sum") || detail::spells(Name, "mean") ||
                                detail::spells(Name, "max") || detail::spells(Name, "min") ||
                                detail::spells(Name, "prod");
};

}  // namespace attn::rules
