// SPDX-License-Identifier: BSL-1.0
// Attention for tokens in columns.
//
//   column_scores(Q, K)                        A = K^T Q
//   column_attention_weights(Q, K, options…)   A^ = softmax(A * scale), along the columns
//   column_attention(Q, K, V, options…)        O = V A^
//
// (d_k, token) x (d_k, key) -> (key, token); with (d_v, key) -> (d_v, token): column i of O is b^i,
// and column i of A^ sums to 1. Optional leading axes (a head). In self-attention, where all three
// have the axis `token`, the key axis is named `key_token`. A projection is W a, as matmul(W, I).
// Options are the options of scaled_dot_product_attention. Masks and biases have the axes (token,
// key), as there.
//
// Rules: rank_at_least two; same_axis of Q's and K's features, of K's and V's sequence; same_axes
// of the leading ones; same_elements; floating_point_element; are_options, one_of_each_kind.
// Accuracy and special values: bit for bit the transposed result of the row form of the transposed
// operands: transpose(scaled_dot_product_attention(transpose(Q), transpose(K), transpose(V),
// options…)).
// Cost: cost::column_scores<Q, K>(), column_attention_weights<Q, K>(options…), column_attention<Q,
// K, V>(options…): the cost of the row forms.
#pragma once

#include <attn/attention/additive_score.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/rearranging.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The type of transpose(x), which is in rows. Of a vector its own.
template <class X>
struct in_rows {
  using type = X;
};
template <class T, class... Axes>
  requires(sizeof...(Axes) >= 2)
struct in_rows<tensor<T, Axes...>> {
  using columns = shape<Axes...>;
  using type =
      tensor_of<T, with_last_axis<replace_axis<columns, columns::rank - 2, last_axis<columns>>,
                                  second_to_last_axis<columns>>>;
};
template <class X>
using rows_of_columns = typename in_rows<X>::type;

}  // namespace detail

namespace rules {

// The call of the transposed operands. Messages show the operands as they are.
namespace detail {
template <class Call, class... Operands>
struct columns_call : Call {
  using operands = roles<Operands...>;
};
}  // namespace detail
template <template <class...> class Role, class X>
using columns_as = role_of<Role, typename X::shape_type>;
template <class Q, class K>
using column_scores_call = detail::columns_call<
    scores_call<attn::detail::rows_of_columns<Q>, attn::detail::rows_of_columns<K>>,
    columns_as<axes_of_Q, Q>, columns_as<axes_of_K, K>>;
template <class Q, class K, class... Options>
using column_weights_call = detail::columns_call<
    weights_call<attn::detail::rows_of_columns<Q>, attn::detail::rows_of_columns<K>, Options...>,
    columns_as<axes_of_Q, Q>, columns_as<axes_of_K, K>>;
template <class Q, class K, class V, class... Options>
using column_attention_call = detail::columns_call<
    attention_call<attn::detail::rows_of_columns<Q>, attn::detail::rows_of_columns<K>,
                   attn::detail::rows_of_columns<V>, Options...>,
    columns_as<axes_of_Q, Q>, columns_as<axes_of_K, K>, columns_as<axes_of_V, V>>;

}  // namespace rules

template <class T, class U, class... Q, class... K>
ATTN_ABI constexpr auto column_scores(const tensor<T, Q...>& q, const tensor<U, K...>& k) {
  using call = rules::column_scores_call<tensor<T, Q...>, tensor<U, K...>>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::column_scores(Q, K)");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::column_scores(Q, K)");
  if constexpr (call::all::value)
    return transpose(attention_scores(transpose(q), transpose(k)));
  else
    return q;
}

template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto column_attention_weights(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                                 const Options&... options) {
  using call = rules::column_weights_call<tensor<T, Q...>, tensor<U, K...>, Options...>;
  ATTN_REQUIRE_WEIGHTS(call, "attn::column_attention_weights(Q, K)",
                       "attn::column_attention_weights(Q, K, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::column_attention_weights(Q, K, options…)");
  if constexpr (call::all::value)
    return transpose(attention_weights(transpose(q), transpose(k), options...));
  else
    return q;
}

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto column_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                         const tensor<W, V...>& v, const Options&... options) {
  using call =
      rules::column_attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...>;
  ATTN_REQUIRE_ATTENTION(call, "attn::column_attention(Q, K, V)",
                         "attn::column_attention(Q, K, V, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::column_attention(Q, K, V, options…)");
  if constexpr (call::all::value) {
    const auto rows_of_q = transpose(q);
    const auto rows_of_k = transpose(k);
    const auto rows_of_v = transpose(v);
    return transpose(scaled_dot_product_attention(rows_of_q, rows_of_k, rows_of_v, options...));
  } else {
    return q;
  }
}

ATTN_COST(column_scores)
ATTN_COST(column_attention_weights)
ATTN_COST(column_attention)

}  // namespace attn
ATTN_STRICT_FP_END
