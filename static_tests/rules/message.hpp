// SPDX-License-Identifier: BSL-1.0
// Behaviours of message, diagnostic_axes of attn/rules/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::rules_message_tests {
using key_12 = axis<"key", 12>;

constexpr bool reads(const rules::composed_text& text, const char* expected) {
  std::size_t i = 0;
  for (; expected[i] != '\0'; ++i)
    if (i >= text.size() || text.data()[i] != expected[i]) return false;
  return i == text.size();
}

using token_2 = axis<"token", 2>;
using key = axis<"key", 2>;  // as long as token
using rules::axes_of, rules::axes_of_A, rules::axes_of_B, rules::rank;

// What same_axes finds, in the pair that is to be printed.
template <class AxesOfA, class AxesOfB, class InA, class InB> constexpr bool differ_in() {
  using in_a = rules::differing_in_A<AxesOfA, AxesOfB>;
  using in_b = rules::differing_in_B<AxesOfA, AxesOfB>;
  return std::is_same_v<in_a, InA> && std::is_same_v<in_b, InB> &&
         rules::same_axis<in_a, in_b>::value == rules::same_axes<AxesOfA, AxesOfB>::value;
}

// Where the ranks differ, all names are shown, in one text.
template <class Names> constexpr std::string_view text_in = "";
template <auto Text> constexpr std::string_view text_in<rules::names<Text>> = Text.characters;

template <class A, class B>
constexpr bool differ_in_text(std::string_view in_A, std::string_view in_B) {
  using in_a = rules::differing_in_A<A, B>;
  using in_b = rules::differing_in_B<A, B>;
  return text_in<in_a> == in_A && text_in<in_b> == in_B && !rules::same_axis<in_a, in_b>::value;
}

template <class Axes, class Indices, class Axis, class Index> constexpr bool beyond() {
  using axis_shown = rules::axis_beyond<Axes, Indices>;
  using index_shown = rules::index_beyond<Axes, Indices>;
  return std::is_same_v<axis_shown, Axis> && std::is_same_v<index_shown, Index> &&
         rules::indices_in_range<axis_shown, index_shown>::value ==
             rules::indices_in_range<Axes, Indices>::value;
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/rules/call.hpp promises: the text that ATTN_MESSAGE shows where messages can be composed.
  tests.proved("shapes stand behind the sentence", [](report& r) {
    r.check(
        reads(rules::message<rules::axes_of_A<token, dim<20>>, rules::axes_of_B<key_12>>("f: no"),
            "f: no [A is (token 3, 20), B is (key 12)]"));
    r.check(reads(rules::message<rules::axes_of<>>("f: no"), "f: no [x is ()]"));
    r.check(reads(
        rules::message<rules::axes_of_Q<token>, rules::axes_of_K<key_12>, rules::axes_of_V<dim<1>>>(
            "g"),
        "g [Q is (token 3), K is (key 12), V is (1)]"));
    r.check(reads(rules::message<rules::roles<>>("no shapes"), "no shapes"));
  });
  // A C++20 static_assert takes a literal: there the macro is the sentence and nothing else.
  tests.proved("the macro is a message", [](report& r) {
#if __cplusplus > 202302L && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
    r.check(reads(ATTN_MESSAGE("h", rules::axes_of<token>), "h [x is (token 3)]"));
#else
  constexpr char sentence[] = ATTN_MESSAGE("h", rules::axes_of<token>);
  r.check(sentence[0] == 'h' && sentence[1] == '\0');
#endif
  });
  // Numbers of files have 64 bits, whatever a std::size_t has.
  tests.proved("numbers have 64 bits", [](report& r) {
    r.check(reads(rules::composed_text().add(std::uint64_t{10'000'000'000}), "10000000000"));
    r.check(reads(rules::composed_text().add(~std::uint64_t{}), "18446744073709551615"));
    r.check(reads(rules::composed_text().add(launder(std::size_t{0})), "0"));
  });
  tests.proved("what does not fit is cut", [](report& r) {
    rules::composed_text text;
    for (int i = 0; i < 200; ++i) text.add("0123456789");
    r.check(text.size() == sizeof text.text);
    text.add(std::size_t{7}).add_axis<token>();
    r.check(text.size() == sizeof text.text && text.data()[511] == '1');
  });
  // How each role calls its operand.
  tests.proved("each role is introduced", [](report& r) {
    rules::composed_text text;
    rules::introduced<rules::axes_of_B<token>>::to(text);
    r.check(reads(text, "B is (token 3)"));
  });
  // What attn/rules/diagnostic_axes.hpp promises: a relation of what is shown says what it says of all axes.
  tests.proved("as_expected", [](report& r) {
    // With a text it is an error: static_tests/rejected/io.cpp.
    r.check(rules::checkpoint_fits<>::value);
    r.check(!rules::as_expected<>::value && !rules::as_expected<rules::text<4>{"0.5"}>::value);
    r.check(!rules::printed<>::value && !rules::printed<rules::text<4>{"0.5"}>::value);
  });
  tests.proved("the first difference", [](report& r) {
    using rules::axis_of_A, rules::axis_of_B;
    r.check(differ_in<axes_of_A<>, axes_of_B<>, rank<0>, rank<0>>());
    r.check(differ_in<axes_of_A<token_2, feature>, axes_of_B<dim<2>, feature>, rank<0>, rank<0>>());
    r.check(differ_in<axes_of_A<token_2, feature>, axes_of_B<key, dim<4>>, axis_of_A<token_2>,
        axis_of_B<key>>());
    r.check(differ_in<axes_of_A<token_2, feature>, axes_of_B<token_2, dim<4>>, axis_of_A<feature>,
        axis_of_B<dim<4>>>());
    r.check(differ_in<axes_of_A<dim<2>, token_2, feature>, axes_of_B<dim<2>, token_2, key>,
        axis_of_A<feature>, axis_of_B<key>>());
  });
  tests.proved("another rank", [](report& r) {
    using four = axes_of_B<axis<"batch", 2>, dim<120>, token_2, feature>;
    r.check(
        differ_in_text<axes_of_A<token_2, feature>, axes_of_B<token_2>>("token feature", "token"));
    r.check(differ_in_text<axes_of_A<>, four>("", "batch 120 token feature"));
    r.check(differ_in_text<axes_of_A<key>, axes_of_B<>>("key", ""));
    using longest = axis<"abcdefghijklmnopqrstuvw", 2>;
    r.check(differ_in_text<axes_of_A<longest, longest>, axes_of_B<longest>>(
        "abcdefghijklmnopqrstuvw abcdefghijklmnopqrstuvw", "abcdefghijklmnopqrstuvw"));
  });
  tests.proved("what was looked at", [](report& r) {
    using rules::agree, rules::diagnostic_axes_unless;
    using four = axes_of_A<axis<"batch", 2>, dim<120>, token_2, feature>;
    r.check(
        agree<>::value &&
        agree<diagnostic_axes_unless<true, four>, diagnostic_axes_unless<true, axes_of<>>>::value);
    r.check(!agree<diagnostic_axes_unless<false, four>>::value &&
            !agree<diagnostic_axes_unless<false, axes_of<>>>::value);
    r.check(!agree<diagnostic_axes_unless<true, four>,
        diagnostic_axes_unless<false, axes_of<token_2>>>::value);
    using std::string_view;
    r.check(string_view(diagnostic_axes_unless<false, four>.characters) ==
            "batch 2, 120, token 2, feature 3");
    r.check(string_view(diagnostic_axes_unless<false, axes_of<>>.characters) == "");
    r.check(string_view(rules::diagnostic_names_unless<false, four>.characters) ==
            "batch 120 token feature");
    r.check(agree<rules::diagnostic_names_unless<true, four>>::value);
  });
  tests.proved("repeated", [](report& r) {
    using rules::repeated_in, rules::result_axes;
    using longer = axis<"token", 7>;
    r.check(
        std::is_same_v<repeated_in<shape<token_2, feature, longer>>, result_axes<token_2, longer>>);
    r.check(std::is_same_v<repeated_in<axes_of<feature, token_2, token_2>>,
        result_axes<token_2, token_2>>);
    r.check(
        std::is_same_v<repeated_in<axes_of<key, token_2, key, token_2>>, result_axes<key, key>>);
    r.check(std::is_same_v<repeated_in<shape<token_2, feature, key>>, result_axes<>>);
    r.check(std::is_same_v<repeated_in<shape<dim<3>, token_2, dim<3>>>, result_axes<>>);
    r.check(std::is_same_v<repeated_in<shape<>>, result_axes<>>);
    r.check(std::is_same_v<repeated_in<shape<token_2>>, result_axes<>>);
    r.check(!rules::distinct_axes<repeated_in<shape<token_2, feature, longer>>>::value);
    r.check(rules::distinct_axes<repeated_in<shape<token_2, feature, key>>>::value);
  });
  tests.proved("an index too large", [](report& r) {
    using rules::indices;
    using all = axes_of<token_2, feature, key>;
    r.check(beyond<all, indices<0, 3, 9>, axes_of<feature>, indices<3>>());
    r.check(beyond<all, indices<2, 0, 0>, axes_of<token_2>, indices<2>>());
    r.check(beyond<all, indices<1, 2, 2>, axes_of<key>, indices<2>>());
    r.check(beyond<all, indices<1, 2, 1>, axes_of<key>, indices<1>>());
    r.check(beyond<axes_of<>, indices<>, axes_of<>, indices<>>());
    r.check(beyond<all, indices<7>, all, indices<7>>());  // one_index_per_axis' affair
  });
  tests.proved("in brief", [](report& r) {
    using rules::has_axis, rules::wanted;
    using three = axes_of<token_2, dim<5>, feature>;
    using four = axes_of<axis<"batch", 2>, dim<3>, token_2, feature>;
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
    r.check(
        rules::has_room_for<names, rank<2>>::value && !rules::has_room_for<names, rank<3>>::value);
    r.check(rules::one_index_per_axis<names, rank<4>>::value);
    r.check(!rules::one_index_per_axis<names, rank<3>>::value);
  });
};
}  // namespace attn_tests::rules_message_tests
