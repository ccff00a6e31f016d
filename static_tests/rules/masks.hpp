// SPDX-License-Identifier: BSL-1.0
// Behaviours of masks, recurrence, patterns of attn/rules/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::rules_masks_tests {
using rules::axes_of_mask, rules::axes_of_scores, rules::option;
using head_3 = axis<"head", 3>;
using token_4 = axis<"token", 4>;
using scores = axes_of_scores<token_4, key>;
using of_heads = axes_of_scores<head_3, token_4, key>;
using of_batch = axes_of_scores<batch, head_3, token_4, key>;

template <class Option, class... Axes>
constexpr bool has_axes =
    std::is_same_v<rules::axes_in_option<Option, of_batch>, axes_of_mask<Axes...>> &&
    std::is_same_v<typename rules::axes_of_option<Option, of_batch>::type, axes_of_mask<Axes...>>;

// What the compiler prints of a relation that does not hold.
template <class Relation> struct printed;
template <auto... Axes> struct printed<rules::agree<Axes...>> {
  template <class... Texts> static constexpr bool is(const Texts&... texts) {
    return (... && (std::string_view(Axes.characters) == texts));
  }
};
template <class Mask, auto Lengths>
struct printed<rules::is_aligned<Mask, Lengths>> : printed<rules::agree<Lengths>> {
  using mask = Mask;
};
template <class Relation, class... Texts> constexpr bool shows(const Texts&... texts) {
  return printed<Relation>::is(texts...);
}

struct no_rows {
  using kind = mask_kind;
};
struct numbers {
  using kind = mask_kind;
  template <class Scores> constexpr auto row(std::size_t, std::size_t) const {
    return [](std::size_t j) { return static_cast<int>(j); };
  }
};

using token_2 = axis<"token", 2>;
using key_2 = axis<"key", 2>;

using rules::pattern, rules::here, rules::pattern_cut;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/rules/patterns.hpp promises: of every relation, where it holds and where it does not; and
  // how a pattern is cut.
  tests.proved("cut", [](report& r) {
    r.check(std::is_same_v<pattern_cut<label("a (b -> a b"), 2>,
        pattern<label("a "), here<2>, label("(b -> a b")>>);
    r.check(
        std::is_same_v<pattern_cut<label("a b"), 3>, pattern<label("a b"), here<3>, label("")>>);
    // Of a long one the surroundings.
    r.check(std::is_same_v<pattern_cut<label("batch token (head d_k -> batch head token d_k"), 12>,
        pattern<label("..tch token "), here<12>, label("(head d_k -> batch..")>>);
    r.check(std::is_same_v<pattern_cut<label("batch token head d_k -> batch head token"), 30>,
        pattern<label(".. -> batch "), here<30>, label("head token")>>);
    r.check(std::is_same_v<rules::cut_if<false, pattern_cut<label("a"), 1>>, rules::whole_pattern>);
  });
  tests.proved("relations", [](report& r) {
    using wrong = rules::cut_if<true, pattern_cut<label("a b"), 3>>;
    using right = rules::cut_if<false, pattern_cut<label("a b"), 3>>;
    r.check(rules::well_formed<right>::value && !rules::well_formed<wrong>::value);
    r.check(rules::both_sides_agree<right>::value && !rules::both_sides_agree<wrong>::value);
    r.check(rules::fits<right, token>::value && !rules::fits<wrong, token>::value &&
            !rules::fits<wrong>::value);
    r.check(rules::is_reduction<rules::name<label("sum")>>::value);
    r.check(rules::is_reduction<rules::name<label("mean")>>::value);
    r.check(rules::is_reduction<rules::name<label("max")>>::value);
    r.check(rules::is_reduction<rules::name<label("min")>>::value);
    r.check(rules::is_reduction<rules::name<label("prod")>>::value);
    r.check(!rules::is_reduction<rules::name<label("summ")>>::value);
    r.check(
        !rules::is_reduction<rules::name<label("")>>::value && !rules::is_reduction<token>::value);
  });
  tests.proved("sizes", [](report& r) {
    using rules::names_in_pattern;
    r.check(names_in_pattern<label("t (head d) -> t"), axis<"head", 2>>::value);
    r.check(names_in_pattern<label("t (head d) -> t"), axis<"d", 2>>::value);
    r.check(names_in_pattern<label("t"), axis<"t", 2>>::value);
    r.check(!names_in_pattern<label("t (heads d) -> t"), axis<"head", 2>>::value);
    r.check(!names_in_pattern<label("t (my_head d) -> t"), axis<"head", 2>>::value);
    r.check(!names_in_pattern<label("t"), axis<"token", 2>>::value);
    r.check(!names_in_pattern<label("t (head d) -> t"), axis<"head", 0>>::value);
    r.check(!names_in_pattern<label("t 2 -> t"), dim<2>>::value &&
            !names_in_pattern<label("t"), int>::value);
  });
  tests.proved("axes", [](report& r) {
    r.check(std::is_same_v<rules::axis_or_rank<1, token, head>, head>);
    r.check(std::is_same_v<rules::axis_or_rank<2, token, head>, rules::rank<2>>);
    r.check(std::is_same_v<rules::axis_or_rank<0>, rules::rank<0>>);
    r.check(std::is_same_v<rules::size_of_axis<head>, rules::size<2>>);
    r.check(std::is_same_v<rules::size_of_axis<rules::rank<2>>, rules::size<0>>);
  });
  // What attn/rules/masks.hpp promises: of every relation, where it holds and where it does not.
  tests.proved("places_of_axes", [](report& r) {
    const auto found = [](const auto& places) { return places.found; };
    constexpr auto all =
        rules::places_of_axes<2, axes_of_mask<batch, head_3, token_4, key>, of_batch>;
    r.check(all.found && all.of[0] == 0 && all.of[1] == 1 && all.of[2] == 2 && all.of[3] == 3);
    constexpr auto one = rules::places_of_axes<2, axes_of_mask<head_3, token_4, key>, of_batch>;
    r.check(one.found && one.of[0] == 1 && one.of[1] == 2 && one.of[2] == 3);
    constexpr auto none = rules::places_of_axes<2, axes_of_mask<token_4, key>, of_batch>;
    r.check(none.found && none.of[0] == 2 && none.of[1] == 3);
    constexpr auto padding = rules::places_of_axes<1, axes_of_mask<batch, key>, of_batch>;
    r.check(padding.found && padding.of[0] == 0 && padding.of[1] == 3);
    // In their order; once each; with names, if some are missing.
    r.check(!found(rules::places_of_axes<2, axes_of_mask<head_3, batch, token_4, key>, of_batch>));
    r.check(!found(rules::places_of_axes<2, axes_of_mask<head_3, head_3, token_4, key>, of_batch>));
    r.check(!found(rules::places_of_axes<2, axes_of_mask<dim<3>, token_4, key>, of_batch>));
    r.check(found(rules::places_of_axes<2, axes_of_mask<dim<2>, dim<3>, token_4, key>, of_batch>));
    r.check(!found(rules::places_of_axes<2, axes_of_mask<dim<3>, dim<2>, token_4, key>, of_batch>));
    r.check(!found(rules::places_of_axes<2, axes_of_mask<batch, token_4, key>, of_heads>));
    r.check(!found(rules::places_of_axes<2, axes_of_mask<batch, token_4, key>, scores>));
    // Five leading axes are no more difficult than two.
    using one_more = axis<"one_more", 2>;
    constexpr auto many = rules::places_of_axes<2, axes_of_mask<one_more, token_4, key>,
        axes_of_scores<dim<2>, batch, head_3, one_more, dim<3>, token_4, key>>;
    r.check(many.found && many.of[0] == 3 && many.of[1] == 5 && many.of[2] == 6);
  });
  tests.proved("is_mask", [](report& r) {
    using rules::is_mask;
    r.check(is_mask<option<keep_mask<token_4, key>>, scores>::value);
    r.check(
        is_mask<option<decltype(valid_keys(1))>, scores>::value && !is_mask<int, scores>::value);
    r.check(!is_mask<option<no_rows>, scores>::value && !is_mask<option<numbers>, scores>::value);
    using wrong = rules::mask_for_scores<true, no_rows, scores, rules::no_policy>;
    r.check(std::is_same_v<wrong::mask_members, rules::has_rows<no_rows>>);
    r.check(!wrong::mask_members::value && wrong::mask_aligned::value && wrong::mask_axes::value);
    r.check(wrong::mask_numbers::value && wrong::rows_have_weights::value);
  });
  tests.proved("mask_fits", [](report& r) {
    using rules::mask_fits;
    r.check(mask_fits<option<keep_mask<token_4, key>>, scores>::value);
    r.check(mask_fits<option<ignore_mask<token_4, key>>, of_batch>::value);
    r.check(mask_fits<option<keep_mask<dim<4>, dim<5>>>, scores>::value);
    r.check(mask_fits<option<keep_mask<batch, token_4, key>>, of_batch>::value);
    r.check(!mask_fits<option<keep_mask<key, token_4>>, scores>::value);
    r.check(!mask_fits<option<keep_mask<key>>, scores>::value);
    r.check(!mask_fits<option<keep_mask<token_4, axis<"key", 4>>>, scores>::value);
    r.check(!mask_fits<option<keep_mask<token_4, axis<"word", 5>>>, scores>::value);
    r.check(mask_fits<option<decltype(key_padding(keep_mask<key>{}))>, of_batch>::value);
    r.check(mask_fits<option<decltype(key_padding(keep_mask<batch, key>{}))>, of_batch>::value);
    r.check(!mask_fits<option<decltype(key_padding(keep_mask<batch, key>{}))>, of_heads>::value);
    r.check(!mask_fits<option<decltype(key_padding(keep_mask<token_4>{}))>, scores>::value);
    // The padding of tokens that attend to themselves; of no others, and padding alone.
    using of_tokens = option<decltype(key_padding(keep_mask<token_4>{}))>;
    using of_texts = option<decltype(key_padding(keep_mask<batch, token_4>{}))>;
    using key_token = axis<"key_token", 4>;
    r.check(mask_fits<of_tokens, axes_of_scores<batch, head_3, token_4, key_token>>::value);
    r.check(mask_fits<of_texts, axes_of_scores<batch, head_3, token_4, key_token>>::value);
    r.check(!mask_fits<of_texts, axes_of_scores<head_3, token_4, key_token>>::value);
    r.check(!mask_fits<of_tokens, axes_of_scores<token_4, axis<"key_token", 5>>>::value);
    r.check(!mask_fits<of_tokens, axes_of_scores<axis<"word", 4>, axis<"key_word", 4>>>::value);
    r.check(!mask_fits<of_tokens, axes_of_scores<token_4, axis<"key_tokens", 4>>>::value);
    r.check(!mask_fits<of_tokens, axes_of_scores<axis<"token", 3>, key_token>>::value);
    r.check(!mask_fits<option<keep_mask<token_4>>, axes_of_scores<token_4, key_token>>::value);
    r.check(
        !mask_fits<option<decltype(causal<top_left> & keep_mask<key, token_4>{})>, scores>::value);
    r.check(
        mask_fits<option<decltype(causal<top_left> & keep_mask<token_4, key>{})>, scores>::value);
    r.check(rules::numbers_fit<option<keep_mask<key>>, scores>::value &&
            rules::numbers_fit<int, int>::value);
    r.check(
        !mask_fits<int, scores>::value && !mask_fits<option<keep_mask<token_4, key>>, int>::value);
  });
  tests.proved("what a mask requires", [](report& r) {
    using causal_mask = std::remove_const_t<decltype(causal<>)>;
    using square = rules::axes_of_scores<token_4, token_4>;
    using none = rules::mask_for_scores<false, causal_mask, scores, rules::no_policy>;
    r.check(none::mask_aligned::value && none::mask_axes::value && none::rows_have_weights::value);
    using other = rules::mask_for_scores<true, causal_mask, scores, rules::no_policy>;
    r.check(!other::mask_aligned::value && other::rows_have_weights::value);
    using good = rules::mask_for_scores<true, causal_mask, square, rules::no_policy>;
    r.check(good::mask_aligned::value && good::mask_axes::value && good::rows_have_weights::value);
    r.check(rules::rows_are_settled<causal_mask, rules::no_policy, square>::value);
  });
  tests.proved("aligned_mask", [](report& r) {
    using rules::aligned_mask;
    using square = axes_of_scores<token_4, axis<"key_token", 4>>;
    const auto in = []<class Mask, class Scores>(
                        const Mask&, Scores*) { return aligned_mask<option<Mask>, Scores>::value; };
    scores* rectangle = nullptr;
    r.check(in(causal<>, static_cast<square*>(nullptr)));
    r.check(!in(causal<>, rectangle) && !in(sliding_window<1, 1>, rectangle));
    r.check(in(causal<top_left>, rectangle) && in(causal<bottom_right>, rectangle));
    r.check(in(causal<key_offset<1>>, rectangle) && in(sliding_window<1, 1, top_left>, rectangle));
    r.check(!in(causal<> & valid_keys(1), rectangle) && in(valid_keys(1), rectangle));
    r.check(in(keep_mask<token_4, key>{}, rectangle) && !aligned_mask<int, scores>::value);
  });
  tests.proved("some_key_for_each_query", [](report& r) {
    using rules::some_key_for_each_query;
    using wide = axes_of_scores<token_4, dim<5>>;
    using narrow = axes_of_scores<token_4, dim<3>>;
    using past = decltype(causal<bottom_right> & causal<top_left>);
    r.check(some_key_for_each_query<option<past>, wide>::value);
    r.check(!some_key_for_each_query<option<past>, narrow>::value);
    // Entries are not known from the type.
    r.check(some_key_for_each_query<option<keep_mask<token_4, key>>, scores>::value);
    r.check(!some_key_for_each_query<int, scores>::value);
  });
  tests.proved("what is shown", [](report& r) {
    using crossed = keep_mask<key, token_4>;
    using padding = decltype(key_padding(ignore_mask<key>()));
    r.check(has_axes<crossed, key, token_4> && has_axes<padding, key>);
    r.check(has_axes<biased_by_t<double, head_3, token_4, key>, head_3, token_4, key>);
    r.check(has_axes<decltype(causal<>)> && has_axes<decltype(valid_keys(2))> && has_axes<int>);
    // Of two masks the one that does not fit.
    r.check(has_axes<decltype(crossed() & padding()), key, token_4>);
    r.check(has_axes<decltype(padding() & crossed()), key, token_4>);
    r.check(has_axes<decltype(causal<top_left> & padding() & crossed()), key, token_4>);
    r.check(std::is_same_v<rules::query_and_key<of_batch>, scores>);
    r.check(std::is_same_v<rules::last_two<scores>::type, scores>);
    r.check(std::is_same_v<rules::query_and_key<axes_of_scores<key>>, axes_of_scores<key>>);
    using wrong = rules::mask_for_scores<true, crossed, of_heads, rules::no_policy>;
    r.check(wrong::mask_aligned::value && !wrong::mask_axes::value);
    r.check(shows<typename wrong::mask_axes>("key 5, token 4", "head 3, token 4, key 5"));
    using causal_mask = std::remove_const_t<decltype(causal<>)>;
    using ragged = rules::mask_for_scores<true, causal_mask, of_heads, rules::no_policy>;
    r.check(ragged::mask_axes::value && !ragged::mask_aligned::value);
    r.check(shows<typename ragged::mask_aligned>("token 4, key 5"));
    // Of two masks the one that is not aligned.
    static_assert(
        std::is_same_v<typename printed<typename ragged::mask_aligned>::mask, causal_mask>);
    using both = rules::mask_for_scores<true, decltype(valid_keys(1) & (causal<> & valid_keys(2))),
        of_heads, rules::no_policy>;
    static_assert(std::is_same_v<typename printed<typename both::mask_aligned>::mask, causal_mask>);
    r.check(
        std::is_same_v<rules::wrong_mask<rules::mask_fits, both_t<padding, padding>, scores>::type,
            padding>);
  });
  tests.proved("is_mask_entry", [](report& r) {
    using rules::element, rules::is_mask_entry;
    r.check(is_mask_entry<element<keeps>>::value && is_mask_entry<element<ignores>>::value);
    r.check(!is_mask_entry<element<bool>>::value && !is_mask_entry<element<double>>::value &&
            !is_mask_entry<int>::value);
  });
  tests.proved("what becomes a mask", [](report& r) {
    using rules::element, rules::not_a_mask, rules::where_call;
    r.check(!not_a_mask<element<keeps>>::value && !not_a_mask<element<ignores>>::value);
    r.check(not_a_mask<element<bool>>::value && not_a_mask<element<double>>::value);
    r.check(where_call<bool>::all::value && !where_call<int>::all::value &&
            where_call<int>::no_mask::value);
    r.check(!where_call<ignores>::all::value &&
            where_call<ignores>::all::said<where_call<ignores>::of_bool>::value);
  });
  tests.proved("window_bound", [](report& r) {
    using rules::wanted, rules::window_bound;
    r.check(window_bound<wanted<std::ptrdiff_t{0}>>::value &&
            window_bound<wanted<std::ptrdiff_t{7}>>::value);
    r.check(
        window_bound<wanted<unbounded>>::value && !window_bound<wanted<std::ptrdiff_t{-2}>>::value);
    r.check(!window_bound<int>::value);
  });
  tests.proved("sinks_fit", [](report& r) {
    using rules::sinks_fit;
    using of_texts = rules::axes_of_scores<batch, head, token, key>;
    r.check(sinks_fit<option<with_sinks_t<double>>, of_texts>::value);
    r.check(sinks_fit<option<with_sinks_t<double, head>>, of_texts>::value);
    r.check(sinks_fit<option<with_sinks_t<double, batch, head>>, of_texts>::value);
    r.check(sinks_fit<option<with_sinks_t<double, dim<2>, dim<2>>>, of_texts>::value);
    r.check(!sinks_fit<option<with_sinks_t<double, dim<2>>>, of_texts>::value);  // of which?
    r.check(!sinks_fit<option<with_sinks_t<double, axis<"head", 3>>>, of_texts>::value);
    r.check(!sinks_fit<option<with_sinks_t<double, token>>, of_texts>::value);
    r.check(!sinks_fit<option<softmax_plus_one_t>, of_texts>::value);  // has none
  });
  tests.proved("bias_fits", [](report& r) {
    using rules::bias_fits;
    r.check(bias_fits<option<biased_by_t<double, token_4, key>>, scores>::value);
    r.check(bias_fits<option<biased_by_t<double, head_3, token_4, key>>, of_batch>::value);
    r.check(!bias_fits<option<biased_by_t<double, key, token_4>>, scores>::value);
    r.check(!bias_fits<option<biased_by_t<double, key>>, scores>::value);
    r.check(!bias_fits<option<biased_by_t<double, batch, token_4, key>>, of_heads>::value);
    r.check(!bias_fits<int, scores>::value);
  });
  tests.proved("is_normalized", [](report& r) {
    using rules::is_normalized, rules::not_normalized, rules::sum_of_rows;
    using of_type = tensor<double, token_4, key>;
    static_assert(std::is_same_v<sum_of_rows<of_type>, rules::sums_to_anything>);
    static_assert(std::is_same_v<rules::rows_of<normalized<of_type>>::type, rules::sums_to_one>);
    r.check(is_normalized<sum_of_rows<normalized<of_type>>>::value &&
            !is_normalized<sum_of_rows<of_type>>::value);
    r.check(!not_normalized<rules::sums_to_one>::value &&
            not_normalized<rules::sums_to_anything>::value);
  });
  // What attn/rules/models.hpp promises: of every relation, where it holds and where it does not.
  tests.proved("states", [](report& r) {
    using rules::after_a_step, rules::before_a_step, rules::no_step;
    r.check(rules::is_state_before<before_a_step>::value &&
            !rules::is_state_before<after_a_step>::value);
    r.check(
        rules::is_state_after<after_a_step>::value && !rules::is_state_after<before_a_step>::value);
    r.check(!rules::is_state_before<no_step>::value && !rules::is_state_after<no_step>::value);
    r.check(rules::is_state<before_a_step>::value && rules::is_state<after_a_step>::value &&
            !rules::is_state<no_step>::value);
    using rules::hidden_and_cell, rules::one_tensor, rules::other_members;
    r.check(rules::same_state<one_tensor, one_tensor>::value);
    r.check(!rules::same_state<one_tensor, hidden_and_cell>::value);
    r.check(rules::has_hidden_state<one_tensor>::value &&
            rules::has_hidden_state<hidden_and_cell>::value);
    r.check(!rules::has_hidden_state<other_members>::value);
  });
  tests.proved("sequences", [](report& r) {
    using rules::axes_of, rules::indices;
    r.check(rules::has_leading_axis<axes_of<token_2, feature>, indices<0>>::value);
    r.check(!rules::has_leading_axis<axes_of<token_2, feature>, indices<1>>::value);
    r.check(!rules::has_leading_axis<token_2, indices<0>>::value);
    r.check(rules::names_its_time<axes_of<token_2, feature>>::value);
    r.check(!rules::names_its_time<axes_of<token_2, feature, dim<2>>>::value);
    // What recurrent/ and models/ fill in is no relation of anything else.
    r.check(!rules::is_cell<rules::state<int>, rules::state<int>>::value);
    r.check(!rules::extends_over_time<rules::state<int>>::value);
    r.check(!rules::is_gate_order<rules::option<int>, rules::size<4>>::value);
    r.check(
        !rules::same_gate_order<int, int>::value && !rules::is_reset<rules::option<int>>::value);
    r.check(!rules::is_output_layer<rules::option<int>>::value);
  });
};
}  // namespace attn_tests::rules_masks_tests
