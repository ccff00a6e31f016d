// SPDX-License-Identifier: BSL-1.0
// Grouped-query attention: several heads of queries share one head of keys and values.
//
//   grouped_query_attention(Q, K, V, options…)   query head h uses head h / group of K and V
//   grouped_query_attention_weights(Q, K, options…)   its weights, (q_head, token, key)
//   repeat_heads<head>(x)                        each head `group` times, up to `head` of them
//
// (q_head, token, d_k) x (kv_head, key, d_k) x (kv_head, key, d_v) -> (q_head, token, d_v), where
// group = q_head / kv_head. An optional leading axis (a batch). kv_head = 1 is multi-query
// attention, kv_head = q_head is scaled_dot_product_attention. Options are the options of the
// latter.
// A bias or mask with heads has the heads of the queries.
//
// Rules: rank_at_least three, rank_is; divides, the heads of K divide the heads of Q; same_axis of
// K's and V's heads, widths of Q and K, sequences of K and V, and of the leading axes;
// same_elements; floating_point_element; are_options, one_of_each_kind.
// Accuracy: bit for bit scaled_dot_product_attention(Q, repeat_heads(K), repeat_heads(V),
// options…), without the copies.
// Source: Shazeer 2019; Ainslie et al. 2023, "GQA". Llama's repeat_kv.
// Cost: cost::grouped_query_attention<Q, K, V>(options…), the cost of the same number of heads of
// keys and values as of queries: each query head has its own products.
#pragma once

#include <cstddef>

#include <attn/attention/heads.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/rearranging.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The axes before the heads, which are compared on their own.
template <class X>
using before_heads = leading_axes<replace_axis<X, X::rank - 3, dim<1>>>;

// out(h) = a(h) b(h / group): the products of attention, K's or V's heads being fewer.
template <class T, class... A, class... B>
ATTN_ABI constexpr tensor_of<T, product_shape<shape<A...>, shape<B...>>> grouped_product(
    const tensor<T, A...>& a, const tensor<T, B...>& b) {
  using lhs = shape<A...>;
  using rhs = shape<B...>;
  constexpr std::size_t m = second_to_last_axis<lhs>::size, k = last_axis<lhs>::size,
                        n = last_axis<rhs>::size, products = lhs::volume / (m * k);
  constexpr std::size_t group = head_axis<lhs>::size / head_axis<rhs>::size;
  tensor_of<T, product_shape<lhs, rhs>> out(uninitialized);
  for (std::size_t p = 0; p < products; ++p)
    write_product_at<m, k, n>(out.data() + p * m * n, a.data() + p * m * k,
                              b.data() + p / group * k * n);
  return out;
}

// As a score: attention_weights does the rest.
struct grouped_score {
  template <class T, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<T, Q...>& q, const tensor<T, K...>& k) const {
    return grouped_product(q, transpose(k));
  }
};

// All rules have been passed, here and below. A score of the user's gets all heads.
template <class T, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto weigh_in_groups(const tensor<T, Q...>& q, const tensor<T, K...>& k,
                                        const Options&... options) {
  const auto& keys = in_role_of_keys<shape<Q...>>(k);
  if constexpr (has_kind<score_kind, Options...>) {
    return attention_weights(q, each_head_again<head_axis<shape<Q...>>>(keys), options...);
  } else if constexpr (has_kind<scale_kind, Options...>) {
    return attention_weights(q, keys, scored_by(grouped_score{}), options...);
  } else {
    const auto scale = scaled_by(default_scale<T>(last_axis<shape<Q...>>::size));
    return attention_weights(q, keys, scored_by(grouped_score{}), scale, options...);
  }
}

// The product of the weights of a softmax, which sum to 1, and the values.
template <bool SumToOne, class T, class... A, class... B>
ATTN_ABI constexpr tensor_of<T, product_shape<shape<A...>, shape<B...>>> grouped_averages(
    const tensor<T, A...>& weights, const tensor<T, B...>& v) {
  if constexpr (row_bounds<T>::known && SumToOne) {
    tensor_of<T, product_shape<shape<A...>, shape<B...>>> out(uninitialized);
    write_averages(out, weights, each_head_again<head_axis<shape<A...>>>(v));
    return out;
  } else {
    return grouped_product(weights, v);
  }
}

template <class T, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto attend_in_groups(const tensor<T, Q...>& q, const tensor<T, K...>& k,
                                         const tensor<T, V...>& v, const Options&... options) {
  const auto& values = in_role_of_keys<shape<Q...>>(v);
  using head = head_axis<shape<Q...>>;
  // What goes through a mask once more gets all heads as well.
  if constexpr (has_kind<score_kind, Options...> || has_kind<masked_values_kind, Options...>)
    return scaled_dot_product_attention(q, each_head_again<head>(in_role_of_keys<shape<Q...>>(k)),
                                        each_head_again<head>(values), options...);
  else
    return grouped_averages<!has_sink<Options...>>(weigh_in_groups(q, k, options...), values);
}

}  // namespace detail

namespace rules {

template <class Head, class X>
struct repeat_heads_call;
template <class Head, class T, class... X>
struct repeat_heads_call<Head, tensor<T, X...>> {
  using from = shape<X...>;
  using operands = roles<axes_of<X...>>;
  using three_axes = rank_at_least<axes_of<X...>, rank<3>>;
  using dividing = divides<any_axis<attn::detail::head_axis<from>>, any_axis<Head>>;
  using distinct = distinct_axes<repeated_in<replace_axis<from, from::rank - 3, Head>>>;
  using all = in_order<three_axes, dividing, distinct>;
};

// (q_head, token, d_k) x (kv_head, key, d_k) x (kv_head, key, d_v). Scored: an option makes the
// scores, and the widths are its own.
template <class Q, class K, class V, bool Scored>
struct grouped_operands_call;
template <class T, class U, class W, class... Q, class... K, class... V, bool Scored>
struct grouped_operands_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Scored> {
  using of_q = shape<Q...>;
  using of_k = shape<K...>;
  using of_v = shape<V...>;
  using heads_of_K = axis_of_A<attn::detail::head_axis<of_k>>;
  using lead_Q = role_of<axes_of_Q, attn::detail::before_heads<of_q>>;
  using lead_K = role_of<axes_of_K, attn::detail::before_heads<of_k>>;
  using lead_V = role_of<axes_of_V, attn::detail::before_heads<of_v>>;
  // K as the options see it: with all heads of Q.
  using keys = replace_axis<of_k, of_k::rank - 3, attn::detail::head_axis<of_q>>;

  using operands = roles<axes_of_Q<Q...>, axes_of_K<K...>, axes_of_V<V...>>;
  using ranks = each_of<rank_at_least<axes_of_Q<Q...>, rank<3>>,
                        rank_is<rank<sizeof...(K)>, rank<sizeof...(Q)>>,
                        rank_is<rank<sizeof...(V)>, rank<sizeof...(Q)>>>;
  using one_element = same_elements<elements<T, U, W>>;
  using floating_point = floating_point_element<element<T>>;
  using dividing = divides<heads_of_K, any_axis<attn::detail::head_axis<of_q>>>;
  using same_heads = same_axis<heads_of_K, axis_of_B<attn::detail::head_axis<of_v>>>;
  using widths =
      in_case<!Scored, same_axis<width_of_Q<last_axis<of_q>>, width_of_K<last_axis<of_k>>>>;
  using one_value_per_key =
      same_axis<length_of_K<second_to_last_axis<of_k>>, length_of_V<second_to_last_axis<of_v>>>;
  using leading_axes_agree = each_of<axes_agree<lead_Q, lead_K>, axes_agree<lead_Q, lead_V>>;
  using axes_fit =
      in_order<ranks, dividing, same_heads, widths, one_value_per_key, leading_axes_agree>;
  using all = in_order<axes_fit, one_element>;
};
template <class Q, class K, class V, class... Options>
using grouped_query_call =
    call_with_options<grouped_operands_call<Q, K, V, is_scored<Options...>>, typename Q::value_type,
                      typename Q::shape_type,
                      typename grouped_operands_call<Q, K, V, is_scored<Options...>>::keys,
                      Options...>;

// (q_head, token, d_k) x (kv_head, key, d_k): the keys take the place of the values.
template <class Q, class K, bool Scored>
struct grouped_pairs_call : grouped_operands_call<Q, K, K, Scored> {
  using operands =
      roles<role_of<axes_of_Q, typename Q::shape_type>, role_of<axes_of_K, typename K::shape_type>>;
};
template <class Q, class K, class... Options>
using grouped_weights_call =
    call_with_options<grouped_pairs_call<Q, K, is_scored<Options...>>, typename Q::value_type,
                      typename Q::shape_type,
                      typename grouped_pairs_call<Q, K, is_scored<Options...>>::keys, Options...>;

}  // namespace rules

template <axis_like Head, class T, class... X>
ATTN_ABI constexpr auto repeat_heads(const tensor<T, X...>& x) {
  using call = rules::repeat_heads_call<Head, tensor<T, X...>>;
  ATTN_REQUIRE(call, three_axes,
               "attn::repeat_heads<head>(x): x must be (head, token, width), or a batch of them");
  ATTN_REQUIRE(call, dividing,
               "attn::repeat_heads<head>(x): the heads of x must divide the number of heads");
  ATTN_REQUIRE(call, distinct, "attn::repeat_heads<head>(x): x has another axis of that name");
  if constexpr (call::all::value)
    return detail::each_head_again<Head>(x);
  else
    return x;
}

template <class T, class U, class W, class... Qs, class... Ks, class... Vs, class... Options>
ATTN_ABI constexpr auto grouped_query_attention(const tensor<T, Qs...>& q,
                                                const tensor<U, Ks...>& k,
                                                const tensor<W, Vs...>& v,
                                                const Options&... options) {
  using call =
      rules::grouped_query_call<tensor<T, Qs...>, tensor<U, Ks...>, tensor<W, Vs...>, Options...>;
  ATTN_REQUIRE_GROUPED_HEADS(call, "attn::grouped_query_attention(Q, K, V)");
  ATTN_REQUIRE(call, same_heads,
               "attn::grouped_query_attention(Q, K, V): K and V must have the same heads");
  ATTN_REQUIRE(call, one_value_per_key,
               "attn::grouped_query_attention(Q, K, V): one value per key: K and V must have the "
               "same sequence");
  ATTN_REQUIRE_ONLY_OPTIONS(call, "attn::grouped_query_attention(Q, K, V, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::grouped_query_attention(Q, K, V, options…)");
  if constexpr (call::all::value)
    return detail::attend_in_groups(q, k, v, options...);
  else
    return q;
}

ATTN_COST(grouped_query_attention)

template <class T, class U, class... Qs, class... Ks, class... Options>
ATTN_ABI constexpr auto grouped_query_attention_weights(const tensor<T, Qs...>& q,
                                                        const tensor<U, Ks...>& k,
                                                        const Options&... options) {
  using call = rules::grouped_weights_call<tensor<T, Qs...>, tensor<U, Ks...>, Options...>;
  ATTN_REQUIRE_GROUPED_HEADS(call, "attn::grouped_query_attention_weights(Q, K)");
  ATTN_REQUIRE_ONLY_OPTIONS(call, "attn::grouped_query_attention_weights(Q, K, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::grouped_query_attention_weights(Q, K, options…)");
  if constexpr (call::all::value)
    return detail::weigh_in_groups(q, k, options...);
  else
    return q;
}

ATTN_COST(grouped_query_attention_weights)

}  // namespace attn
ATTN_STRICT_FP_END
