// SPDX-License-Identifier: BSL-1.0
// The cost of the other scores, and of attention without a softmax or with an online softmax; the
// cost of the default is in attention/cost.hpp.
//
//   cost_of<nn::additive_score<…>, Q, K>()   and so of every score that is an option
//   cost::general_score<Q, K, W>()           and so of their functions
//
//   general    Q W, then a product of d_k for each score
//   additive   V q and W k once for each row; for each score a sum and a tanh of all hidden, and
//              their product with u; concat, the same
//   linear     no scores: K^T V, and the queries with that
//   online     more than the whole: each block after the first rescales what was seen
//
// pairwise(f) costs cost_of<F, Row, Row>() for each pair of rows.
#pragma once

#include <cstddef>

#include <attn/attention/additive_score.hpp>
#include <attn/attention/cost.hpp>
#include <attn/attention/linear_attention.hpp>
#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/online_softmax.hpp>
#include <attn/attention/pairwise_score.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost {

namespace detail {

// Rows projected on `hidden`; then hidden sums, tanhs and products for each score.
template <class Q, class K>
ATTN_ABI constexpr operation_count additive(std::size_t scores, std::size_t hidden) {
  return rows_in<Q> * (hidden * contraction(width_of<Q>)) +
         rows_in<K> * (hidden * contraction(width_of<K>)) +
         scores * (hidden * operation_count{.additions = 1, .hyperbolic_tangents = 1}) +
         scores * contraction(hidden);
}

}  // namespace detail

template <class Q, class K, class W>
ATTN_ABI constexpr operation_count general_score() {
  using scores =
      decltype(attn::general_score(detail::some<Q>(), detail::some<K>(), detail::some<W>()));
  return detail::rows_in<Q> * (detail::width_of<W> * detail::contraction(detail::width_of<Q>)) +
         scores::volume * detail::contraction(detail::width_of<K>);
}

template <class Q, class K, class V, class W, class U>
ATTN_ABI constexpr operation_count additive_score() {
  using scores =
      decltype(attn::additive_score(detail::some<Q>(), detail::some<K>(), detail::some<V>(),
                                    detail::some<W>(), detail::some<U>()));
  return detail::additive<Q, K>(scores::volume, U::volume);
}

template <class Q, class K, class W, class U>
ATTN_ABI constexpr operation_count concat_score() {
  using scores = decltype(attn::concat_score(detail::some<Q>(), detail::some<K>(),
                                             detail::some<W>(), detail::some<U>()));
  return detail::additive<Q, K>(scores::volume, U::volume);
}

template <class Q, class K, class V, class... Options>
ATTN_ABI constexpr operation_count similarity_attention(const Options&... options) {
  using out = decltype(attn::similarity_attention(detail::some<Q>(), detail::some<K>(),
                                                  detail::some<V>(), options...));
  const operation_count products = out::volume * detail::contraction(detail::length_of<K>);
  return detail::shaped_scores<Q, K>(options..., unscaled) + products;
}

// The sum of all keys; K^T V, and each query with both; a division for each number.
template <class Q, class K, class V, class Phi = elu_plus_one_t>
ATTN_ABI constexpr operation_count linear_attention() {
  using out = decltype(attn::linear_attention(detail::some<Q>(), detail::some<K>(),
                                              detail::some<V>(), detail::some<Phi>()));
  constexpr std::size_t keys = detail::length_of<K>, d_k = detail::width_of<K>;
  constexpr std::size_t sets = K::volume / (keys * d_k), d_v = detail::width_of<V>;
  return cost_of<Phi, Q>() + cost_of<Phi, K>() +
         sets * d_k * operation_count{.additions = keys - 1} +
         detail::rows_in<Q> * detail::contraction(d_k) +
         sets * d_k * (d_v * detail::contraction(keys)) + out::volume * detail::contraction(d_k) +
         divide<out>();
}

namespace detail {

// The scores of N keys for every query, their largest, powers, total, and the weighted values.
template <std::size_t N, class Q, class K, class V, class... Options>
ATTN_ABI constexpr operation_count part_of_keys(const Options&... options) {
  using keys = decltype(narrow<0, N>(some<K>(), 0));
  return shaped_scores<Q, keys>(options...) +
         rows_in<Q> * (total_of_exp(N) + width_of<V> * contraction(N));
}
// Two parts of as many queries: their total and each number, both rescaled.
template <class Q, class V>
ATTN_ABI constexpr operation_count combined() {
  constexpr operation_count weighted{.additions = 1, .multiplications = 2};
  return rows_in<Q> * (operation_count{.additions = 2, .exponentials = 2, .comparisons = 1} +
                       (1 + width_of<V>)*weighted);
}

}  // namespace detail

template <std::size_t Block, class Q, class K, class V, class... Options>
ATTN_ABI constexpr operation_count online_attention(const Options&... options) {
  using out = decltype(attn::online_attention<Block>(detail::some<Q>(), detail::some<K>(),
                                                     detail::some<V>(), options...));
  constexpr std::size_t keys = detail::length_of<K>;
  constexpr std::size_t block = Block < keys ? Block : keys;
  constexpr std::size_t blocks = keys / block, rest = keys % block;
  operation_count all = blocks * detail::part_of_keys<block, Q, K, V>(options...) +
                        (blocks - 1) * detail::combined<Q, V>() + divide<out>();
  if constexpr (rest > 0)
    all += detail::part_of_keys<rest, Q, K, V>(options...) + detail::combined<Q, V>();
  return all;
}

}  // namespace attn::cost

namespace attn {

template <>
struct counting_rule<elu_plus_one_t> {
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    return cost::map<X>({.additions = 1, .exponentials = 1, .comparisons = 2});
  }
};

template <>
struct counting_rule<dot_score_t> {
  template <class Q, class K>
  ATTN_ABI static constexpr operation_count of(input_types<Q, K>) {
    return cost::attention_scores<Q, K>();
  }
};
template <>
struct counting_rule<scaled_dot_score_t> {
  template <class Q, class K>
  ATTN_ABI static constexpr operation_count of(input_types<Q, K>) {
    using scores = cost::detail::scores_of<Q, K>;
    return cost::attention_scores<Q, K>() + cost::multiply<scores>();
  }
};

template <class T, class Query, class Key>
struct counting_rule<nn::general_score<T, Query, Key>> {
  template <class Q, class K>
  ATTN_ABI static constexpr operation_count of(input_types<Q, K>) {
    using U = typename Q::value_type;
    using score = nn::general_score<U, Query, Key>;
    return cost::general_score<Q, K, typename score::weight_type>();
  }
};
template <class T, class Query, class Key, class Hidden>
struct counting_rule<nn::additive_score<T, Query, Key, Hidden>> {
  template <class Q, class K>
  ATTN_ABI static constexpr operation_count of(input_types<Q, K>) {
    using U = typename Q::value_type;
    using score = nn::additive_score<U, Query, Key, Hidden>;
    return cost::additive_score<Q, K, typename score::query_type, typename score::key_type,
                                typename score::vector_type>();
  }
};
template <class T, class Query, class Key, class Hidden>
struct counting_rule<nn::concat_score<T, Query, Key, Hidden>> {
  template <class Q, class K>
  ATTN_ABI static constexpr operation_count of(input_types<Q, K>) {
    using U = typename Q::value_type;
    using score = nn::concat_score<U, Query, Key, Hidden>;
    return cost::concat_score<Q, K, typename score::weight_type, typename score::vector_type>();
  }
};

template <class F>
struct counting_rule<pairwise_t<F>> {
  template <class Q, class K>
  ATTN_ABI static constexpr operation_count of(input_types<Q, K>) {
    using T = typename Q::value_type;
    using query_row = axis_view<const T, last_axis<typename Q::shape_type>>;
    using key_row = axis_view<const T, last_axis<typename K::shape_type>>;
    return cost::detail::rows_in<Q> *
           (cost::detail::length_of<K> * cost_of<F, query_row, key_row>());
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
