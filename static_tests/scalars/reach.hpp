// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/reach.hpp promises; and with it what every mask, the cache and the heads do.
#pragma once

#include <attn/attention/bias.hpp>
#include <attn/attention/cache.hpp>
#include <attn/attention/grouped_query.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/segments.hpp>
#include <attn/attention/self_attention.hpp>
#include <attn/attention/slices.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/norm.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/split.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/scalars/reach.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::reach_tests {

using namespace attn;
using token = axis<"token", 4>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 2>;

template <class... Axes>
using table = tensor<bool, Axes...>;

constexpr report marks_and_reads() {
  report r;
  const auto x = launder(tensor<double, token, d_k>{});
  const auto by_token = marked<"token">(x);
  static_assert(std::is_same_v<decltype(by_token), const tensor<influence<double, 4>, token, d_k>>);
  r.check(identical(by_token(2, 0), influence<double, 4>::input(2)) &&
          identical(by_token(2, 0), by_token(2, 1)));
  r.check(identical(marked<1>(x)(2, 1), influence<double, 3>::input(1)));
  r.check(identical(marked(x)(2, 1), influence<double, 12>::input(7)));
  r.check(identical(marked<0, nan_too>(x)(2, 1), influence<double, 4, nan_too>::input(2)));
  r.check(identical(marked<nan_too>(x)(0, 1), influence<double, 12, nan_too>::input(1)));

  r.check(reach(by_token) == table<dim<4>>{1, 1, 1, 1});
  r.check(reach(arbitrary_as(x, by_token)) == table<dim<4>>{0, 0, 0, 0});
  r.check(identical(arbitrary<influence<double, 4>>(x), arbitrary_as(x, by_token)));
  const auto rows = reach<"token">(narrow<"token", 2>(by_token, 1));
  r.check(rows == table<axis<"token", 2>, dim<4>>{{0, 1, 0, 0}, {0, 0, 1, 0}});
  const auto columns = reach<"d_k">(marked<"d_k">(x));
  r.check(columns == table<d_k, dim<3>>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  return r;
}

// --- masks ------------------------------------------------------------------------------------

// Attention from 4 tokens to 5 keys, of whose keys and values the inputs are the marked ones; weights
// and queries are arbitrary. Whether each query is reached by the keys that the mask allows, and by
// no other. The reference is the mask itself, applied to ones.
template <class Reading, class... Options>
constexpr auto keys_that_reach(const Options&... options) {
  const auto k = marked<"key", Reading>(tensor<double, key, d_k>{});
  const auto v = marked<"key", Reading>(tensor<double, key, d_v>{});
  const auto q = arbitrary_as(tensor<double, token, d_k>{}, k);
  return reach<"token">(scaled_dot_product_attention(q, k, v, options...));
}
template <class Mask>
constexpr bool is_what_the_mask_says(const Mask& mask) {
  tensor<double, token, key> ones;
  for (double& one : ones) one = 1;
  const auto kept = zeroed_outside(ones, mask);
  const auto got = keys_that_reach<finite_only>(mask, fully_masked<zero_rows>);
  const auto skipping = keys_that_reach<nan_too>(mask, skip_masked, fully_masked<zero_rows>);
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (got.data()[i] != (kept.data()[i] == 1) || skipping.data()[i] != got.data()[i]) return false;
  return true;
}
constexpr report every_mask() {
  report r;
  const auto entries = launder(
      keep_mask<token, key>{{1, 0, 0, 1, 0}, {0, 1, 0, 0, 0}, {1, 1, 1, 1, 1}, {0, 0, 1, 0, 1}});
  r.check(is_what_the_mask_says(entries));
  r.check(is_what_the_mask_says(as_ignore(entries)));  // the same one, by its other polarity
  r.check(is_what_the_mask_says(key_padding(launder(keep_mask<key>{1, 1, 1, 0, 0}))));
  r.check(is_what_the_mask_says(valid_keys(launder(std::size_t{3}))));
  r.check(is_what_the_mask_says(causal<top_left>));
  r.check(is_what_the_mask_says(causal<bottom_right>));
  r.check(is_what_the_mask_says(causal_from(launder(std::size_t{1}))));
  r.check(is_what_the_mask_says(sliding_window<1, 0, top_left>));
  r.check(is_what_the_mask_says(sliding_window<1, 2, bottom_right>));
  r.check(is_what_the_mask_says(entries & causal<top_left>));
  r.check(is_what_the_mask_says(causal<top_left> & valid_keys(launder(std::size_t{2}))));
  return r;
}
constexpr report causality() {
  report r;
  r.check(keys_that_reach<finite_only>(causal<top_left>) ==
          table<token, dim<5>>{{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 1, 1, 0, 0}, {1, 1, 1, 1, 0}});
  r.check(keys_that_reach<finite_only>() ==
          table<token, dim<5>>{{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}});
  return r;
}

// No text sees another, in packed sequences of tokens: two texts, of 1 and of 3.
constexpr report segments() {
  report r;
  const auto x = marked<"token">(tensor<double, token, d_k>{});
  const auto ids = launder(tensor<int, token>{0, 1, 1, 1});
  r.check(reach<"token">(scaled_dot_product_attention(x, x, x, same_segment(ids))) ==
          table<token, dim<4>>{{1, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 1, 1}, {0, 1, 1, 1}});
  r.check(reach<"token">(scaled_dot_product_attention(x, x, x, same_segment(ids) & causal<>)) ==
          table<token, dim<4>>{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 1, 1, 0}, {0, 1, 1, 1}});
  return r;
}

// A bias of -inf removes a key that is finite. Added to a NaN it is a NaN, in the scores; and in the
// sum over the keys, where every weight is made with the NaN.
constexpr report a_bias_is_arithmetic() {
  report r;
  constexpr double none = -std::numeric_limits<double>::infinity();
  const tensor<double, token, key> b = launder(tensor<double, token, key>{
      {0, none, 0, none, 0}, {0, 1, none, 0, 0}, {0, 0, 0, 0, 0}, {none, none, none, none, 2}});
  using finite = influence<double, 5>;
  using strict = influence<double, 5, nan_too>;
  r.check(keys_that_reach<finite_only>(biased_by(as<finite>(b))) ==
          table<token, dim<5>>{{1, 0, 1, 0, 1}, {1, 1, 0, 1, 1}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 1}});
  for (const bool reached : keys_that_reach<nan_too>(biased_by(as<strict>(b)))) r.check(reached);
  return r;
}

// A masked key cannot leak, NaN or not: its score is not looked at. A masked value can, as NaN: it is
// multiplied by a weight of +0. With skip_masked it is not.
constexpr report what_leaks_where_a_mask_is() {
  report r;
  const auto marks = marked<"key", nan_too>(tensor<double, key, d_k>{});
  const auto others = arbitrary_as(tensor<double, key, d_v>{}, marks);
  const auto q = arbitrary_as(tensor<double, token, d_k>{}, marks);
  const auto past =
      table<token, dim<5>>{{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 1, 1, 0, 0}, {1, 1, 1, 1, 0}};
  const auto by_keys = scaled_dot_product_attention(q, marks, others, causal<top_left>);
  r.check(reach<"token">(by_keys) == past);

  const auto v = marked<"key", nan_too>(tensor<double, key, d_v>{});
  const auto k = arbitrary_as(tensor<double, key, d_k>{}, v);
  for (const bool leaks : reach<"token">(scaled_dot_product_attention(q, k, v, causal<top_left>)))
    r.check(leaks);
  r.check(reach<"token">(scaled_dot_product_attention(q, k, v, causal<top_left>, skip_masked)) ==
          past);
  return r;
}

// --- the cache --------------------------------------------------------------------------------

// Decoding token by token: token t is reached by itself and what was before. The room behind it holds
// something from earlier, which no token may find.
template <class Reading, class... Options>
constexpr bool decodes_from_the_past(const Options&... options) {
  const auto x = marked<"token", Reading>(tensor<double, token, d_k>{});
  using I = typename std::remove_cvref_t<decltype(x)>::value_type;
  key_value_cache<I, axis<"slot", 6>, d_k, d_k> cache;
  for (I& stale : cache.keys) stale = I::input(3);
  for (I& stale : cache.values) stale = I::input(3);
  for (std::size_t t = 0; t < 4; ++t) {
    const auto row = select<"token">(x, t);
    cache.append(row, row);
    const auto found = reach(cache.attend(row, options...));
    for (std::size_t i = 0; i < 4; ++i)
      if (found(i) != (i <= t)) return false;
  }
  return true;
}
constexpr report the_cache_reaches_no_future() {
  report r;
  r.check(decodes_from_the_past<finite_only>());
  r.check(decodes_from_the_past<nan_too>(skip_masked));
  r.check(!decodes_from_the_past<nan_too>());  // a NaN that was left in the room behind
  return r;
}

// --- heads ------------------------------------------------------------------------------------

using model = axis<"model", 6>;
using head = axis<"head", 2>;
using per_head = axis<"per_head", 3>;

// Columns 0 to 2 are head 0, 3 to 5 are head 1, and no head sees the other's.
constexpr report heads_are_separate() {
  report r;
  const auto x = marked<"model">(tensor<double, token, model>{});
  const auto cut = split_heads<head, per_head>(x);
  const auto out = scaled_dot_product_attention(cut, cut, cut);
  r.check(reach<"head">(out) == table<head, dim<6>>{{1, 1, 1, 0, 0, 0}, {0, 0, 0, 1, 1, 1}});
  const auto slices = attention_of_slices<head>(x, x, x);
  r.check(reach<"model">(slices) == reach<"model">(merge_heads<"model">(out)));
  r.check(reach<"model">(slices)(0, 2) && !reach<"model">(slices)(0, 3));
  return r;
}

// Heads that are split off and not moved in front of the tokens are the sequence: then no token
// reaches another one.
constexpr report heads_that_are_not_moved_out() {
  report r;
  const auto x = marked<"token">(tensor<double, token, model>{});
  const auto left = split<"model", head, per_head>(x);
  const auto moved = permute<"head", "token", "per_head">(left);
  const auto wrong = reach<"token">(scaled_dot_product_attention(left, left, left));
  const auto right = reach<"token">(scaled_dot_product_attention(moved, moved, moved));
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) r.check(right(i, j) && wrong(i, j) == (i == j));
  return r;
}

// Queries 0 and 1 ask head 0 of two, 2 and 3 ask head 1.
constexpr report groups_of_queries_share_a_head() {
  report r;
  const auto kv = marked<"head">(tensor<double, head, token, d_k>{});
  const auto q = arbitrary_as(tensor<double, axis<"head", 4>, token, d_k>{}, kv);
  r.check(reach<"head">(grouped_query_attention(q, kv, kv)) ==
          table<axis<"head", 4>, dim<2>>{{1, 0}, {1, 0}, {0, 1}, {0, 1}});
  return r;
}

// The first of two ways to split heads that the sizes allow and the meaning does not: a reshape of
// (token, model) to (head, token, per_head) without the transposition, as in a program in the wild.
// Then head 0 has the first half of the tokens: token 0 cannot reach the last ones, nor the other way.
template <class X>
constexpr auto split_without_the_transposition(const X& x) {
  tensor<typename X::value_type, head, token, per_head> cut;
  for (std::size_t i = 0; i < x.size(); ++i) cut.data()[i] = x.data()[i];
  return cut;
}
template <class X>
constexpr auto merged_without_the_transposition(const X& y) {
  tensor<typename X::value_type, token, model> out;
  for (std::size_t i = 0; i < y.size(); ++i) out.data()[i] = y.data()[i];
  return out;
}
constexpr report a_reshape_without_the_transposition() {
  report r;
  const auto x = marked<"token">(tensor<double, token, model>{});
  const auto right = split_heads<head, per_head>(x);
  for (const bool sees :
       reach<"token">(merge_heads<"model">(scaled_dot_product_attention(right, right, right))))
    r.check(sees);
  const auto wrong = split_without_the_transposition(x);
  r.check(reach<"token">(merged_without_the_transposition(
              scaled_dot_product_attention(wrong, wrong, wrong))) ==
          table<token, dim<4>>{{1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, 1}});
  // Whoever tests causality alone does not notice: no token sees a later one, and half of the tokens
  // see too little.
  r.check(reach<"token">(merged_without_the_transposition(
              scaled_dot_product_attention(wrong, wrong, wrong, causal<>))) ==
          table<token, dim<4>>{{1, 0, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 1, 1}});
  return r;
}

// The second: the score matrix is (d_k, d_k), of features instead of tokens. Every token's answer is
// made of its own value alone, weighed by what all the tokens say.
constexpr report attention_between_features() {
  report r;
  const auto v = marked<"token">(tensor<double, token, model>{});
  const auto x = arbitrary_as(tensor<double, token, model>{}, v);
  const auto across = [](const auto& q, const auto& k, const auto& values) {
    const auto features = [](const auto& y) { return transpose(split_heads<head, per_head>(y)); };
    return merge_heads<"model">(
        transpose(scaled_dot_product_attention(features(q), features(k), features(values))));
  };
  const auto right = [](const auto& q, const auto& k, const auto& values) {
    const auto cut = [](const auto& y) { return split_heads<head, per_head>(y); };
    return merge_heads<"model">(scaled_dot_product_attention(cut(q), cut(k), cut(values)));
  };
  for (const bool sees : reach<"token">(right(x, x, v))) r.check(sees);
  r.check(reach<"token">(across(x, x, v)) ==
          table<token, dim<4>>{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}});
  for (const bool sees : reach<"token">(across(v, v, x)))
    r.check(sees);  // no mask can hide a token
  return r;
}

constexpr report norms_stay_in_their_row() {
  report r;
  const auto x = marked<"token">(tensor<double, token, d_k>{});
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      r.check(reach<"token">(layer_norm(x))(i, j) == (i == j));
      r.check(reach<"token">(softmax(x))(i, j) == (i == j));
      r.check(reach<"token">(softmax<"token">(x))(i, j));  // the wrong axis
    }
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"marks and reads", marks_and_reads},
    {"every mask", every_mask},
    {"causality", causality},
    {"segments", segments},
    {"a bias is arithmetic", a_bias_is_arithmetic},
    {"what leaks where a mask is", what_leaks_where_a_mask_is},
    {"the cache reaches no future", the_cache_reaches_no_future},
    {"heads are separate", heads_are_separate},
    {"heads that are not moved out", heads_that_are_not_moved_out},
    {"groups of queries share a head", groups_of_queries_share_a_head},
    {"a reshape without the transposition", a_reshape_without_the_transposition},
    {"attention between features", attention_between_features},
    {"norms stay in their row", norms_stay_in_their_row},
};

}  // namespace attn_tests::reach_tests
