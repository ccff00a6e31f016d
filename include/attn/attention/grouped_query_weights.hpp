// SPDX-License-Identifier: BSL-1.0
// The weights of grouped-query attention.
//
//   grouped_query_attention_weights(Q, K, options…)    query head h uses key head h / group
//
// (q_head, token, d_k) x (kv_head, key, d_k) -> (q_head, token, key), where group = q_head /
// kv_head; each row sums to 1. An optional leading axis (a batch). Options are those of
// attention_weights; a bias or mask with heads has the heads of the queries.
//
// Rules: those of grouped_query_attention about Q and K.
// Accuracy: bit for bit attention_weights(Q, repeat_heads(K), options…), without the copy unless
// scored_by(f) makes the scores.
// Cost: cost::grouped_query_attention_weights<Q, K>(options…), that of attention_weights with the
// same number of heads of keys as of queries.
#pragma once

#include <attn/attention/grouped_query.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

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

template <class T, class U, class... Qs, class... Ks, class... Options>
ATTN_ABI constexpr auto grouped_query_attention_weights(const tensor<T, Qs...>& q,
                                                        const tensor<U, Ks...>& k,
                                                        const Options&... options) {
  using call = rules::grouped_weights_call<tensor<T, Qs...>, tensor<U, Ks...>, Options...>;
  ATTN_REQUIRE_GROUPED_HEADS(call, "attn::grouped_query_attention_weights(Q, K)");
  ATTN_REQUIRE_ONLY_OPTIONS(call, "attn::grouped_query_attention_weights(Q, K, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::grouped_query_attention_weights(Q, K, options…)");
  if constexpr (call::holds)
    return detail::weigh_in_groups(q, k, options...);
  else
    return q;
}

namespace cost {
template <class Q, class K, class... Options>
ATTN_ABI constexpr operation_count grouped_query_attention_weights(const Options&... options) {
  using weights = decltype(attn::grouped_query_attention_weights(detail::some<Q>(),
                                                                 detail::some<K>(), options...));
  using head = attn::detail::head_axis<typename weights::shape_type>;
  using keys = decltype(attn::detail::each_head_again<head>(detail::some<K>()));
  return cost::attention_weights<Q, keys>(options...);
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
