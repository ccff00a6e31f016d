// SPDX-License-Identifier: BSL-1.0
// Attention weights: how much of each value goes into each query's answer.
//
//   attention_weights(Q, K, options…)    softmax(Q K^T * scale)
//
// (token, d_k) x (key, d_k) -> (token, key); each row sums to 1. Leading axes go along.
// Options (attention/options.hpp) take effect in this order: the score, the scale, the soft cap, the
// bias, the mask, the softmax.
//
// Rules: those of attention_scores; has_fractions; are_options, one_of_each_kind; what masks and
// biases ask. Accuracy: bit for bit softmax(attention_scores(Q, K) * scale), whose headers state
// theirs. Special values: a NaN anywhere in a query's scores makes its row NaN.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/attention/bias.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/scale.hpp>
#include <attn/attention/scores.hpp>

namespace attn {

namespace detail {

// The scores as they come: the product, or what an option makes of Q and K.
template <class T, class U, class... Q, class... K, class... Options>
constexpr auto raw_scores(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                          const Options&... options) {
  if constexpr (has_kind<score_kind, Options...>)
    return option<score_kind>(0, options...).score(q, in_role_of_keys<shape<Q...>>(k));
  else
    return attention_scores(q, k);
}

// Their axes, in their role.
template <class T, class Q, class K, class... Options>
using scores_role = rules::role_of<
    rules::axes_of_scores,
    typename decltype(raw_scores(std::declval<tensor_of<T, Q>>(), std::declval<tensor_of<T, K>>(),
                                 std::declval<Options>()...))::shape_type>;

// The scores before the mask: scale, soft cap, bias. A score of another kind scales itself.
template <class T, class U, class... Q, class... K, class... Options>
constexpr auto shaped_scores(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                             const Options&... options) {
  using default_option =
      std::conditional_t<has_kind<score_kind, Options...>, unscaled_t, default_scale_t>;
  const auto& scale = option<scale_kind>(default_option{}, options...);
  const auto& cap = option<soft_cap_kind>(no_cap{}, options...);
  const auto& bias = option<bias_kind>(no_bias{}, options...);
  constexpr std::size_t width = last_axis<shape<Q...>>::size;
  return biased(capped(scaled<T>(raw_scores(q, k, options...), width, scale), cap), bias);
}

// The softmax over the keys that the mask allows.
template <class Scores, class... Options>
constexpr auto weights_of(const Scores& x, const Options&... options) {
  if constexpr (has_kind<mask_kind, Options...>) {
    const auto& mask = option<mask_kind>(no_mask{}, options...);
    const auto& policy = option<fully_masked_kind>(fully_masked_t<no_policy>{}, options...);
    return masked_softmax(x, mask, policy);
  } else {
    return softmax(x);
  }
}

}  // namespace detail

namespace rules {

// Asserted for every function that takes options; true if each can be applied to the scores.
template <class T, class Scores, class... Options>
consteval bool options_are_sound() {
  namespace d = attn::detail;
  using bias = d::option_type<bias_kind, d::no_bias, Options...>;
  using policy = d::option_type<fully_masked_kind, fully_masked_t<d::no_policy>, Options...>;
  bool sound = bias_is_sound<bias, Scores, T>::value;
  if constexpr (d::has_kind<mask_kind, Options...>)
    sound = mask_is_sound<d::option_type<mask_kind, d::no_mask, Options...>, d::policy_in<policy>,
                          Scores>() &&
            sound;
  return sound;
}

}  // namespace rules

template <class T, class U, class... Q, class... K, class... Options>
constexpr auto attention_weights(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                 const Options&... options) {
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>> &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>,
                "attn::attention_weights(Q, K): Q and K must have at least two axes");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>,
                "attn::attention_weights(Q, K): one element type for all; convert with as<T>(x)");
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::attention_weights(Q, K): the elements must have fractions; convert with "
                "as<double>(x)");
  static_assert(rules::are_options<rules::options<Options...>>,
                "attn::attention_weights(Q, K, options…): an argument behind the tensors is "
                "no option; a scale is scaled_by(x)");
  static_assert(rules::one_of_each_kind<detail::kinds_of<Options...>>,
                "attn::attention_weights(Q, K, options…): two options of one kind");
  constexpr bool sound = std::is_same_v<T, U> && rules::has_fractions<rules::element<T>> &&
                         rules::are_options<rules::options<Options...>> &&
                         rules::one_of_each_kind<detail::kinds_of<Options...>>;
  constexpr bool scored = detail::has_kind<score_kind, Options...>;
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2 && !scored) {
    using width_of_Q = rules::width_of_Q<last_axis<shape<Q...>>>;
    using width_of_K = rules::width_of_K<last_axis<shape<K...>>>;
    static_assert(
        rules::same_size<width_of_Q, width_of_K>,
        ATTN_SAYS("attn::attention_weights(Q, K): queries and keys must have the same width (d_k)",
                  rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));
    static_assert(
        rules::same_name<width_of_Q, width_of_K>,
        ATTN_SAYS("attn::attention_weights(Q, K): the widths of Q and K have different names",
                  rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));
    using leading_of_Q = rules::role_of<rules::axes_of_Q, leading_axes<shape<Q...>>>;
    using leading_of_K =
        rules::role_of<rules::axes_of_K, detail::leading_axes_for<shape<Q...>, shape<K...>>>;
    static_assert(rules::same_axis<rules::differing_in_A<leading_of_Q, leading_of_K>,
                                   rules::differing_in_B<leading_of_Q, leading_of_K>>,
                  ATTN_SAYS("attn::attention_weights(Q, K): the leading axes of Q and K must agree",
                            rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));
  }
  if constexpr ((scored || detail::keys_fit<shape<Q...>, shape<K...>>()) && sound) {
    if constexpr (rules::options_are_sound<
                      T, detail::scores_role<T, shape<Q...>, shape<K...>, Options...>,
                      Options...>())
      return detail::weights_of(detail::shaped_scores(q, k, options...), options...);
    else
      return detail::raw_scores(q, k, options...);
  } else {
    return q;
  }
}

}  // namespace attn
