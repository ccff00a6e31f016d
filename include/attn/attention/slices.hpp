// SPDX-License-Identifier: BSL-1.0
// attention_of_slices<head>(Q, K, V, options…): the width cut into slices that attend each on their
// own, without any projection.
//
//   merge_heads(scaled_dot_product_attention(split_heads(Q), split_heads(K), split_heads(V), …))
//
// (token, d) x (key, d) x (key, e) -> (token, e); `head` is an axis whose size divides d and e, and
// slice h has the columns h * d / heads … of Q and K. A leading axis (a batch) goes along.
//
// This is not multi-head attention: there each head sees all of X through a projection of its own,
// here only the columns that it was given. multi_head_attention is this, of projections.
// Options: as for scaled_dot_product_attention; the default scale is 1/sqrt(d / heads).
//
// Rules: is_sequence; same_size, same_name of Q's and K's width; same_axis of K's and V's
// sequence; same_axes of the leading ones; divides; distinct_axes; same_elements; floating_point_element;
// are_options, one_of_each_kind.
// Accuracy and special values: bit for bit the composition above.
#pragma once

#include <attn/attention/heads.hpp>
#include <attn/attention/scaled_dot_product.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// Each width cut by Head; the result's last axis is Out. All rules have been passed.
template <class Head, class Out, class Q, class K, class V, class... Options>
ATTN_ABI constexpr auto attend_in_slices(const Q& q, const K& k, const V& v,
                                         const Options&... options) {
  using d_k = dim<last_axis<typename Q::shape_type>::size / Head::size>;
  using d_v = dim<last_axis<typename V::shape_type>::size / Head::size>;
  return put_heads_together<Out>(
      scaled_dot_product_attention(cut_into_heads<Head, d_k>(q), cut_into_heads<Head, d_k>(k),
                                   cut_into_heads<Head, d_v>(v), options...));
}

}  // namespace detail

template <axis_like Head, class T, class U, class W, class... Qs, class... Ks, class... Vs,
          class... Options>
ATTN_ABI constexpr auto attention_of_slices(const tensor<T, Qs...>& q, const tensor<U, Ks...>& k,
                                            const tensor<W, Vs...>& v, const Options&... options) {
  using Q = rules::axes_of_Q<Qs...>;
  using K = rules::axes_of_K<Ks...>;
  using V = rules::axes_of_V<Vs...>;
  constexpr bool ranks =
      rules::is_sequence<Q>::value && rules::is_sequence<K>::value && rules::is_sequence<V>::value;
  static_assert(
      rules::is_sequence<rules::in_brief<Q>>::value &&
          rules::is_sequence<rules::in_brief<K>>::value &&
          rules::is_sequence<rules::in_brief<V>>::value,
      "attn::attention_of_slices<head>(Q, K, V): each must be (token, width), or a batch of them");
  static_assert(rules::same_elements<rules::elements<T, U, W>>::value,
                "attn::attention_of_slices<head>(Q, K, V): requires one element type for all "
                "operands; convert with as<T>(x)");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::attention_of_slices<head>(Q, K, V): requires a floating-point element type; "
                "convert with as<double>(x)");
  static_assert(rules::are_options<rules::options<Options...>>::value,
                "attn::attention_of_slices<head>(Q, K, V, options…): a trailing argument is not an "
                "option; a scale is scaled_by(x), a mask keep_where(x)");
  static_assert(rules::one_of_each_kind<detail::kinds_of<Options...>>::value,
                "attn::attention_of_slices<head>(Q, K, V, options…): two options of one kind; two "
                "masks are a & b");
  constexpr bool sound = rules::same_elements<rules::elements<T, U, W>>::value &&
                         rules::floating_point_element<rules::element<T>>::value &&
                         rules::are_options<rules::options<Options...>>::value &&
                         rules::one_of_each_kind<detail::kinds_of<Options...>>::value;
  if constexpr (ranks) {
    using of_q = shape<Qs...>;
    using of_k = shape<Ks...>;
    using of_v = shape<Vs...>;
    using width_of_Q = rules::width_of_Q<last_axis<of_q>>;
    using width_of_K = rules::width_of_K<last_axis<of_k>>;
    static_assert(rules::same_size<width_of_Q, width_of_K>::value,
                  "attn::attention_of_slices<head>(Q, K, V): Q and K must have the same width");
    static_assert(rules::same_name<width_of_Q, width_of_K>::value,
                  "attn::attention_of_slices<head>(Q, K, V): the widths of Q and K have different "
                  "names");
    using length_of_K = rules::length_of_K<second_to_last_axis<of_k>>;
    using length_of_V = rules::length_of_V<second_to_last_axis<of_v>>;
    static_assert(rules::same_axis<length_of_K, length_of_V>::value,
                  "attn::attention_of_slices<head>(Q, K, V): one value per key: K and V must have "
                  "the same sequence");
    using leading_of_Q = rules::role_of<rules::axes_of_Q, leading_axes<of_q>>;
    using leading_of_K = rules::role_of<rules::axes_of_K, leading_axes<of_k>>;
    using leading_of_V = rules::role_of<rules::axes_of_V, leading_axes<of_v>>;
    static_assert(rules::same_axis<rules::differing_in_A<leading_of_Q, leading_of_K>,
                                   rules::differing_in_B<leading_of_Q, leading_of_K>>::value &&
                      rules::same_axis<rules::differing_in_A<leading_of_Q, leading_of_V>,
                                       rules::differing_in_B<leading_of_Q, leading_of_V>>::value,
                  "attn::attention_of_slices<head>(Q, K, V): the leading axes must agree");
    using head = rules::any_axis<Head>;
    using width_of_V = rules::any_axis<last_axis<of_v>>;
    static_assert(
        rules::divides<head, width_of_K>::value && rules::divides<head, width_of_V>::value,
        "attn::attention_of_slices<head>(Q, K, V): the number of heads must divide the "
        "widths");
    using columns = rules::result_axes<Qs..., Head>;
    using rows = rules::result_axes<Ks..., Head>;
    using result =
        rules::role_of<rules::result_axes, replace_axis<of_q, of_q::rank - 1, last_axis<of_v>>>;
    static_assert(rules::distinct_axes<rules::repeated_in<columns>>::value &&
                      rules::distinct_axes<rules::repeated_in<rows>>::value &&
                      rules::distinct_axes<rules::repeated_in<result>>::value,
                  "attn::attention_of_slices<head>(Q, K, V): two of the axes would have one name");
    constexpr bool fit = rules::same_size<width_of_Q, width_of_K>::value &&
                         rules::same_name<width_of_Q, width_of_K>::value &&
                         rules::same_axis<length_of_K, length_of_V>::value &&
                         rules::same_axes<leading_of_Q, leading_of_K>::value &&
                         rules::same_axes<leading_of_Q, leading_of_V>::value &&
                         rules::divides<head, width_of_K>::value &&
                         rules::divides<head, width_of_V>::value &&
                         rules::distinct_axes<columns>::value &&
                         rules::distinct_axes<rows>::value && rules::distinct_axes<result>::value;
    if constexpr (fit && sound) {
      using d_k = dim<last_axis<of_q>::size / Head::size>;
      using queries = decltype(detail::cut_into_heads<Head, d_k>(q));
      using keys = decltype(detail::cut_into_heads<Head, d_k>(k));
      using options_of = detail::options_for<T, typename queries::shape_type,
                                             typename keys::shape_type, Options...>;
      ATTN_OPTIONS_FIT("attn::attention_of_slices<head>(Q, K, V, options…): ", options_of);
      if constexpr (options_of::sound)
        return detail::attend_in_slices<Head, last_axis<of_v>>(q, k, v, options...);
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
