// SPDX-License-Identifier: BSL-1.0
// Weights with their own type, so that the compiler can distinguish them from scores, which have
// the same shape and elsewhere the same type.
//
//   softmax_weights(scores)           normalized: softmax(scores), along the last axis
//   normalized(attention_weights(…))  other weights; you assert that their rows sum to 1
//   weighted_mean(weights, V)         matmul(weights, V), for normalized weights only
//
// (…, token, key) -> normalized of the same; with (…, key, d_v) -> (…, token, d_v).
// Rules: is_normalized, for weights; not_normalized, for scores, because the softmax of a softmax
// is nearly uniform; those of softmax and matmul.
// Accuracy and special values: bit for bit those of softmax and matmul.
#pragma once

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
  if constexpr (call::holds)
    return normalized(softmax(scores));
  else
    return scores;
}

template <class Weights, class Values>
ATTN_ABI constexpr auto weighted_mean(const Weights& by, const Values& values) {
  using call = rules::single_rule_call<rules::is_normalized<rules::sum_of_rows<Weights>>>;
  ATTN_REQUIRE(call, rule,
               "attn::weighted_mean(weights, V): nothing says that these sum to 1; are they "
               "scores? softmax_weights(scores), or normalized(weights)");
  if constexpr (call::holds)
    return matmul(by.weights, values);
  else
    return values;
}

}  // namespace attn
ATTN_STRICT_FP_END
