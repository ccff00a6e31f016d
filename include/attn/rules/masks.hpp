// SPDX-License-Identifier: BSL-1.0
// The rules about masks, biases and weights. Those about shapes are in relations.hpp.
//
// What a mask or a bias knows of itself is filled in by attention/mask.hpp and attention/bias.hpp,
// what weights are by attention/hard_attention.hpp.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/call.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/relations.hpp>

namespace attn::rules {

namespace detail {

// Where the axes of a mask are among the axes of the scores.
template <std::size_t Axes>
struct axis_places {
  bool found = false;
  std::size_t of[Axes + 1]{};
};

template <class A, class B>
consteval bool same_named_axis() {
  return A::named && B::named && same_axis<axis_of_A<A>, axis_of_B<B>>::value;
}

// The last Tail axes of the mask are the last ones of the scores, whose last two are query and key.
// Those in front are all of the scores' leading ones, or some, in order and by name, or none.
template <std::size_t Tail, class... S, class... M>
consteval axis_places<sizeof...(M)> places_of(axes_of_mask<M...>*, axes_of_scores<S...>*) {
  constexpr std::size_t masks = sizeof...(M), scores = sizeof...(S);
  if constexpr (masks < Tail || scores < 2 || masks > scores) {
    return {};
  } else {
    axis_places<masks> places;
    bool same[masks + 1][scores]{}, named[masks + 1][scores]{};  // masks may be 0
    std::size_t row = 0;
    const auto fill = [&]<class Axis>(axis_of_A<Axis>*) {
      std::size_t i = 0, j = 0;
      ((same[row][i++] = same_axis<axis_of_A<Axis>, axis_of_B<S>>::value), ...);
      ((named[row][j++] = same_named_axis<Axis, S>()), ...);
      ++row;
    };
    (fill(static_cast<axis_of_A<M>*>(nullptr)), ...);
    for (std::size_t t = 1; t <= Tail; ++t) {
      if (!same[masks - t][scores - t]) return {};
      places.of[masks - t] = scores - t;
    }
    const bool all = masks - Tail == scores - 2;
    for (std::size_t i = 0, j = 0; i < masks - Tail; ++i, ++j) {
      while (!all && j < scores - 2 && !named[i][j]) ++j;
      if (j >= scores - 2 || (all && !same[i][j])) return {};
      places.of[i] = j;
    }
    places.found = true;
    return places;
  }
}

}  // namespace detail

// Where the axes of a mask are among the axes of the scores, if they are.
template <std::size_t Tail, class Mask, class Scores>
inline constexpr auto places_of_axes =
    detail::places_of<Tail>(static_cast<Mask*>(nullptr), static_cast<Scores*>(nullptr));

// The element is an entry of a mask: keeps or ignores.
template <class Role>
struct is_mask_entry {
  static constexpr bool value = false;
};
template <class E>
struct is_mask_entry<element<E>> {
  static constexpr bool value = requires { typename E::tensor_kind; };
};

// The element is none of these: a mask states already what its entries mean.
template <class Role>
struct not_a_mask {
  static constexpr bool value = !is_mask_entry<Role>::value;
};

// What becomes a mask: elements of type bool.
template <class T>
struct where_call {
  using operands = roles<>;
  using no_mask = not_a_mask<element<T>>;
  using of_bool = same_element<element_of_A<T>, element_of_B<bool>>;
  using all = in_order<no_mask, of_bool>;
};

// A type of masks has what attention/mask.hpp lists. For a diagnostic: one that does not.
template <class Mask, class Scores>
struct is_mask {
  static constexpr bool value = false;
};
template <class Mask>
struct has_rows {
  static constexpr bool value = false;
};

// The mask has the query axis and the key axis of the scores (key_padding only the key axis), and
// no others except leading axes of the scores.
template <class Mask, class Scores>
struct mask_fits {
  static constexpr bool value = false;
};

// The numbers of a mask, one for each text, have the leading axes of the scores, the first of them,
// or some by name.
template <class Mask, class Scores>
struct numbers_fit {
  static constexpr bool value = true;
};
// The numbers of queries and keys are equal, or the mask states how they are aligned.
template <class Mask, class Scores>
struct aligned_mask {
  static constexpr bool value = false;
};
// For a diagnostic: the mask, and the lengths. It is asked where they are not aligned.
template <class Mask, auto Lengths>
struct is_aligned {
  static constexpr bool value = false;
};

// Every query may attend to some key, as far as the type of the mask tells.
template <class Mask, class Scores>
struct some_key_for_each_query {
  static constexpr bool value = false;
};

// The bound of a window is a number of positions, or -1 for none.
template <class Wanted>
struct window_bound {
  static constexpr bool value = false;
};
template <std::ptrdiff_t Bound>
struct window_bound<wanted<Bound>> {
  static constexpr bool value = (Bound >= -1);
};

// The bias has the last two axes of the scores, and all, some or none of the leading ones.
template <class Bias, class Scores>
struct bias_fits {
  static constexpr bool value = false;
};

// The sinks have all, some or none of the leading axes of the scores, and no other.
template <class Sinks, class Scores>
struct sinks_fit {
  static constexpr bool value = false;
};
template <class Sinks, class Scores>
  requires requires { typename Sinks::axes; }
struct sinks_fit<option<Sinks>, Scores> {
  static constexpr bool value =
      places_of_axes<0, role_of<axes_of_mask, typename Sinks::axes>, Scores>.found;
};

// For a diagnostic: of two masks that are combined, the one for which a rule does not hold.
template <template <class, class> class Rule, class Mask, class Scores>
struct wrong_mask {
  using type = Mask;
};
template <template <class, class> class Rule, class Mask, class Scores>
  requires requires { typename Mask::template wrong<Rule, Scores>; }
struct wrong_mask<Rule, Mask, Scores>
    : wrong_mask<Rule, typename Mask::template wrong<Rule, Scores>, Scores> {};

// The axes of a mask or a bias, and none where it has none, and of scores the axes of the query and
// the key.
template <class Option, class Scores>
struct axes_of_option {
  using type = axes_of_mask<>;
};
template <class Option, class Scores>
  requires requires { typename Option::axes; }
struct axes_of_option<Option, Scores> {
  using type = role_of<axes_of_mask, typename Option::axes>;
};
template <class Option, class Scores>
  requires requires { typename Option::shape_type; }
struct axes_of_option<Option, Scores> {
  using type = role_of<axes_of_mask, typename Option::shape_type>;
};
template <class Option, class Scores>
  requires requires { typename Option::template wrong<mask_fits, Scores>; }
struct axes_of_option<Option, Scores>
    : axes_of_option<typename wrong_mask<mask_fits, Option, Scores>::type, Scores> {};
template <class Option, class Scores>
using axes_in_option = typename axes_of_option<Option, Scores>::type;

template <class Scores>
struct last_two {
  using type = Scores;
};
template <template <class...> class Role, class First, class Second, class Third, class... Rest>
struct last_two<Role<First, Second, Third, Rest...>> : last_two<Role<Second, Third, Rest...>> {};
template <class Scores>
using query_and_key = typename last_two<Scores>::type;

// The weights of a query without any key: no policy has been chosen for them.
struct no_policy;

// As far as its type tells, the mask leaves every query a key, or a policy has been chosen.
template <class Mask, class Policy, class Scores>
struct rows_are_settled {
  static constexpr bool value =
      !std::is_same_v<Policy, no_policy> || some_key_for_each_query<option<Mask>, Scores>::value;
};

// --- what a mask requires, and what is required of it -------------------------------------------

// A relation that shows axes if it does not hold, and nothing else.
template <class Relation, class... Axes>
using shown_by = agree<diagnostic_axes_unless<Relation::value, Axes>...>;

// A mask for scores. Asked: the scores are known (rules/call.hpp). Policy: no_policy, or that for
// rows without a key.
template <bool Asked, class Mask, class Scores, class Policy>
struct mask_for_scores {
  using mask_members = not_asked;
  using mask_aligned = not_asked;
  using mask_numbers = not_asked;
  using mask_axes = not_asked;
  using rows_have_weights = not_asked;
};
template <class Mask, class Scores, class Policy>
struct mask_for_scores<true, Mask, Scores, Policy> {
  using mask_members = in_case<!is_mask<option<Mask>, Scores>::value, has_rows<Mask>>;
  static constexpr bool misaligned =
      !in_case<mask_members::value, aligned_mask<option<Mask>, Scores>>::value;
  using mask_aligned =
      in_case<misaligned, is_aligned<typename wrong_mask<aligned_mask, Mask, Scores>::type,
                                     diagnostic_axes_unless<!misaligned, query_and_key<Scores>>>>;
  using mask_numbers =
      shown_by<numbers_fit<option<Mask>, Scores>, axes_in_option<Mask, Scores>, Scores>;
  // Numbers that are wrong make a mask that is wrong alike: one mistake.
  using mask_axes =
      in_case<mask_numbers::value,
              shown_by<mask_fits<option<Mask>, Scores>, axes_in_option<Mask, Scores>, Scores>>;
  using rows_have_weights =
      in_case<mask_axes::value,
              shown_by<rows_are_settled<Mask, Policy, Scores>, query_and_key<Scores>>>;
};

// What the type of an operand says about its rows: nothing, or what attention/hard_attention.hpp
// does.
struct sums_to_anything;
struct sums_to_one;
template <class Operand>
struct rows_of {
  using type = sums_to_anything;
};
template <class Operand>
using sum_of_rows = typename rows_of<Operand>::type;

// The rows are known to sum to 1, or are not.
template <class Sum>
struct is_normalized {
  static constexpr bool value = std::is_same_v<Sum, sums_to_one>;
};
template <class Sum>
struct not_normalized {
  static constexpr bool value = !is_normalized<Sum>::value;
};

}  // namespace attn::rules
