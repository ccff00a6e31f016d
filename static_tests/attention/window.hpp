// SPDX-License-Identifier: BSL-1.0
// What attn/attention/window.hpp promises.
#pragma once

#include <attn/attention/window.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <cstdint>

#include "static_tests/reference/attention_causal_more_keys.hpp"
#include "static_tests/reference/attention_causal_more_queries.hpp"
#include "static_tests/reference/attention_sdpa_causal.hpp"
#include "static_tests/reference/attention_sliding_window_causal.hpp"
#include "static_tests/reference/attention_sliding_window_symmetric.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::window_tests {

using namespace attn;

template <class T>
constexpr report causal_square() {
  using namespace reference::attention_sdpa_causal;
  report r;
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, causal<>);
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, sliding_window<unbounded, 0>);
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, keep_where(as<bool>(allow)));
  return r;
}
template <class T>
constexpr report more_keys_than_queries() {
  using namespace reference::attention_causal_more_keys;
  report r;
  const auto q = launder(as<T>(Q));
  const auto k = launder(as<T>(K));
  const auto v = launder(as<T>(V));
  r.check(near(attention_weights(q, k, causal<top_left>), weights_top_left));
  r.check(near(scaled_dot_product_attention(q, k, v, causal<top_left>), out_top_left));
  r.check(near(attention_weights(q, k, causal<bottom_right>), weights_bottom_right));
  const auto last = scaled_dot_product_attention(q, k, v, causal<bottom_right>);
  r.check(near(last, out_bottom_right));
  r.check(near(last, out_zero_bottom_right));
  r.check(bitwise_equal(allowed<dim<3>, dim<5>>(causal<top_left>), allow_top_left));
  r.check(bitwise_equal(allowed<dim<3>, dim<5>>(causal<bottom_right>), allow_bottom_right));
  r.bits(last);
  return r;
}
// With bottom_right, queries 0 and 1 see nothing: a policy is needed. The NaN of the other one is no
// constant: runtime_tests/attention/window.cpp.
template <class T>
constexpr report more_queries_than_keys() {
  using namespace reference::attention_causal_more_queries;
  report r;
  const auto q = launder(as<T>(Q));
  const auto k = launder(as<T>(K));
  const auto v = launder(as<T>(V));
  r.check(near(attention_weights(q, k, causal<top_left>), weights_top_left));
  r.check(near(scaled_dot_product_attention(q, k, v, causal<top_left>), out_top_left));
  r.check(near(scaled_dot_product_attention(q, k, v, causal<top_left>), out_zero_top_left));
  const auto last =
      scaled_dot_product_attention(q, k, v, causal<bottom_right>, fully_masked<zero_rows>);
  r.check(near(last, out_zero_bottom_right));
  r.check(bitwise_equal(allowed<dim<5>, dim<3>>(causal<top_left>), allow_top_left));
  r.check(bitwise_equal(allowed<dim<5>, dim<3>>(causal<bottom_right>), allow_bottom_right));
  r.bits(last);
  return r;
}
template <class T>
constexpr report window_into_the_past() {
  using namespace reference::attention_sliding_window_causal;
  report r;
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, sliding_window<2, 0>);
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, sliding_window<2, 5> & causal<>);
  return r;
}
template <class T>
constexpr report window_to_both_sides() {
  using namespace reference::attention_sliding_window_symmetric;
  report r;
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, sliding_window<1, 1>);
  return r;
}

// The definition, pair by pair, for rectangles of both kinds.
template <std::size_t Tq, std::size_t Tk>
constexpr void check_definition(report& r) {
  using queries = axis<"token", Tq>;
  using keys = axis<"key", Tk>;
  constexpr int last = static_cast<int>(Tk) - static_cast<int>(Tq);
  const auto is = [&](const auto& mask, const auto& allows) {
    r.check(bitwise_equal(allowed<queries, keys>(mask), where<queries, keys>(allows)));
  };
  is(causal<top_left>, [](int i, int j) { return j <= i; });
  is(causal<bottom_right>, [](int i, int j) { return j <= i + last; });
  is(causal<key_offset<2>>, [](int i, int j) { return j <= i + 2; });
  is(causal<key_offset<-1>>, [](int i, int j) { return j < i; });
  is(sliding_window<1, 2, top_left>, [](int i, int j) { return i - 1 <= j && j <= i + 2; });
  is(sliding_window<0, 0, bottom_right>, [](int i, int j) { return j == i + last; });
  is(sliding_window<2, 1, key_offset<1>>, [](int i, int j) { return i - 1 <= j && j <= i + 2; });
  is(sliding_window<2, 0, top_left>, [](int i, int j) { return i - 2 <= j && j <= i; });
  is(sliding_window<3, 3, top_left>, [](int i, int j) { return i - 3 <= j && j <= i + 3; });
  is(sliding_window<4, 0, top_left>, [](int i, int j) { return i - 4 <= j && j <= i; });
  is(sliding_window<7, 5, bottom_right>,
     [](int i, int j) { return i + last - 7 <= j && j <= i + last + 5; });
  is(sliding_window<unbounded, 1, top_left>, [](int i, int j) { return j <= i + 1; });
  is(sliding_window<1, unbounded, top_left>, [](int i, int j) { return i - 1 <= j; });
  is(sliding_window<unbounded, unbounded, top_left>, [](int, int) { return true; });
  is(sliding_window<unbounded, 0, bottom_right> & sliding_window<1, unbounded, top_left>,
     [](int i, int j) { return i - 1 <= j && j <= i + last; });
  if constexpr (Tq == Tk) {
    is(causal<>, [](int i, int j) { return j <= i; });
    is(causal<same_length>, [](int i, int j) { return j <= i; });
    is(sliding_window<1, 0>, [](int i, int j) { return i - 1 <= j && j <= i; });
    r.check(bitwise_equal(allowed<queries, keys>(causal<top_left>),
                          allowed<queries, keys>(causal<bottom_right>)));
  }
}
constexpr report as_defined() {
  report r;
  static_assert(std::is_same_v<decltype(causal<>), const window_t<unbounded, 0, same_length>>);
  check_definition<1, 1>(r);
  check_definition<3, 5>(r);
  check_definition<5, 3>(r);
  check_definition<4, 4>(r);
  check_definition<2, 9>(r);
  check_definition<11, 13>(r);
  check_definition<9, 6>(r);
  return r;
}

// What the past is, and what it is not: a later token changes nothing of an earlier one's answer.
template <class T>
constexpr report the_future_is_not_seen() {
  report r;
  using token = axis<"token", 5>;
  const auto x = launder(filled<tensor<T, token, axis<"width", 3>>>(1, T(2)));
  const auto before = scaled_dot_product_attention(x, x, x, causal<>);
  for (std::size_t at = 0; at < 5; ++at) {
    auto changed = x;
    for (std::size_t j = 0; j < 3; ++j) changed(at, j) += T(1);
    const auto after = scaled_dot_product_attention(changed, changed, changed, causal<>);
    for (std::size_t i = 0; i < 5; ++i) {
      bool same = true;
      for (std::size_t j = 0; j < 3; ++j) same = same && bitwise_equal(before(i, j), after(i, j));
      r.check(same == (i < at));
    }
  }
  r.bits(before);
  return r;
}

// Token by token with the keys there are so far, or all at once: the same bits.
template <class T, std::size_t N, std::size_t Tokens, class Width>
constexpr bool first_tokens_suffice(const tensor<T, axis<"token", Tokens>, Width>& x) {
  tensor<T, axis<"token", N>, Width> some;
  for (std::size_t i = 0; i < some.size(); ++i) some.data()[i] = x.data()[i];
  const auto all = scaled_dot_product_attention(x, x, x, causal<>);
  const auto first = scaled_dot_product_attention(some, some, some, causal<>);
  for (std::size_t i = 0; i < first.size(); ++i)
    if (!bitwise_equal(all.data()[i], first.data()[i])) return false;
  return true;
}
template <class T>
constexpr report a_prefix_has_the_bits_of_the_whole() {
  report r;
  const auto x = launder(filled<tensor<T, axis<"token", 19>, axis<"width", 3>>>(4, T(2)));
  r.check(first_tokens_suffice<T, 1>(x) && first_tokens_suffice<T, 2>(x));
  r.check(first_tokens_suffice<T, 7>(x) && first_tokens_suffice<T, 16>(x));
  r.check(first_tokens_suffice<T, 17>(x) && first_tokens_suffice<T, 18>(x));
  return r;
}

// What is known of a mask is asked when the program is compiled, and of long texts, too.
constexpr report empty_rows_are_known() {
  report r;
  const auto every = []<class Mask, class Q, class K>(const Mask&, Q, K) {
    return rules::some_key_for_each_query<rules::option<Mask>, rules::axes_of_scores<Q, K>>::value;
  };
  r.check(every(causal<>, dim<4>{}, dim<4>{}));
  r.check(every(causal<bottom_right>, dim<3>{}, dim<5>{}));
  r.check(!every(causal<bottom_right>, dim<5>{}, dim<3>{}));
  r.check(!every(causal<key_offset<-1>>, dim<4>{}, dim<4>{}));
  r.check(every(causal<key_offset<-1>> & valid_keys(0), dim<4>{}, dim<4>{}));  // not known
  r.check(every(sliding_window<1, 0, top_left>, dim<4>{}, dim<3>{}));
  r.check(!every(sliding_window<0, 0, top_left>, dim<4>{}, dim<3>{}));
  r.check(every(sliding_window<0, 2, key_offset<-2>>, dim<3>{}, dim<3>{}));
  r.check(!every(sliding_window<0, 1, key_offset<-2>>, dim<3>{}, dim<3>{}));
  r.check(!every(sliding_window<0, 0> & causal<key_offset<-1>>, dim<3>{}, dim<3>{}));
  r.check(every(sliding_window<256, 0>, dim<4096>{}, dim<4096>{}));
  return r;
}

// Positions and bounds may be any integers: what is too far for one type is far away. (A long double
// has room for them here.)
template <class N>
constexpr bool is_the_past_of(N n) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 5; ++j) {
      const auto last = static_cast<long double>(i) + static_cast<long double>(n);
      const bool kept = causal_from(n).template row<shape<dim<3>, dim<5>>>(0, i)(j);
      if (kept != (static_cast<long double>(j) <= last)) return false;
    }
  return true;
}
template <std::ptrdiff_t Left, std::ptrdiff_t Right, std::ptrdiff_t N>
constexpr bool is_the_window() {
  constexpr auto mask = sliding_window<Left, Right, key_offset<N>>;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 5; ++j) {
      const auto at = static_cast<long double>(i) + static_cast<long double>(N);
      const auto key = static_cast<long double>(j);
      const bool kept = mask.template row<shape<dim<3>, dim<5>>>(0, i)(j);
      if (kept != ((Left == unbounded || key >= at - static_cast<long double>(Left)) &&
                   (Right == unbounded || key <= at + static_cast<long double>(Right))))
        return false;
    }
  return true;
}
constexpr report positions_do_not_wrap() {
  report r;
  r.check(is_the_past_of(launder(0)) && is_the_past_of(launder(2)) && is_the_past_of(launder(-1)));
  r.check(is_the_past_of(launder(std::int64_t{-3})) && is_the_past_of(launder(std::uint8_t{1})));
  r.check(is_the_past_of(launder(std::uint64_t{1} << 63)));
  r.check(is_the_past_of(launder(~std::uint64_t{})));
  r.check(is_the_past_of(launder(INT64_MAX)) && is_the_past_of(launder(INT64_MIN)));

  constexpr std::ptrdiff_t most = PTRDIFF_MAX, least = PTRDIFF_MIN;
  r.check(is_the_window<most, most, 0>() && is_the_window<unbounded, 0, most>());
  r.check(is_the_window<unbounded, 0, least>() && is_the_window<1, 1, most>());
  r.check(is_the_window<most, 0, most - 2>() && is_the_window<most, most, most>());
  r.check(is_the_window<2, most, least + 2>() && is_the_window<2, most, least>());
  r.check(is_the_window<most, most, least>() && is_the_window<0, unbounded, most>());
  r.check(is_the_window<1, 1, -2>() && is_the_window<1, unbounded, 3>());
  return r;
}

template <class T>
constexpr report causal_from_a_position() {
  report r;
  static_assert(std::is_same_v<decltype(causal_from(3)), causal_from_t>);
  const auto x = launder(filled<tensor<T, axis<"query", 2>, axis<"key", 5>>>(16));
  r.check(bitwise_equal(masked_softmax(x, causal_from(launder(std::size_t{3}))),
                        masked_softmax(x, causal<bottom_right>)));
  r.check(
      bitwise_equal(masked_softmax(x, causal_from(1)), masked_softmax(x, causal<key_offset<1>>)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"causal, double", causal_square<double>},
    {"causal, float", causal_square<float>},
    {"more keys than queries, double", more_keys_than_queries<double>},
    {"more keys than queries, float", more_keys_than_queries<float>},
    {"more queries than keys, double", more_queries_than_keys<double>},
    {"more queries than keys, float", more_queries_than_keys<float>},
    {"window into the past, double", window_into_the_past<double>},
    {"window into the past, float", window_into_the_past<float>},
    {"window to both sides, double", window_to_both_sides<double>},
    {"window to both sides, float", window_to_both_sides<float>},
    {"as defined", as_defined},
    {"the future is not seen, double", the_future_is_not_seen<double>},
    {"the future is not seen, float", the_future_is_not_seen<float>},
    {"a prefix has the bits of the whole, double", a_prefix_has_the_bits_of_the_whole<double>},
    {"a prefix has the bits of the whole, float", a_prefix_has_the_bits_of_the_whole<float>},
    {"empty rows are known", empty_rows_are_known},
    {"positions do not wrap", positions_do_not_wrap},
    {"causal from a position, double", causal_from_a_position<double>},
    {"causal from a position, float", causal_from_a_position<float>},
};

}  // namespace attn_tests::window_tests
