// SPDX-License-Identifier: BSL-1.0
// Attention weights: the weight of each value in the result for each query.
//
//   attention_weights(Q, K, options…)    softmax(Q K^T * scale)
//
// (token, d_k) x (key, d_k) -> (token, key); each row sums to 1. Optional leading axes. Options
// (attention/options.hpp) are applied in this order: the score, the scale, the soft cap, the bias,
// the mask, the softmax.
//
// Rules: those of attention_scores; floating_point_element; are_options, one_of_each_kind; those of
// masks and biases. Accuracy: bit for bit softmax(attention_logits(Q, K, options…)), where every
// query has a key; the headers of the parts state theirs. Special values: a NaN anywhere in a
// query's scores makes its row NaN.
// Cost: cost::attention_weights<Q, K>(options…): that of attention_logits before the mask, and of
// the softmax with the mask.
#pragma once

#include <attn/attention/detail/option_calls.hpp>
#include <attn/attention/logits.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/window.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The softmax over the keys that the mask allows, in place.
template <class T, class... Axes, class... Options>
ATTN_ABI constexpr void weigh_scores(tensor<T, Axes...>& x, const Options&... options) {
  if constexpr (has_kind<mask_kind, Options...>) {
    using policy = option_type<fully_masked_kind, fully_masked_t<rules::no_policy>, Options...>;
    write_masked_softmax<policy_in<policy>>(x, x, as_mask(option<mask_kind, no_mask>(options...)));
  } else {
    write_softmax<sizeof...(Axes) - 1>(x, x);
  }
}

template <class Scores, class Q, class K, class... Options>
ATTN_ABI constexpr Scores weights_of(const Q& q, const K& k, const Options&... options) {
  Scores x = shaped_scores<Scores>(q, k, options...);
  weigh_scores(x, options...);
  return x;
}

}  // namespace detail

template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto attention_weights(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                          const Options&... options) {
  using call = rules::weights_call<tensor<T, Q...>, tensor<U, K...>, Options...>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::attention_weights(Q, K)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::attention_weights(Q, K)");
  ATTN_REQUIRE_ONLY_OPTIONS(call, "attn::attention_weights(Q, K, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::attention_weights(Q, K, options…)");
  if constexpr (call::holds)
    return detail::weights_of<detail::scores_of<tensor<T, Q...>, tensor<T, K...>, Options...>>(
        q, k, options...);
  else
    return q;
}

namespace cost {
template <class Q, class K, class... Options>
ATTN_ABI constexpr operation_count attention_weights(const Options&... options) {
  using weights =
      decltype(attn::attention_weights(detail::some<Q>(), detail::some<K>(), options...));
  const operation_count scores = detail::shaped_scores<Q, K, Options...>();
  if constexpr (attn::detail::has_kind<mask_kind, Options...>)
    return scores + detail::masked<typename weights::shape_type>(
                        attn::detail::option<mask_kind, attn::detail::no_mask>(options...));
  else
    return scores + softmax<weights>();
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
