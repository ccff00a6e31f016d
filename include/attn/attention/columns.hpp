// SPDX-License-Identifier: BSL-1.0
// Attention for those who write a token as a column, as articles and blackboards do.
//
//   column_scores(Q, K)                        A = K^T Q
//   column_attention_weights(Q, K, options…)   A^ = softmax(A * scale), down the columns
//   column_attention(Q, K, V, options…)        O = V A^
//
// (d_k, token) x (d_k, key) -> (key, token); with (d_v, key) -> (d_v, token): column i of O is b^i,
// and column i of A^ sums to 1. Leading axes (a head) go along. In self-attention all three come
// from one axis `token`: keys and values then count as `key_token`. A projection is W a, as
// matmul(W, I). Options are those of scaled_dot_product_attention; a mask, and a bias, keep their
// axes (token, key), as they are about who sees whom and not about how it is written.
//
// Rules: rank_at_least two; same_axis of Q's and K's features, of K's and V's sequence; same_axes
// of the leading ones; same_elements; floating_point_element; are_options, one_of_each_kind.
// Accuracy and special values: to the bit the row form of the transposed operands, transposed:
// transpose(scaled_dot_product_attention(transpose(Q), transpose(K), transpose(V), options…)).
#pragma once

#include <type_traits>

#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/transpose.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// Of columns: how many numbers, and how many columns.
template <class X>
using feature_axis = second_to_last_axis<X>;

// Q and K fit as columns: their features agree, and their leading axes.
template <class Q, class K, bool Scored = false>
consteval bool columns_fit() {
  return (Scored || rules::same_axis<rules::width_of_Q<feature_axis<Q>>,
                                     rules::width_of_K<feature_axis<K>>>::value) &&
         leading_axes_fit<Q, K>;
}

// Of the row form.
template <class X>
using in_rows = with_last_axis<replace_axis<X, X::rank - 2, last_axis<X>>, feature_axis<X>>;
template <class T, class Q, class K, class... Options>
using column_options = options_for<T, in_rows<Q>, in_rows<K>, Options...>;

}  // namespace detail

template <class T, class U, class... Q, class... K>
ATTN_ABI constexpr auto column_scores(const tensor<T, Q...>& q, const tensor<U, K...>& k) {
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value,
                "attn::column_scores(Q, K): Q and K must have at least two axes");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::column_scores(Q, K): requires one element type for all operands; convert "
                "with as<T>(x)");
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2) {
    using of_q = shape<Q...>;
    using of_k = shape<K...>;
    static_assert(rules::same_axis<rules::width_of_Q<detail::feature_axis<of_q>>,
                                   rules::width_of_K<detail::feature_axis<of_k>>>::value,
                  "attn::column_scores(Q, K): the first axes of Q and K must be the same (d_k)");
    static_assert(
        rules::same_axis<detail::leading_in_Q<of_q, of_k>, detail::leading_in_X<of_q, of_k>>::value,
        "attn::column_scores(Q, K): the leading axes of Q and K must agree");
    if constexpr (detail::columns_fit<of_q, of_k>() && std::is_same_v<T, U>)
      return transpose(attention_scores(transpose(q), transpose(k)));
    else
      return q;
  } else {
    return q;
  }
}

template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto column_attention_weights(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                                 const Options&... options) {
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value,
                "attn::column_attention_weights(Q, K): Q and K must have at least two axes");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::column_attention_weights(Q, K): requires one element type for all operands; "
                "convert with as<T>(x)");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::column_attention_weights(Q, K): requires a floating-point element type; "
                "convert with as<double>(x)");
  static_assert(rules::are_options<rules::options<Options...>>::value,
                "attn::column_attention_weights(Q, K, options…): a trailing argument is not an "
                "option; a scale is scaled_by(x)");
  static_assert(rules::one_of_each_kind<detail::kinds_of<Options...>>::value,
                "attn::column_attention_weights(Q, K, options…): two options of one kind");
  constexpr bool sound = std::is_same_v<T, U> &&
                         rules::floating_point_element<rules::element<T>>::value &&
                         rules::are_options<rules::options<Options...>>::value &&
                         rules::one_of_each_kind<detail::kinds_of<Options...>>::value;
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2) {
    using of_q = shape<Q...>;
    using of_k = shape<K...>;
    constexpr bool scored = detail::has_kind<score_kind, Options...>;
    static_assert(
        scored || rules::same_axis<rules::width_of_Q<detail::feature_axis<of_q>>,
                                   rules::width_of_K<detail::feature_axis<of_k>>>::value,
        "attn::column_attention_weights(Q, K): the first axes of Q and K must be the same (d_k)");
    static_assert(
        rules::same_axis<detail::leading_in_Q<of_q, of_k>, detail::leading_in_X<of_q, of_k>>::value,
        "attn::column_attention_weights(Q, K): the leading axes of Q and K must agree");
    if constexpr (detail::columns_fit<of_q, of_k, scored>() && sound) {
      using options_of = detail::column_options<T, of_q, of_k, Options...>;
      ATTN_OPTIONS_FIT("attn::column_attention_weights(Q, K, options…): ", options_of);
      if constexpr (options_of::sound)
        return transpose(attention_weights(transpose(q), transpose(k), options...));
      else
        return q;
    } else {
      return q;
    }
  } else {
    return q;
  }
}

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto column_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                         const tensor<W, V...>& v, const Options&... options) {
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<V...>, rules::rank<2>>::value,
                "attn::column_attention(Q, K, V): each must have at least two axes");
  static_assert(rules::same_elements<rules::elements<T, U, W>>::value,
                "attn::column_attention(Q, K, V): requires one element type for all operands; "
                "convert with as<T>(x)");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::column_attention(Q, K, V): requires a floating-point element type; convert "
                "with as<double>(x)");
  static_assert(rules::are_options<rules::options<Options...>>::value,
                "attn::column_attention(Q, K, V, options…): a trailing argument is not an option; "
                "a scale is scaled_by(x)");
  static_assert(rules::one_of_each_kind<detail::kinds_of<Options...>>::value,
                "attn::column_attention(Q, K, V, options…): two options of one kind");
  constexpr bool sound = rules::same_elements<rules::elements<T, U, W>>::value &&
                         rules::floating_point_element<rules::element<T>>::value &&
                         rules::are_options<rules::options<Options...>>::value &&
                         rules::one_of_each_kind<detail::kinds_of<Options...>>::value;
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2 && sizeof...(V) >= 2) {
    using of_q = shape<Q...>;
    using of_k = shape<K...>;
    using of_v = shape<V...>;
    constexpr bool scored = detail::has_kind<score_kind, Options...>;
    static_assert(
        scored || rules::same_axis<rules::width_of_Q<detail::feature_axis<of_q>>,
                                   rules::width_of_K<detail::feature_axis<of_k>>>::value,
        "attn::column_attention(Q, K, V): the first axes of Q and K must be the same (d_k)");
    static_assert(rules::same_axis<detail::leading_in_Q<of_q, of_k>,
                                   detail::leading_in_X<of_q, of_k>>::value &&
                      rules::same_axis<detail::leading_in_Q<of_q, of_v>,
                                       detail::leading_in_X<of_q, of_v>>::value,
                  "attn::column_attention(Q, K, V): the leading axes must agree");
    // One mistake, one error: of tokens in rows nothing fits.
    if constexpr (detail::columns_fit<of_q, of_k, scored>())
      static_assert(rules::same_axis<rules::length_of_K<last_axis<of_k>>,
                                     rules::length_of_V<last_axis<of_v>>>::value,
                    "attn::column_attention(Q, K, V): one value per key: K and V must have as many "
                    "columns");
    if constexpr (detail::columns_fit<of_q, of_k, scored>() &&
                  detail::leading_axes_fit<of_q, of_v> &&
                  rules::same_axis<rules::length_of_K<last_axis<of_k>>,
                                   rules::length_of_V<last_axis<of_v>>>::value &&
                  sound) {
      using options_of = detail::column_options<T, of_q, of_k, Options...>;
      ATTN_OPTIONS_FIT("attn::column_attention(Q, K, V, options…): ", options_of);
      if constexpr (options_of::sound)
        return transpose(
            scaled_dot_product_attention(transpose(q), transpose(k), transpose(v), options...));
      else
        return q;
    } else {
      return q;
    }
  } else {
    return q;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
