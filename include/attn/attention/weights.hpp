// SPDX-License-Identifier: BSL-1.0
// Attention weights: how much of each value goes into each query's answer.
//
//   attention_weights(Q, K, options…)    softmax(Q K^T * scale)
//
// (token, d_k) x (key, d_k) -> (token, key); each row sums to 1. Leading axes go along.
// Options (attention/options.hpp) take effect in this order: the score, the scale, the soft cap,
// the bias, the mask, the softmax.
//
// Rules: those of attention_scores; floating_point_element; are_options, one_of_each_kind; what
// masks and biases ask. Accuracy: bit for bit softmax(attention_scores(Q, K) * scale), whose
// headers state theirs. Special values: a NaN anywhere in a query's scores makes its row NaN.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/attention/bias.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/option_calls.hpp>
#include <attn/attention/scale.hpp>
#include <attn/attention/scores.hpp>
#include <attn/attention/window.hpp>
#include <attn/detail/attention_sentences.hpp>

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

// Whether each option can be applied to the scores of Q and K, rule by rule.
template <class T, class Q, class K, class... Options>
struct options_for {
  using scores = rules::role_of<rules::axes_of_scores, shape_of_scores<T, Q, K, Options...>>;
  using pairs = rules::role_of<rules::result_axes, scores_shape<Q, K>>;
  using axes_of_Q = rules::role_of<rules::axes_of_Q, Q>;
  using axes_of_K = rules::role_of<rules::axes_of_K, K>;
  using bias = option_type<bias_kind, no_bias, Options...>;
  using mask = option_type<mask_kind, no_mask, Options...>;
  using policy = option_type<fully_masked_kind, fully_masked_t<rules::no_policy>, Options...>;

  static constexpr bool score_fits = rules::same_axes<scores, pairs>::value;
  static constexpr bool bias_fits =
      !score_fits || rules::bias_fits<rules::option<bias>, scores>::value;
  using element = T;
  using element_of_bias = typename detail::element_of_bias<bias, T>::type;
  static constexpr bool bias_has_its_element =
      rules::same_element<rules::element_of_A<T>, rules::element_of_B<element_of_bias>>::value;
  static constexpr bool mask_is_aligned =
      !score_fits || rules::aligned_mask<rules::option<mask>, scores>::value;
  static constexpr bool mask_fits =
      !score_fits || rules::mask_fits<rules::option<mask>, scores>::value;
  static constexpr bool rows_are_settled =
      !score_fits || !mask_is_aligned || !mask_fits ||
      rules::rows_are_settled<mask, policy_in<policy>, scores>::value;

  // What is shown of those that do not hold.
  using query_and_key = rules::query_and_key<scores>;
  static constexpr auto scores_shown = rules::diagnostic_axes_unless<score_fits, scores>;
  static constexpr auto pairs_shown = rules::diagnostic_axes_unless<score_fits, pairs>;
  static constexpr auto bias_shown =
      rules::diagnostic_axes_unless<bias_fits, rules::axes_in_option<bias, scores>>;
  static constexpr auto biased_shown = rules::diagnostic_axes_unless<bias_fits, scores>;
  static constexpr auto mask_shown =
      rules::diagnostic_axes_unless<mask_fits, rules::axes_in_option<mask, scores>>;
  static constexpr auto masked_shown = rules::diagnostic_axes_unless<mask_fits, scores>;
  static constexpr auto aligned_shown =
      rules::diagnostic_axes_unless<mask_is_aligned, query_and_key>;
  static constexpr auto settled_shown =
      rules::diagnostic_axes_unless<rows_are_settled, query_and_key>;

  // Or the type of the scores is rejected.
  static constexpr bool addressable =
      rules::addressable<rules::sizes<scores_shape<Q, K>::volume>, rules::element<T>>::value;
  static constexpr bool sound = addressable && score_fits && bias_fits && bias_has_its_element &&
                                mask_is_aligned && mask_fits && rows_are_settled;
};

// The same, of options in their role.
template <class T, class Q, class K, class Options>
struct options_in;
template <class T, class Q, class K, class... Options>
struct options_in<T, Q, K, rules::options<Options...>> : options_for<T, Q, K, Options...> {};

}  // namespace detail

template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto attention_weights(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                          const Options&... options) {
  using call = rules::weights_call<tensor<T, Q...>, tensor<U, K...>, Options...>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::attention_weights(Q, K)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::attention_weights(Q, K)");
  ATTN_REQUIRE_OPTIONS(call, "attn::attention_weights(Q, K, options…)");
  if constexpr (call::holds)
    return detail::weights_of(detail::shaped_scores(q, k, options...), options...);
  else
    return q;
}

}  // namespace attn
ATTN_STRICT_FP_END
