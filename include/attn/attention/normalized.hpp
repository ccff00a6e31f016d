// SPDX-License-Identifier: BSL-1.0
// Weights that say in their type what they are, for those who want the compiler to tell scores from
// weights: of one shape, and of one type everywhere else.
//
//   softmax_weights(scores)           normalized: softmax(scores), along the last axis
//   normalized(attention_weights(…))  weights of another origin; you promise that rows sum to 1
//   weighted_mean(weights, V)         matmul(weights, V), of what is normalized only
//
// (…, token, key) -> normalized of the same; with (…, key, d_v) -> (…, token, d_v).
// Rules: is_normalized: what was not normalized is no weights; not_normalized: what was is no
// scores, as the softmax of a softmax is nearly the same for all; those of softmax and matmul.
// Accuracy and special values: theirs, to the bit.
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
