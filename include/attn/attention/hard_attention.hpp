// SPDX-License-Identifier: BSL-1.0
// Hard attention: each query selects one value, that of the key with the largest score.
//
//   hard_attention_weights(Q, K, options…)   1 where the score is the largest, else 0
//   hard_attention(Q, K, V, options…)        the weights times V: a row of V for every query
//
// (token, d_k) x (key, d_k) -> (token, key), x (key, d_v) -> (token, d_v). Options are those of
// attention_weights, with the same effect; a mask excludes keys. Of equal scores the first key is
// selected. Hard attention is the limit of attention for a large scale, and has no gradient;
// Bahdanau's and Luong's are soft.
//
// Rules: those of attention_weights and scaled_dot_product_attention; float_or_double.
// Accuracy: the weights are exact, 0 or 1, and their product with V is that of matmul: the bits of
// the value, except for the sign of a zero, if V is finite. Special values: NaN is the largest
// score (argmax); a query without keys is treated as in masked_softmax.
#pragma once

#include <cstddef>

#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/limits.hpp>
#include <attn/ops/argmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// 0 for the key of the largest score of each query, -inf for the others: the softmax of these
// is exactly 1 and 0, and handles queries without keys.
template <class T, class... Axes>
ATTN_ABI constexpr auto hardened(const tensor<T, Axes...>& scores) {
  constexpr std::size_t keys = last_axis<shape<Axes...>>::size;
  tensor<T, Axes...> out(uninitialized);
  for (std::size_t at = 0; at < scores.size(); at += keys) {
    const auto best = static_cast<std::size_t>(index_of_maximum(scores.data() + at, keys, 1));
    for (std::size_t j = 0; j < keys; ++j)
      out.data()[at + j] = j == best ? T(0) : detail::lowest_infinity_of<T>();
  }
  return out;
}

template <class Scores, class Q, class K, class... Options>
ATTN_ABI constexpr Scores hard_weights(const Q& q, const K& k, const Options&... options) {
  Scores x = shaped_scores<Scores>(q, k, options...);
  if constexpr (has_kind<mask_kind, Options...>)
    x = mask_scores(x, option<mask_kind, no_mask>(options...));
  x = hardened(x);
  weigh_scores(x, options...);
  return x;
}

}  // namespace detail

namespace rules {

// What Call requires, of elements that have an order and an infinity.
template <class Call, class T>
struct hard_call : Call {
  using ordered = only_if<Call::one_element::value, float_or_double<element<T>>>;
  static constexpr bool holds = Call::holds && ordered::value;
};

}  // namespace rules

template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto hard_attention_weights(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                               const Options&... options) {
  using call =
      rules::hard_call<rules::weights_call<tensor<T, Q...>, tensor<U, K...>, Options...>, T>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::hard_attention_weights(Q, K)");
  ATTN_REQUIRE(call, ordered,
               "attn::hard_attention_weights(Q, K): the elements must be float or double, which "
               "have an order and an infinity; convert with as<double>(x)");
  ATTN_REQUIRE_ONLY_OPTIONS(call, "attn::hard_attention_weights(Q, K, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::hard_attention_weights(Q, K, options…)");
  if constexpr (call::holds)
    return detail::hard_weights<detail::scores_of<tensor<T, Q...>, tensor<T, K...>, Options...>>(
        q, k, options...);
  else
    return q;
}

template <class T, class U, class W, class... Q, class... K, class... V, class... Options>
ATTN_ABI constexpr auto hard_attention(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                       const tensor<W, V...>& v, const Options&... options) {
  using call = rules::hard_call<
      rules::attention_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Options...>, T>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::hard_attention(Q, K, V)");
  ATTN_REQUIRE_VALUES(call, "attn::hard_attention(Q, K, V)");
  ATTN_REQUIRE(call, ordered,
               "attn::hard_attention(Q, K, V): the elements must be float or double, which have an "
               "order and an infinity; convert with as<double>(x)");
  ATTN_REQUIRE_ONLY_OPTIONS(call, "attn::hard_attention(Q, K, V, options…)");
  ATTN_REQUIRE_OPTIONS(call, "attn::hard_attention(Q, K, V, options…)");
  if constexpr (call::holds) {
    using scores = detail::scores_of<tensor<T, Q...>, tensor<T, K...>, Options...>;
    using result = tensor_of<T, detail::product_shape<typename scores::shape_type, shape<V...>>>;
    return detail::product<result>(detail::hard_weights<scores>(q, k, options...), v);
  } else {
    return q;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
