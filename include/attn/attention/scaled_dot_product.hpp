// SPDX-License-Identifier: BSL-1.0
// Attention as soft lookup: each query's weighted average of the values, the weights being the
// softmax of its scores with the keys.
//
//   attention_scores(Q, K)                           Q K^T, nothing else; integers stay exact
//   attention_weights(Q, K, options…)                softmax(Q K^T * scale)
//   scaled_dot_product_attention(Q, K, V, options…)  softmax(Q K^T * scale) V
//
// (token, d_k) x (key, d_k) x (key, d_v) -> (token, d_v); scores and weights are (token, key).
// Leading axes (batch, head) go along. In self-attention all three come from one axis `token`: keys
// and values then count as `key_token`, as if as_keys had been called.
// Options: unscaled, scaled_by(x); default 1/sqrt(d_k) (attention/scale.hpp).
//
// Rules: same_size, same_name of Q's and K's width, and of K's and V's length; same_element;
// has_fractions; one_of_each_kind.
// Accuracy: bit for bit matmul(softmax(matmul(Q, transpose(K)) * scale), V), operations whose
// headers state theirs. Special values: a NaN anywhere in a query's scores makes its row NaN; a
// weight of 0 does not protect from a NaN or an infinity in V.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/attention/bias.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/options.hpp>
#include <attn/attention/scale.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/rules/says.hpp>
#include <attn/tensor/rename.hpp>

namespace attn {

namespace detail {

// The leading axes of X (K or V) go along with those of Q, or X serves them all.
template <class Q, class X>
inline constexpr bool leading_axes_fit =
    rules::same_axes<rules::role_of<rules::axes_of_A, leading_axes<Q>>,
                     rules::role_of<rules::axes_of_B, leading_axes_for<Q, X>>>;

// Q and K fit as the operands of attention: their widths agree, and leading axes too.
template <class Q, class K>
consteval bool keys_fit() {
  if constexpr (Q::rank < 2 || K::rank < 2) {
    return false;
  } else {
    using width_of_Q = rules::width_of_Q<last_axis<Q>>;
    using width_of_K = rules::width_of_K<last_axis<K>>;
    return rules::same_size<width_of_Q, width_of_K> && rules::same_name<width_of_Q, width_of_K> &&
           leading_axes_fit<Q, K>;
  }
}

template <class Q, class K, class V>
consteval bool values_fit() {
  if constexpr (Q::rank < 2 || K::rank < 2 || V::rank < 2) {
    return false;
  } else {
    using length_of_K = rules::length_of_K<second_to_last_axis<K>>;
    using length_of_V = rules::length_of_V<second_to_last_axis<V>>;
    return rules::same_size<length_of_K, length_of_V> && rules::same_name<length_of_K, length_of_V>;
  }
}

// x in the role of keys (or their values) to queries of the shape Q: under another name where both
// come from the same axis.
template <class Q, class T, class... Axes>
constexpr auto in_role_of_keys(const tensor<T, Axes...>& x) {
  using sequence = second_to_last_axis<shape<Axes...>>;
  using queries = second_to_last_axis<Q>;
  if constexpr (sequence::named && queries::named) {
    if constexpr (sequence::name == queries::name)
      return as_keys(x);
    else
      return x;
  } else {
    return x;
  }
}

}  // namespace detail

template <class T, class U, class... Q, class... K>
constexpr auto attention_scores(const tensor<T, Q...>& q, const tensor<U, K...>& k) {
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>> &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>,
                "attn::attention_scores(Q, K): Q and K must have at least two axes");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>,
                "attn::attention_scores(Q, K): one element type for all; convert with as<T>(x)");
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2) {
    using width_of_Q = rules::width_of_Q<last_axis<shape<Q...>>>;
    using width_of_K = rules::width_of_K<last_axis<shape<K...>>>;
    static_assert(
        rules::same_size<width_of_Q, width_of_K>,
        ATTN_SAYS("attn::attention_scores(Q, K): queries and keys must have the same width (d_k)",
                  rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));
    static_assert(
        rules::same_name<width_of_Q, width_of_K>,
        ATTN_SAYS("attn::attention_scores(Q, K): the widths of Q and K have different names",
                  rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));
    using leading_of_Q = rules::role_of<rules::axes_of_Q, leading_axes<shape<Q...>>>;
    using leading_of_K =
        rules::role_of<rules::axes_of_K, detail::leading_axes_for<shape<Q...>, shape<K...>>>;
    static_assert(rules::same_axis<rules::differing_in_A<leading_of_Q, leading_of_K>,
                                   rules::differing_in_B<leading_of_Q, leading_of_K>>,
                  ATTN_SAYS("attn::attention_scores(Q, K): the leading axes of Q and K must agree",
                            rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));
  }
  if constexpr (detail::keys_fit<shape<Q...>, shape<K...>>() && std::is_same_v<T, U>)
    return matmul(q, transpose(detail::in_role_of_keys<shape<Q...>>(k)));
  else
    return q;
}

namespace detail {

// The axes of the scores of Q and K, in their role.
template <class T, class Q, class K>
using scores_role =
    rules::role_of<rules::axes_of_scores, typename decltype(attention_scores(
                                              std::declval<tensor_of<T, Q>>(),
                                              std::declval<tensor_of<T, K>>()))::shape_type>;

// The scores before the mask: product, scale, soft cap, bias.
template <class T, class U, class... Q, class... K, class... Options>
constexpr auto shaped_scores(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                             const Options&... options) {
  const auto& scale = option<scale_kind>(default_scale_t{}, options...);
  const auto& cap = option<soft_cap_kind>(no_cap{}, options...);
  const auto& bias = option<bias_kind>(no_bias{}, options...);
  constexpr std::size_t width = last_axis<shape<Q...>>::size;
  return biased(capped(scaled<T>(attention_scores(q, k), width, scale), cap), bias);
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
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2) {
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
  if constexpr (detail::keys_fit<shape<Q...>, shape<K...>>() && sound) {
    if constexpr (rules::options_are_sound<T, detail::scores_role<T, shape<Q...>, shape<K...>>,
                                           Options...>())
      return detail::weights_of(detail::shaped_scores(q, k, options...), options...);
    else
      return attention_scores(q, k);
  } else {
    return q;
  }
}

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
constexpr auto scaled_dot_product_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                            const tensor<W, V...>& v, const Options&... options) {
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>> &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>> &&
                    rules::rank_at_least<rules::axes_of<V...>, rules::rank<2>>,
                "attn::scaled_dot_product_attention(Q, K, V): each must have at least two axes");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>> &&
                    rules::same_element<rules::element_of_A<T>, rules::element_of_B<W>>,
                "attn::scaled_dot_product_attention(Q, K, V): one element type for all; convert "
                "with as<T>(x)");
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::scaled_dot_product_attention(Q, K, V): the elements must have fractions; "
                "convert with as<double>(x)");
  static_assert(
      rules::are_options<rules::options<Options...>>,
      "attn::scaled_dot_product_attention(Q, K, V, options…): an argument behind the tensors is "
      "no option; a scale is scaled_by(x)");
  static_assert(rules::one_of_each_kind<detail::kinds_of<Options...>>,
                "attn::scaled_dot_product_attention(Q, K, V, options…): two options of one kind");
  constexpr bool sound = std::is_same_v<T, U> && std::is_same_v<T, W> &&
                         rules::has_fractions<rules::element<T>> &&
                         rules::are_options<rules::options<Options...>> &&
                         rules::one_of_each_kind<detail::kinds_of<Options...>>;
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2 && sizeof...(V) >= 2) {
    using width_of_Q = rules::width_of_Q<last_axis<shape<Q...>>>;
    using width_of_K = rules::width_of_K<last_axis<shape<K...>>>;
    using length_of_K = rules::length_of_K<second_to_last_axis<shape<K...>>>;
    using length_of_V = rules::length_of_V<second_to_last_axis<shape<V...>>>;
    static_assert(
        rules::same_size<width_of_Q, width_of_K>,
        ATTN_SAYS("attn::scaled_dot_product_attention(Q, K, V): Q and K must have the same width "
                  "(d_k)",
                  rules::axes_of_Q<Q...>, rules::axes_of_K<K...>, rules::axes_of_V<V...>));
    static_assert(
        rules::same_name<width_of_Q, width_of_K>,
        ATTN_SAYS("attn::scaled_dot_product_attention(Q, K, V): the widths of Q and K have "
                  "different names",
                  rules::axes_of_Q<Q...>, rules::axes_of_K<K...>, rules::axes_of_V<V...>));
    static_assert(
        rules::same_size<length_of_K, length_of_V>,
        ATTN_SAYS("attn::scaled_dot_product_attention(Q, K, V): one value per key: K and V must "
                  "have the same length",
                  rules::axes_of_Q<Q...>, rules::axes_of_K<K...>, rules::axes_of_V<V...>));
    static_assert(
        rules::same_name<length_of_K, length_of_V>,
        ATTN_SAYS("attn::scaled_dot_product_attention(Q, K, V): the sequences of K and V have "
                  "different names",
                  rules::axes_of_Q<Q...>, rules::axes_of_K<K...>, rules::axes_of_V<V...>));
    using leading_of_Q = rules::role_of<rules::axes_of_Q, leading_axes<shape<Q...>>>;
    using leading_of_K =
        rules::role_of<rules::axes_of_K, detail::leading_axes_for<shape<Q...>, shape<K...>>>;
    static_assert(
        rules::same_axis<rules::differing_in_A<leading_of_Q, leading_of_K>,
                         rules::differing_in_B<leading_of_Q, leading_of_K>>,
        ATTN_SAYS(
            "attn::scaled_dot_product_attention(Q, K, V): the leading axes of Q and K must agree",
            rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));
    using leading_of_V =
        std::conditional_t<shape<V...>::rank == 2, leading_of_K,
                           rules::role_of<rules::axes_of_K, leading_axes<shape<V...>>>>;
    static_assert(rules::same_axis<rules::differing_in_A<leading_of_K, leading_of_V>,
                                   rules::differing_in_B<leading_of_K, leading_of_V>>,
                  ATTN_SAYS("attn::scaled_dot_product_attention(Q, K, V): the leading axes of K "
                            "and V must agree",
                            rules::axes_of_K<K...>, rules::axes_of_V<V...>));
  }
  if constexpr (sound && detail::keys_fit<shape<Q...>, shape<K...>>() &&
                detail::values_fit<shape<Q...>, shape<K...>, shape<V...>>()) {
    const auto& values = detail::in_role_of_keys<shape<Q...>>(v);
    if constexpr (!rules::options_are_sound<T, detail::scores_role<T, shape<Q...>, shape<K...>>,
                                            Options...>())
      return matmul(attention_scores(q, k), values);
    else if constexpr (detail::has_kind<masked_values_kind, Options...> &&
                       detail::has_kind<mask_kind, Options...>)
      return detail::weigh_kept(
          attention_weights(q, k, options...), values,
          detail::as_mask(detail::option<mask_kind>(detail::no_mask{}, options...)));
    else
      return matmul(attention_weights(q, k, options...), values);
  } else {
    return q;
  }
}

}  // namespace attn
