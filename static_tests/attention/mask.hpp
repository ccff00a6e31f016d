// SPDX-License-Identifier: BSL-1.0
// What attn/attention/mask.hpp promises.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/attention/segments.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <cstdint>

#include "static_tests/reference/attention_sdpa_bool_mask.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::mask_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using head = axis<"head", 3>;
using token = axis<"token", 4>;
using key = axis<"key", 5>;
using width = axis<"width", 6>;
using content = axis<"content", 7>;

constexpr keep_mask<token, key> some{
    {1, 0, 1, 1, 0}, {0, 1, 0, 0, 0}, {1, 1, 1, 1, 1}, {0, 0, 0, 1, 1}};

// One set of pairs in both words. What a 1 means is the type's, and nothing turns it silently
// (rejected/mask.cpp).
constexpr report polarity_is_a_type() {
  report r;
  const auto m = launder(some);
  const ignore_mask<token, key> forbidden{
      {0, 1, 0, 0, 1}, {1, 0, 1, 1, 1}, {0, 0, 0, 0, 0}, {1, 1, 1, 0, 0}};
  r.check(as_ignore(m) == forbidden && as_keep(launder(forbidden)) == m);
  r.check(as_keep(as_ignore(m)) == m);
  r.check(bitwise_equal(allowed<token, key>(m), allowed<token, key>(forbidden)));
  static_assert(std::is_same_v<decltype(as_ignore(m)), ignore_mask<token, key>>);
  static_assert(!std::is_convertible_v<ignores, keeps> && !std::is_convertible_v<keeps, ignores>);
  static_assert(std::is_convertible_v<bool, keeps> && std::is_convertible_v<int, ignores>);
  static_assert(!std::is_convertible_v<double, keeps> && !std::is_convertible_v<float, ignores>);
  r.check(keeps(true).allows() && !keeps(0).allows() && keeps().allows());
  r.check(!ignores(true).allows() && ignores(0).allows() && ignores().allows());
  return r;
}

constexpr report a_tensor_of_bool_says_which() {
  report r;
  tensor<bool, token, key> x;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 5; ++j) x(i, j) = some(i, j).allows();
  x = launder(x);
  r.check(keep_where(x) == some);
  r.check(bitwise_equal(allowed<token, key>(ignore_where(x)),
                        where<token, key>([](int i, int j) { return !some(i, j).allows(); })));
  return r;
}

// The default of either allows everything.
constexpr report nothing_said_is_nothing_masked() {
  report r;
  const auto q = launder(filled<tensor<double, token, width>>(1));
  const auto k = launder(filled<tensor<double, key, width>>(2));
  r.check(bitwise_equal(attention_weights(q, k, keep_mask<token, key>{}), attention_weights(q, k)));
  r.check(
      bitwise_equal(attention_weights(q, k, ignore_mask<token, key>{}), attention_weights(q, k)));
  r.check(bitwise_equal(attention_weights(q, k, valid_keys(5)), attention_weights(q, k)));
  return r;
}

template <class T>
constexpr report as_numpy_and_torch_do() {
  using namespace reference::attention_sdpa_bool_mask;
  report r;
  const auto mask = launder(keep_where(as<bool>(allow)));
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, mask);
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, as_ignore(mask));
  return r;
}

constexpr report only_the_first_keys() {
  report r;
  for (std::size_t n = 0; n < 8; ++n)
    r.check(bitwise_equal(allowed<token, key>(valid_keys(launder(n))),
                          where<token, key>([&](int, int j) { return j < static_cast<int>(n); })));
  r.check(allowed<token, key>(valid_keys(~std::size_t{})) == allowed<token, key>(valid_keys(5)));
  return r;
}

// Every kind with every kind, and its negation with itself.
constexpr report composition_is_and() {
  report r;
  const auto entries = launder(some);
  const auto forbidden = as_ignore(entries);
  const auto padding = key_padding(launder(keep_mask<key>{1, 1, 0, 1, 0}));
  const auto first = valid_keys(launder(std::size_t{4}));
  const auto past = causal<bottom_right>;
  const auto near_by = sliding_window<2, 1, top_left>;
  const auto same = same_segment(launder(tensor<int, token>{0, 0, 1, 1}),
                                 launder(tensor<int, key>{0, 1, 0, 1, 1}));
  const auto both = [&](const auto& a, const auto& b) {
    const auto of_a = allowed<token, key>(a), of_b = allowed<token, key>(b);
    r.check(bitwise_equal(allowed<token, key>(a & b), multiply(of_a, of_b)));
    static_assert(mask_like<decltype(a & b)>);
  };
  const auto with_each = [&](const auto& a) {
    both(a, entries);
    both(a, forbidden);
    both(a, padding);
    both(a, first);
    both(a, past);
    both(a, near_by);
    both(a, same);
    both(a, past & first);
  };
  with_each(entries);
  with_each(forbidden);
  with_each(padding);
  with_each(first);
  with_each(past);
  with_each(near_by);
  with_each(same);
  with_each(entries & (past & padding));
  return r;
}

constexpr report padding_is_the_same_for_all_queries() {
  report r;
  const auto valid = launder(keep_mask<key>{1, 1, 0, 1, 0});
  r.check(bitwise_equal(allowed<token, key>(key_padding(valid)),
                        allowed<token, key>(expand<token, 0>(valid))));
  r.check(bitwise_equal(allowed<token, key>(key_padding(as_ignore(valid))),
                        allowed<token, key>(key_padding(valid))));
  // With a batch: each text has its own.
  const auto each = launder(keep_mask<batch, key>{{1, 1, 1, 1, 0}, {1, 1, 0, 0, 0}});
  const auto of_texts = allowed<batch, token, key>(key_padding(each));
  const auto of_heads = allowed<batch, head, token, key>(key_padding(each));
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 5; ++j) {
          r.check(of_texts(b, i, j) == each(b, j).allows());
          r.check(of_heads(b, h, i, j) == each(b, j).allows());
        }
  // Without one, it is that of every text and head.
  r.check(bitwise_equal(select<"batch">(allowed<batch, head, token, key>(key_padding(valid)), 1),
                        allowed<head, token, key>(key_padding(valid))));
  r.check(bitwise_equal(select<"head">(allowed<head, token, key>(key_padding(valid)), 2),
                        allowed<token, key>(key_padding(valid))));
  return r;
}

// In self-attention the keys are the tokens, and their padding may go by either name.
constexpr report padding_of_the_tokens_themselves() {
  report r;
  using key_token = axis<"key_token", 4>;
  const auto valid = launder(keep_mask<token>{1, 0, 1, 0});
  const auto as_of_keys = rename<"token", "key_token">(valid);
  r.check(bitwise_equal(allowed<token, key_token>(key_padding(valid)),
                        allowed<token, key_token>(key_padding(as_of_keys))));
  r.check(bitwise_equal(allowed<head, token, key_token>(key_padding(as_ignore(valid)) & causal<>),
                        allowed<head, token, key_token>(key_padding(as_of_keys) & causal<>)));
  const auto each = launder(keep_mask<batch, token>{{1, 1, 1, 0}, {0, 1, 0, 0}});
  r.check(bitwise_equal(
      allowed<batch, head, token, key_token>(key_padding(each)),
      allowed<batch, head, token, key_token>(key_padding(rename<"token", "key_token">(each)))));
  return r;
}

// What a mask does not have, it does not depend on; which axes it has, their names say.
constexpr report leading_axes_go_by_name() {
  report r;
  const auto m = launder(some);
  const auto of_heads = allowed<head, token, key>(m);
  for (std::size_t h = 0; h < 3; ++h)
    r.check(bitwise_equal(select<"head">(of_heads, h), allowed<token, key>(m)));
  const auto number = [](const auto& x) { return launder(keep_where(x)); };
  tensor<bool, batch, token, key> of_batch;
  tensor<bool, head, token, key> of_head;
  tensor<bool, batch, head, token, key> of_all;
  for (std::size_t i = 0; i < of_batch.size(); ++i) of_batch.data()[i] = splitmix64(1, i) % 3 != 0;
  for (std::size_t i = 0; i < of_head.size(); ++i) of_head.data()[i] = splitmix64(2, i) % 3 != 0;
  for (std::size_t i = 0; i < of_all.size(); ++i) of_all.data()[i] = splitmix64(3, i) % 3 != 0;
  const auto by_batch = allowed<batch, head, token, key>(number(of_batch));
  const auto by_head = allowed<batch, head, token, key>(number(of_head));
  const auto by_all = allowed<batch, head, token, key>(number(of_all));
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 5; ++j) {
          r.check(by_batch(b, h, i, j) == of_batch(b, i, j));
          r.check(by_head(b, h, i, j) == of_head(h, i, j));
          r.check(by_all(b, h, i, j) == of_all(b, h, i, j));
        }
  // All of them, or none, need no names.
  r.check(bitwise_equal(allowed<batch, head, token, key>(unnamed(number(of_all))), by_all));
  r.check(bitwise_equal(allowed<head, token, key>(unnamed(m)), of_heads));
  return r;
}

// In attention itself: each text and head as it would be alone.
template <class T>
constexpr report each_head_as_if_alone() {
  report r;
  const auto q = launder(filled<tensor<T, batch, head, token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, batch, head, key, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, batch, head, key, content>>(3));
  const auto m = launder(some);
  const auto valid = launder(keep_mask<batch, key>{{1, 1, 1, 1, 1}, {1, 1, 0, 1, 0}});
  const auto out =
      scaled_dot_product_attention(q, k, v, m & key_padding(valid), fully_masked<zero_rows>);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < 3; ++h) {
      const auto alone = [&](const auto& x) { return select<"head">(select<"batch">(x, b), h); };
      r.check(bitwise_equal(alone(out),
                            scaled_dot_product_attention(alone(q), alone(k), alone(v),
                                                         m & key_padding(select<"batch">(valid, b)),
                                                         fully_masked<zero_rows>)));
    }
  r.bits(out);
  return r;
}

constexpr report masks_have_types() {
  report r;
  using both = both_t<entries_t<2, keeps, token, key>, valid_keys_t>;
  r.check(std::is_same_v<decltype(some & valid_keys(1)), both>);
  r.check(std::is_same_v<decltype(key_padding(keep_mask<key>{})), entries_t<1, keeps, key>>);
  using scores = shape<token, key>;
  r.check(mask_of_scores<valid_keys_t, scores> && mask_of_scores<both, scores>);
  r.check(!mask_of_scores<unscaled_t, scores> && !mask_of_scores<bool, scores>);
  r.check(mask_like<both> && mask_like<valid_keys_t> && mask_like<ignore_mask<token, key>>);
  r.check(!mask_like<unscaled_t> && !mask_like<tensor<bool, token, key>> && !mask_like<bool>);
  return r;
}

// Queries in another order, with their rows of the mask: the same answers in that order.
template <class T>
constexpr report permuted_queries() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, key, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, key, content>>(3));
  const auto turned = [](const auto& x) {
    auto y = x;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < x.template extent<1>(); ++j) y(i, j) = x((3 * i + 1) % 4, j);
    return y;
  };
  r.check(bitwise_equal(scaled_dot_product_attention(turned(q), k, v, turned(some)),
                        turned(scaled_dot_product_attention(q, k, v, some))));
  return r;
}

// In self-attention the keys are the tokens under another name, and so they are for a mask.
constexpr report self_attention_names_its_keys() {
  report r;
  using key_token = axis<"key_token", 4>;
  const auto x = launder(filled<tensor<double, token, width>>(1, 2.0));
  const auto lower = where<token, key_token>([](int i, int j) { return j <= i; });
  const auto m = keep_where(as<bool>(lower));
  static_assert(std::is_same_v<decltype(m), const keep_mask<token, key_token>>);
  r.check(bitwise_equal(attention_weights(x, x, launder(m)), attention_weights(x, x, causal<>)));
  r.check(bitwise_equal(attention_weights(x, x, launder(unnamed(m))),
                        attention_weights(x, x, causal<>)));
  return r;
}

// Any integer; a negative one is no constant: number_of_valid_keys_is_negative, in
// static_tests/rejected/mask.cpp.
constexpr report as_many_keys_as_there_are() {
  report r;
  using scores = shape<dim<2>, dim<3>>;
  const auto kept = [](const auto& mask) {
    return mask.template row<scores>(0, 1).end - mask.template row<scores>(0, 1).begin;
  };
  r.check(kept(valid_keys(launder(2))) == 2 && kept(valid_keys(launder(std::uint8_t{1}))) == 1);
  r.check(kept(valid_keys(launder(0))) == 0 && kept(valid_keys(launder(4))) == 3);
  r.check(kept(valid_keys(launder(std::uint64_t{1} << 63))) == 3);
  r.check(kept(valid_keys(launder(INT64_MAX))) == 3);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"polarity is a type", polarity_is_a_type},
    {"a tensor of bool says which", a_tensor_of_bool_says_which},
    {"nothing said is nothing masked", nothing_said_is_nothing_masked},
    {"as NumPy and torch do, double", as_numpy_and_torch_do<double>},
    {"as NumPy and torch do, float", as_numpy_and_torch_do<float>},
    {"only the first keys", only_the_first_keys},
    {"composition is and", composition_is_and},
    {"padding is the same for all queries", padding_is_the_same_for_all_queries},
    {"padding of the tokens themselves", padding_of_the_tokens_themselves},
    {"leading axes go by name", leading_axes_go_by_name},
    {"each head as if alone, double", each_head_as_if_alone<double>},
    {"each head as if alone, float", each_head_as_if_alone<float>},
    {"masks have types", masks_have_types},
    {"permuted queries, double", permuted_queries<double>},
    {"permuted queries, float", permuted_queries<float>},
    {"as many keys as there are", as_many_keys_as_there_are},
    {"self-attention names its keys", self_attention_names_its_keys},
};

}  // namespace attn_tests::mask_tests
