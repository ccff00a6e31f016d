// SPDX-License-Identifier: BSL-1.0
// What attn/rules/diagnostic_axes.hpp promises: a relation of what is shown says what it says of all axes.
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/axes/selector.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/relations.hpp>
#include <attn/rules/roles.hpp>
#include <string_view>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::diagnostic_axes_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 2>;  // as long as token
using feature = axis<"feature", 3>;
using rules::axes_of, rules::axes_of_A, rules::axes_of_B, rules::rank;

// What same_axes finds, in the pair that is to be printed.
template <class AxesOfA, class AxesOfB, class InA, class InB>
constexpr bool differ_in() {
  using in_a = rules::differing_in_A<AxesOfA, AxesOfB>;
  using in_b = rules::differing_in_B<AxesOfA, AxesOfB>;
  return std::is_same_v<in_a, InA> && std::is_same_v<in_b, InB> &&
         rules::same_axis<in_a, in_b>::value == rules::same_axes<AxesOfA, AxesOfB>::value;
}

constexpr report the_first_difference() {
  report r;
  using rules::axis_of_A, rules::axis_of_B;
  r.check(differ_in<axes_of_A<>, axes_of_B<>, rank<0>, rank<0>>());
  r.check(differ_in<axes_of_A<token, feature>, axes_of_B<dim<2>, feature>, rank<0>, rank<0>>());
  r.check(differ_in<axes_of_A<token, feature>, axes_of_B<key, dim<4>>, axis_of_A<token>,
                    axis_of_B<key>>());
  r.check(differ_in<axes_of_A<token, feature>, axes_of_B<token, dim<4>>, axis_of_A<feature>,
                    axis_of_B<dim<4>>>());
  r.check(differ_in<axes_of_A<dim<2>, token, feature>, axes_of_B<dim<2>, token, key>,
                    axis_of_A<feature>, axis_of_B<key>>());
  return r;
}

// Where the ranks differ, all names are shown, in one text.
template <class Names>
constexpr std::string_view text_in = "";
template <auto Text>
constexpr std::string_view text_in<rules::names<Text>> = Text.characters;

template <class A, class B>
constexpr bool differ_in_text(std::string_view in_A, std::string_view in_B) {
  using in_a = rules::differing_in_A<A, B>;
  using in_b = rules::differing_in_B<A, B>;
  return text_in<in_a> == in_A && text_in<in_b> == in_B && !rules::same_axis<in_a, in_b>::value;
}

constexpr report another_rank() {
  report r;
  using four = axes_of_B<axis<"batch", 2>, dim<120>, token, feature>;
  r.check(differ_in_text<axes_of_A<token, feature>, axes_of_B<token>>("token feature", "token"));
  r.check(differ_in_text<axes_of_A<>, four>("", "batch 120 token feature"));
  r.check(differ_in_text<axes_of_A<key>, axes_of_B<>>("key", ""));
  using longest = axis<"abcdefghijklmnopqrstuvw", 2>;
  r.check(differ_in_text<axes_of_A<longest, longest>, axes_of_B<longest>>(
      "abcdefghijklmnopqrstuvw abcdefghijklmnopqrstuvw", "abcdefghijklmnopqrstuvw"));
  return r;
}

constexpr report what_was_looked_at() {
  report r;
  using rules::agree, rules::diagnostic_axes_unless;
  using four = axes_of_A<axis<"batch", 2>, dim<120>, token, feature>;
  r.check(
      agree<>::value &&
      agree<diagnostic_axes_unless<true, four>, diagnostic_axes_unless<true, axes_of<>>>::value);
  r.check(!agree<diagnostic_axes_unless<false, four>>::value &&
          !agree<diagnostic_axes_unless<false, axes_of<>>>::value);
  r.check(!agree<diagnostic_axes_unless<true, four>,
                 diagnostic_axes_unless<false, axes_of<token>>>::value);
  using std::string_view;
  r.check(string_view(diagnostic_axes_unless<false, four>.characters) ==
          "batch 2, 120, token 2, feature 3");
  r.check(string_view(diagnostic_axes_unless<false, axes_of<>>.characters) == "");
  r.check(string_view(rules::diagnostic_names_unless<false, four>.characters) ==
          "batch 120 token feature");
  r.check(agree<rules::diagnostic_names_unless<true, four>>::value);
  return r;
}

constexpr report repeated() {
  report r;
  using rules::repeated_in, rules::result_axes;
  using longer = axis<"token", 7>;
  r.check(std::is_same_v<repeated_in<shape<token, feature, longer>>, result_axes<token, longer>>);
  r.check(std::is_same_v<repeated_in<axes_of<feature, token, token>>, result_axes<token, token>>);
  r.check(std::is_same_v<repeated_in<axes_of<key, token, key, token>>, result_axes<key, key>>);
  r.check(std::is_same_v<repeated_in<shape<token, feature, key>>, result_axes<>>);
  r.check(std::is_same_v<repeated_in<shape<dim<3>, token, dim<3>>>, result_axes<>>);
  r.check(std::is_same_v<repeated_in<shape<>>, result_axes<>>);
  r.check(std::is_same_v<repeated_in<shape<token>>, result_axes<>>);
  r.check(!rules::distinct_axes<repeated_in<shape<token, feature, longer>>>::value);
  r.check(rules::distinct_axes<repeated_in<shape<token, feature, key>>>::value);
  return r;
}

template <class Axes, class Indices, class Axis, class Index>
constexpr bool beyond() {
  using axis_shown = rules::axis_beyond<Axes, Indices>;
  using index_shown = rules::index_beyond<Axes, Indices>;
  return std::is_same_v<axis_shown, Axis> && std::is_same_v<index_shown, Index> &&
         rules::indices_in_range<axis_shown, index_shown>::value ==
             rules::indices_in_range<Axes, Indices>::value;
}

constexpr report an_index_too_large() {
  report r;
  using rules::indices;
  using all = axes_of<token, feature, key>;
  r.check(beyond<all, indices<0, 3, 9>, axes_of<feature>, indices<3>>());
  r.check(beyond<all, indices<2, 0, 0>, axes_of<token>, indices<2>>());
  r.check(beyond<all, indices<1, 2, 2>, axes_of<key>, indices<2>>());
  r.check(beyond<all, indices<1, 2, 1>, axes_of<key>, indices<1>>());
  r.check(beyond<axes_of<>, indices<>, axes_of<>, indices<>>());
  r.check(beyond<all, indices<7>, all, indices<7>>());  // one_index_per_axis' affair
  return r;
}

constexpr report in_brief() {
  report r;
  using rules::has_axis, rules::wanted;
  using three = axes_of<token, dim<5>, feature>;
  using four = axes_of<axis<"batch", 2>, dim<3>, token, feature>;
  using names = rules::in_brief<four>;
  r.check(std::is_same_v<rules::in_brief<three>, three> && !std::is_same_v<names, four>);
  r.check(has_axis<names, wanted<axis_selector("batch")>>::value);
  r.check(has_axis<names, wanted<axis_selector("feature")>>::value);
  r.check(!has_axis<names, wanted<axis_selector("key")>>::value);
  r.check(has_axis<names, wanted<axis_selector(1)>>::value);
  r.check(has_axis<names, wanted<axis_selector(-4)>>::value);
  r.check(!has_axis<names, wanted<axis_selector(-5)>>::value);
  r.check(!rules::is_vector<names>::value && !rules::is_matrix<names>::value &&
          !rules::is_sequence<names>::value);
  r.check(rules::has_room_for<names, rank<2>>::value &&
          !rules::has_room_for<names, rank<3>>::value);
  r.check(rules::one_index_per_axis<names, rank<4>>::value);
  r.check(!rules::one_index_per_axis<names, rank<3>>::value);
  return r;
}

constexpr report as_expected() {
  report r;
  // With a text it is an error: static_tests/rejected/checkpoint.cpp.
  r.check(rules::checkpoint_fits<>::value);
  r.check(!rules::as_expected<>::value && !rules::as_expected<rules::text<4>{"0.5"}>::value);
  r.check(!rules::printed<>::value && !rules::printed<rules::text<4>{"0.5"}>::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"as_expected", as_expected},   {"the first difference", the_first_difference},
    {"another rank", another_rank}, {"what was looked at", what_was_looked_at},
    {"repeated", repeated},         {"an index too large", an_index_too_large},
    {"in brief", in_brief},
};

}  // namespace attn_tests::diagnostic_axes_tests
