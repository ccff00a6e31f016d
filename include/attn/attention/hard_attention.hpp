// SPDX-License-Identifier: BSL-1.0
// Weights with their own type, so that the compiler can distinguish them from scores, which have
// the same shape and elsewhere the same type.
//
//   softmax_weights(scores)           normalized: softmax(scores), along the last axis
//   normalized(attention_weights(…))  other weights; you assert that their rows sum to 1
//   weighted_mean(weights, V)         matmul(weights, V), for normalized weights only
//
// (…, token, key) -> `normalized` of the same; with (…, key, d_v) -> (…, token, d_v).
// Rules: is_normalized, for weights; not_normalized, for scores, because the softmax of a softmax
// is nearly uniform; the rules of softmax and matmul.
// Accuracy and special values: bit for bit as in softmax and matmul.
#pragma once

#include <attn/attention/additive_score.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/rules/masks.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class Tensor>
struct normalized {
  Tensor weights;

  ATTN_ABI constexpr explicit normalized(const Tensor& x) : weights(x) {}
  ATTN_ABI friend constexpr bool operator==(const normalized&, const normalized&) = default;
};

namespace rules {
template <class Tensor>
struct rows_of<normalized<Tensor>> {
  using type = sums_to_one;
};
}  // namespace rules

template <class Scores>
ATTN_ABI constexpr auto softmax_weights(const Scores& scores) {
  using call = rules::single_rule_call<rules::not_normalized<rules::sum_of_rows<Scores>>>;
  ATTN_REQUIRE(call, rule,
               "attn::softmax_weights(scores): these are weights already; a softmax of weights "
               "makes them nearly equal");
  if constexpr (call::all::value)
    return normalized(softmax(scores));
  else
    return scores;
}

template <class Weights, class Values>
ATTN_ABI constexpr auto weighted_mean(const Weights& by, const Values& values) {
  using call = rules::single_rule_call<rules::is_normalized<rules::sum_of_rows<Weights>>>;
  ATTN_REQUIRE(call, rule,
               "attn::weighted_mean(weights, V): these may not sum to 1; are they "
               "scores? softmax_weights(scores), or normalized(weights)");
  if constexpr (call::all::value)
    return matmul(by.weights, values);
  else
    return values;
}

// Hard attention: each query selects one value, the value of the key with the largest score.
//
//   hard_attention_weights(Q, K, options…)   1 where the score is the largest, else 0
//   hard_attention(Q, K, V, options…)        the weights times V: a row of V for every query
//
// (token, d_k) x (key, d_k) -> (token, key), x (key, d_v) -> (token, d_v). Options are the options
// of attention_weights, with the same effect. A mask excludes keys. Of equal scores the first key
// is selected. Hard attention is the limit of attention for a large scale, and has no gradient.
// Bahdanau's and Luong's are soft.
//
// Rules: the rules of attention_weights and scaled_dot_product_attention, with the option hardmax,
// which these are: scaled_dot_product_attention(Q, K, V, options…, hardmax).
// Accuracy: the weights are exact, 0 or 1, and their product with V is the product of matmul: the
// bits of the value, except for the sign of a zero, if V is finite. Special values: NaN is the
// largest score (argmax). A query without keys is treated as in masked_softmax.

template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto hard_attention_weights(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                               const Options&... options) {
  using call = rules::weights_call<tensor<T, Q...>, tensor<U, K...>, Options..., hardmax_t>;
  ATTN_REQUIRE_WEIGHTS(call, "attn::hard_attention_weights(Q, K)",
                       "attn::hard_attention_weights(Q, K, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::hard_attention_weights(Q, K, options…)");
  if constexpr (call::all::value)
    return attention_weights(q, k, options..., hardmax);
  else
    return q;
}

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto hard_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                       const tensor<W, V...>& v, const Options&... options) {
  using call = rules::attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...,
                                     hardmax_t>;
  ATTN_REQUIRE_ATTENTION(call, "attn::hard_attention(Q, K, V)",
                         "attn::hard_attention(Q, K, V, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::hard_attention(Q, K, V, options…)");
  if constexpr (call::all::value)
    return scaled_dot_product_attention(q, k, v, options..., hardmax);
  else
    return q;
}

}  // namespace attn
ATTN_STRICT_FP_END
