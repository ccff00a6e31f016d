// SPDX-License-Identifier: BSL-1.0
// attention_of_slices<head>(Q, K, V, options…): splits the width into slices that attend
// separately, without a projection.
//
//   merge_heads(scaled_dot_product_attention(split_heads(Q), split_heads(K), split_heads(V), …))
//
// (token, d) x (key, d) x (key, e) -> (token, e); `head` is an axis whose size divides d and e, and
// slice h has the columns h * d / heads … of Q and K. An optional leading axis (a batch).
//
// This is not multi-head attention: there each head sees all features of X through its own
// projection, here only its columns. multi_head_attention applies this to projections.
// Options: as for scaled_dot_product_attention; the default scale is 1/sqrt(d / heads).
//
// Rules: is_sequence; same_size, same_name of Q's and K's width; same_axis of K's and V's
// sequence and of the leading axes; divides; distinct_axes; same_elements; floating_point_element;
// are_options, one_of_each_kind.
// Accuracy and special values: bit for bit the composition above.
// Cost: cost::attention_of_slices<Head, Q, K, V>(options…), that of attention in each head.
#pragma once

#include <attn/attention/detail/multi_head_call.hpp>
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
  const auto heads_of_q = cut_into_heads<Head, d_k>(q);
  const auto heads_of_k = cut_into_heads<Head, d_k>(k);
  const auto heads_of_v = cut_into_heads<Head, d_v>(v);
  return put_heads_together<Out>(
      scaled_dot_product_attention(heads_of_q, heads_of_k, heads_of_v, options...));
}

}  // namespace detail

namespace rules {

// Multi-head attention whose weights change nothing.
template <class Head, class Q, class K, class V, class... Options>
using slices_call = heads_call<options<Options...>, head_projection<Head, Q, identity_for<Q>>,
                               head_projection<Head, K, identity_for<K>>,
                               head_projection<Head, V, identity_for<V>>>;

}  // namespace rules

template <axis_like Head, class T, class U, class W, class... Qs, class... Ks, class... Vs,
          class... Options>
ATTN_ABI constexpr auto attention_of_slices(const tensor<T, Qs...>& q, const tensor<U, Ks...>& k,
                                            const tensor<W, Vs...>& v, const Options&... options) {
  using call =
      rules::slices_call<Head, tensor<T, Qs...>, tensor<U, Ks...>, tensor<W, Vs...>, Options...>;
  ATTN_REQUIRE(
      call, sequences,
      "attn::attention_of_slices<head>(Q, K, V): each must be (token, width), or a batch of them");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::attention_of_slices<head>(Q, K, V)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::attention_of_slices<head>(Q, K, V)");
  ATTN_REQUIRE(call, output_sizes,
               "attn::attention_of_slices<head>(Q, K, V): Q and K must have the same width");
  ATTN_REQUIRE(call, output_names,
               "attn::attention_of_slices<head>(Q, K, V): the widths of Q and K differ in name");
  ATTN_REQUIRE(call, one_value_per_key,
               "attn::attention_of_slices<head>(Q, K, V): one value per key: K and V must have the "
               "same sequence");
  ATTN_REQUIRE(call, leading_axes_agree,
               "attn::attention_of_slices<head>(Q, K, V): the leading axes must agree");
  ATTN_REQUIRE(call, dividing,
               "attn::attention_of_slices<head>(Q, K, V): the number of heads must divide the "
               "widths");
  ATTN_REQUIRE(call, distinct,
               "attn::attention_of_slices<head>(Q, K, V): two of the axes would have one name");
  ATTN_REQUIRE_ONLY_OPTIONS(call, "attn::attention_of_slices<head>(Q, K, V, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::attention_of_slices<head>(Q, K, V, options…)");
  if constexpr (call::holds)
    return detail::attend_in_slices<Head, last_axis<shape<Vs...>>>(q, k, v, options...);
  else
    return q;
}

namespace cost {
namespace detail {
// Rows as they are cut into heads.
template <class Head, class X>
using cut = decltype(attn::detail::cut_into_heads<Head, dim<width_of<X> / Head::size>>(some<X>()));

template <class Head, class Q, class K, class... Options>
ATTN_ABI constexpr operation_count weights_of_slices(const Options&... options) {
  return cost::attention_weights<cut<Head, Q>, cut<Head, K>>(options...);
}
}  // namespace detail

template <class Head, class Q, class K, class V, class... Options>
ATTN_ABI constexpr operation_count attention_of_slices(const Options&... options) {
  using out = decltype(attn::attention_of_slices<Head>(detail::some<Q>(), detail::some<K>(),
                                                       detail::some<V>(), options...));
  return detail::possible<out> +
         cost::scaled_dot_product_attention<detail::cut<Head, Q>, detail::cut<Head, K>,
                                            detail::cut<Head, V>>(options...);
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
