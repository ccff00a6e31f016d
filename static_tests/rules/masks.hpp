// SPDX-License-Identifier: BSL-1.0
// What attn/rules/masks.hpp promises: of every relation, where it holds and where it does not.
#pragma once

#include <attn/attention/bias.hpp>
#include <attn/attention/normalized.hpp>
#include <attn/attention/segments.hpp>
#include <attn/attention/window.hpp>
#include <attn/rules/masks.hpp>
#include <string_view>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::masks_tests {

using namespace attn;
using rules::axes_of_mask, rules::axes_of_scores, rules::option;
using batch = axis<"batch", 2>;
using head = axis<"head", 3>;
using token = axis<"token", 4>;
using key = axis<"key", 5>;
using scores = axes_of_scores<token, key>;
using of_heads = axes_of_scores<head, token, key>;
using of_batch = axes_of_scores<batch, head, token, key>;

constexpr report places_of_axes() {
  report r;
  const auto found = [](const auto& places) { return places.found; };
  constexpr auto all = rules::places_of_axes<2, axes_of_mask<batch, head, token, key>, of_batch>;
  r.check(all.found && all.of[0] == 0 && all.of[1] == 1 && all.of[2] == 2 && all.of[3] == 3);
  constexpr auto one = rules::places_of_axes<2, axes_of_mask<head, token, key>, of_batch>;
  r.check(one.found && one.of[0] == 1 && one.of[1] == 2 && one.of[2] == 3);
  constexpr auto none = rules::places_of_axes<2, axes_of_mask<token, key>, of_batch>;
  r.check(none.found && none.of[0] == 2 && none.of[1] == 3);
  constexpr auto padding = rules::places_of_axes<1, axes_of_mask<batch, key>, of_batch>;
  r.check(padding.found && padding.of[0] == 0 && padding.of[1] == 3);
  // In their order; once each; with names, if some are missing.
  r.check(!found(rules::places_of_axes<2, axes_of_mask<head, batch, token, key>, of_batch>));
  r.check(!found(rules::places_of_axes<2, axes_of_mask<head, head, token, key>, of_batch>));
  r.check(!found(rules::places_of_axes<2, axes_of_mask<dim<3>, token, key>, of_batch>));
  r.check(found(rules::places_of_axes<2, axes_of_mask<dim<2>, dim<3>, token, key>, of_batch>));
  r.check(!found(rules::places_of_axes<2, axes_of_mask<dim<3>, dim<2>, token, key>, of_batch>));
  r.check(!found(rules::places_of_axes<2, axes_of_mask<batch, token, key>, of_heads>));
  r.check(!found(rules::places_of_axes<2, axes_of_mask<batch, token, key>, scores>));
  // Five leading axes are no more difficult than two.
  using one_more = axis<"one_more", 2>;
  constexpr auto many =
      rules::places_of_axes<2, axes_of_mask<one_more, token, key>,
                            axes_of_scores<dim<2>, batch, head, one_more, dim<3>, token, key>>;
  r.check(many.found && many.of[0] == 3 && many.of[1] == 5 && many.of[2] == 6);
  return r;
}

constexpr report what_a_mask_requires() {
  report r;
  using causal_mask = std::remove_const_t<decltype(causal<>)>;
  using square = rules::axes_of_scores<token, token>;
  using none = rules::mask_for_scores<false, causal_mask, scores, rules::no_policy>;
  r.check(none::mask_aligned::value && none::mask_axes::value && none::rows_have_weights::value);
  using other = rules::mask_for_scores<true, causal_mask, scores, rules::no_policy>;
  r.check(!other::mask_aligned::value && other::rows_have_weights::value);
  using good = rules::mask_for_scores<true, causal_mask, square, rules::no_policy>;
  r.check(good::mask_aligned::value && good::mask_axes::value && good::rows_have_weights::value);
  r.check(rules::rows_are_settled<causal_mask, rules::no_policy, square>::value);
  return r;
}

constexpr report mask_fits() {
  report r;
  using rules::mask_fits;
  r.check(mask_fits<option<keep_mask<token, key>>, scores>::value);
  r.check(mask_fits<option<ignore_mask<token, key>>, of_batch>::value);
  r.check(mask_fits<option<keep_mask<dim<4>, dim<5>>>, scores>::value);
  r.check(mask_fits<option<keep_mask<batch, token, key>>, of_batch>::value);
  r.check(!mask_fits<option<keep_mask<key, token>>, scores>::value);
  r.check(!mask_fits<option<keep_mask<key>>, scores>::value);
  r.check(!mask_fits<option<keep_mask<token, axis<"key", 4>>>, scores>::value);
  r.check(!mask_fits<option<keep_mask<token, axis<"word", 5>>>, scores>::value);
  r.check(mask_fits<option<decltype(key_padding(keep_mask<key>{}))>, of_batch>::value);
  r.check(mask_fits<option<decltype(key_padding(keep_mask<batch, key>{}))>, of_batch>::value);
  r.check(!mask_fits<option<decltype(key_padding(keep_mask<batch, key>{}))>, of_heads>::value);
  r.check(!mask_fits<option<decltype(key_padding(keep_mask<token>{}))>, scores>::value);
  // The padding of tokens that attend to themselves; of no others, and padding alone.
  using of_tokens = option<decltype(key_padding(keep_mask<token>{}))>;
  using of_texts = option<decltype(key_padding(keep_mask<batch, token>{}))>;
  using key_token = axis<"key_token", 4>;
  r.check(mask_fits<of_tokens, axes_of_scores<batch, head, token, key_token>>::value);
  r.check(mask_fits<of_texts, axes_of_scores<batch, head, token, key_token>>::value);
  r.check(!mask_fits<of_texts, axes_of_scores<head, token, key_token>>::value);
  r.check(!mask_fits<of_tokens, axes_of_scores<token, axis<"key_token", 5>>>::value);
  r.check(!mask_fits<of_tokens, axes_of_scores<axis<"word", 4>, axis<"key_word", 4>>>::value);
  r.check(!mask_fits<of_tokens, axes_of_scores<token, axis<"key_tokens", 4>>>::value);
  r.check(!mask_fits<of_tokens, axes_of_scores<axis<"token", 3>, key_token>>::value);
  r.check(!mask_fits<option<keep_mask<token>>, axes_of_scores<token, key_token>>::value);
  r.check(!mask_fits<option<decltype(causal<top_left> & keep_mask<key, token>{})>, scores>::value);
  r.check(mask_fits<option<decltype(causal<top_left> & keep_mask<token, key>{})>, scores>::value);
  r.check(rules::numbers_fit<option<keep_mask<key>>, scores>::value &&
          rules::numbers_fit<int, int>::value);
  r.check(!mask_fits<int, scores>::value && !mask_fits<option<keep_mask<token, key>>, int>::value);
  return r;
}

constexpr report aligned_mask() {
  report r;
  using rules::aligned_mask;
  using square = axes_of_scores<token, axis<"key_token", 4>>;
  const auto in = []<class Mask, class Scores>(const Mask&, Scores*) {
    return aligned_mask<option<Mask>, Scores>::value;
  };
  scores* rectangle = nullptr;
  r.check(in(causal<>, static_cast<square*>(nullptr)));
  r.check(!in(causal<>, rectangle) && !in(sliding_window<1, 1>, rectangle));
  r.check(in(causal<top_left>, rectangle) && in(causal<bottom_right>, rectangle));
  r.check(in(causal<key_offset<1>>, rectangle) && in(sliding_window<1, 1, top_left>, rectangle));
  r.check(!in(causal<> & valid_keys(1), rectangle) && in(valid_keys(1), rectangle));
  r.check(in(keep_mask<token, key>{}, rectangle) && !aligned_mask<int, scores>::value);
  return r;
}

constexpr report some_key_for_each_query() {
  report r;
  using rules::some_key_for_each_query;
  using wide = axes_of_scores<token, dim<5>>;
  using narrow = axes_of_scores<token, dim<3>>;
  using past = decltype(causal<bottom_right> & causal<top_left>);
  r.check(some_key_for_each_query<option<past>, wide>::value);
  r.check(!some_key_for_each_query<option<past>, narrow>::value);
  // Entries are not known from the type.
  r.check(some_key_for_each_query<option<keep_mask<token, key>>, scores>::value);
  r.check(!some_key_for_each_query<int, scores>::value);
  return r;
}

template <class Option, class... Axes>
constexpr bool has_axes =
    std::is_same_v<rules::axes_in_option<Option, of_batch>, axes_of_mask<Axes...>> &&
    std::is_same_v<typename rules::axes_of_option<Option, of_batch>::type, axes_of_mask<Axes...>>;

// What the compiler prints of a relation that does not hold.
template <class Relation>
struct printed;
template <auto... Axes>
struct printed<rules::agree<Axes...>> {
  template <class... Texts>
  static constexpr bool is(const Texts&... texts) {
    return (... && (std::string_view(Axes.characters) == texts));
  }
};
template <class Relation, class... Texts>
constexpr bool shows(const Texts&... texts) {
  return printed<Relation>::is(texts...);
}

constexpr report what_is_shown() {
  report r;
  using crossed = keep_mask<key, token>;
  using padding = decltype(key_padding(ignore_mask<key>()));
  r.check(has_axes<crossed, key, token> && has_axes<padding, key>);
  r.check(has_axes<biased_by_t<double, head, token, key>, head, token, key>);
  r.check(has_axes<decltype(causal<>)> && has_axes<decltype(valid_keys(2))> && has_axes<int>);
  // Of two masks the one that does not fit.
  r.check(has_axes<decltype(crossed() & padding()), key, token>);
  r.check(has_axes<decltype(padding() & crossed()), key, token>);
  r.check(has_axes<decltype(causal<top_left> & padding() & crossed()), key, token>);
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
  return r;
}

constexpr report is_mask_entry() {
  report r;
  using rules::element, rules::is_mask_entry;
  r.check(is_mask_entry<element<keeps>>::value && is_mask_entry<element<ignores>>::value);
  r.check(!is_mask_entry<element<bool>>::value && !is_mask_entry<element<double>>::value &&
          !is_mask_entry<int>::value);
  return r;
}

constexpr report what_becomes_a_mask() {
  report r;
  using rules::element, rules::not_a_mask, rules::where_call;
  r.check(!not_a_mask<element<keeps>>::value && !not_a_mask<element<ignores>>::value);
  r.check(not_a_mask<element<bool>>::value && not_a_mask<element<double>>::value);
  r.check(where_call<bool>::holds && !where_call<int>::holds && where_call<int>::no_mask::value);
  r.check(!where_call<ignores>::holds && where_call<ignores>::of_bool::value);
  return r;
}

constexpr report window_bound() {
  report r;
  using rules::wanted, rules::window_bound;
  r.check(window_bound<wanted<std::ptrdiff_t{0}>>::value &&
          window_bound<wanted<std::ptrdiff_t{7}>>::value);
  r.check(window_bound<wanted<unbounded>>::value &&
          !window_bound<wanted<std::ptrdiff_t{-2}>>::value);
  r.check(!window_bound<int>::value);
  return r;
}

constexpr report bias_fits() {
  report r;
  using rules::bias_fits;
  r.check(bias_fits<option<biased_by_t<double, token, key>>, scores>::value);
  r.check(bias_fits<option<biased_by_t<double, head, token, key>>, of_batch>::value);
  r.check(!bias_fits<option<biased_by_t<double, key, token>>, scores>::value);
  r.check(!bias_fits<option<biased_by_t<double, key>>, scores>::value);
  r.check(!bias_fits<option<biased_by_t<double, batch, token, key>>, of_heads>::value);
  r.check(!bias_fits<int, scores>::value);
  return r;
}

constexpr report is_normalized() {
  report r;
  using rules::is_normalized, rules::not_normalized, rules::sum_of_rows;
  using of_type = tensor<double, token, key>;
  static_assert(std::is_same_v<sum_of_rows<of_type>, rules::sums_to_anything>);
  static_assert(std::is_same_v<rules::rows_of<normalized<of_type>>::type, rules::sums_to_one>);
  r.check(is_normalized<sum_of_rows<normalized<of_type>>>::value &&
          !is_normalized<sum_of_rows<of_type>>::value);
  r.check(!not_normalized<rules::sums_to_one>::value &&
          not_normalized<rules::sums_to_anything>::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"places_of_axes", places_of_axes},
    {"mask_fits", mask_fits},
    {"what a mask requires", what_a_mask_requires},
    {"aligned_mask", aligned_mask},
    {"some_key_for_each_query", some_key_for_each_query},
    {"what is shown", what_is_shown},
    {"is_mask_entry", is_mask_entry},
    {"what becomes a mask", what_becomes_a_mask},
    {"window_bound", window_bound},
    {"bias_fits", bias_fits},
    {"is_normalized", is_normalized},
};

}  // namespace attn_tests::masks_tests
