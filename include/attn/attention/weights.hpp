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
// masks and biases. Accuracy: bit for bit softmax(attention_scores(Q, K) * scale), whose headers
// state theirs. Special values: a NaN anywhere in a query's scores makes its row NaN.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/attention/bias.hpp>
#include <attn/attention/detail/option_calls.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/scale.hpp>
#include <attn/attention/scores.hpp>
#include <attn/attention/window.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The scores before the mask: scale, soft cap, bias. A score of another kind scales itself.
template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto shaped_scores(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                      const Options&... options) {
  using default_option =
      std::conditional_t<has_kind<score_kind, Options...>, unscaled_t, default_scale_t>;
  const auto& scale = option<scale_kind, default_option>(options...);
  const auto& cap = option<soft_cap_kind, no_cap>(options...);
  const auto& bias = option<bias_kind, no_bias>(options...);
  constexpr std::size_t width = last_axis<shape<Q...>>::size;
  return biased(capped(scaled<T>(raw_scores(q, k, options...), width, scale), cap), bias);
}

// The softmax over the keys that the mask allows.
template <class Scores, class... Options>
ATTN_ABI constexpr auto weights_of(const Scores& x, const Options&... options) {
  if constexpr (has_kind<mask_kind, Options...>) {
    const auto& mask = option<mask_kind, no_mask>(options...);
    const auto& policy = option<fully_masked_kind, fully_masked_t<rules::no_policy>>(options...);
    return masked_softmax(x, mask, policy);
  } else {
    return softmax(x);
  }
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
    return detail::weights_of(detail::shaped_scores(q, k, options...), options...);
  else
    return q;
}

}  // namespace attn
ATTN_STRICT_FP_END
