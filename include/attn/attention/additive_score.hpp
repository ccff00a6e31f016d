// SPDX-License-Identifier: BSL-1.0
// Additive scores: a hidden layer of any width combines a query h and a key s.
//
//   additive_score(Q, K, V, W, u)   e = u^T tanh(V h + W s)      Bahdanau's
//   concat_score(Q, K, W, u)        e = u^T tanh(W [h; s])       Luong's third
//   nn::additive_score<T, d_h, d_s, hidden> score;    score(Q, K), with the weights V, W, u
//   nn::concat_score<T, d_h, d_s, hidden> score;      score(Q, K), with W, u
//
// (token, d_h) x (key, d_s) -> (token, key); V (hidden, d_h), W (hidden, d_s), u (hidden), as in
// the formula; the W of concat is (hidden, d_h + d_s), with the columns of the query first.
// Optional leading axes. For an attention function: scored_by(score), or scored_by of a lambda that
// calls these; there is no scale. The queries and the keys are projected once, not once for every
// pair.
//
// Rules: rank_at_least two, is_matrix, is_vector; same_size, same_name of Q's width and V's last
// axis, of K's and W's; same_axis of the hidden ones; same_axes of the leading ones; same_elements;
// floating_point_element. Accuracy: bit for bit matmul's sums, tanh, and matmul's sum over hidden
// with u on the right; concat_score is additive_score of the two parts of W. Source: Bahdanau, Cho,
// Bengio 2015, section A.1.2; Luong, Pham, Manning 2015, section 3.1.
// Cost: cost::additive_score<Q, K, V, W, U>(), concat_score<Q, K, W, U>(), and cost_of for the
// layers: V h and W s once per row; per score, for n hidden numbers, n additions, n tanh, and a dot
// product of n.
#pragma once

#include <cstddef>

#include <attn/attention/multiplicative_score.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// e = u^T tanh(p + r) for every row p of the projected queries and r of the projected keys.
template <class Scores, class T, class... P, class... R>
ATTN_ABI constexpr auto scores_of_sums(const tensor<T, P...>& p, const tensor<T, R...>& r,
                                       const T* u) {
  constexpr std::size_t queries = second_to_last_axis<shape<P...>>::size;
  constexpr std::size_t keys = second_to_last_axis<shape<R...>>::size;
  constexpr std::size_t hidden = last_axis<shape<P...>>::size;
  constexpr std::size_t next = sizeof...(R) == 2 ? 0 : keys * hidden;
  tensor_of<T, Scores> scores(uninitialized);
  tensor<T, dim<keys>, dim<hidden>> sums(uninitialized);
  for (std::size_t i = 0; i < scores.volume / keys; ++i) {
    const T* query = p.data() + i * hidden;
    const T* key = r.data() + (i / queries) * next;
    for (std::size_t j = 0; j < keys; ++j)
      for (std::size_t h = 0; h < hidden; ++h)
        sums.data()[j * hidden + h] = query[h] + key[j * hidden + h];
    write_product_at<keys, hidden, 1>(scores.data() + i * keys, tanh(sums).data(), u);
  }
  return scores;
}

// The scores of operands that have passed all rules.
template <class T, class... Q, class... K, class... V, class... W, class... H>
ATTN_ABI constexpr auto scores_of_hidden(const tensor<T, Q...>& q, const tensor<T, K...>& k,
                                         const tensor<T, V...>& v, const tensor<T, W...>& w,
                                         const tensor<T, H...>& u) {
  // No name matters any more, and none of `hidden` shall meet one of Q's.
  return scores_of_sums<scores_shape<shape<Q...>, shape<K...>>>(
      matmul(unnamed(q), transpose(unnamed(v))), matmul(unnamed(k), transpose(unnamed(w))),
      u.data());
}

// The same, of W that has the columns of V and then those of W.
template <class T, class... Q, class... K, class... W, class... H>
ATTN_ABI constexpr auto scores_of_parts(const tensor<T, Q...>& q, const tensor<T, K...>& k,
                                        const tensor<T, W...>& w, const tensor<T, H...>& u) {
  constexpr std::size_t d_h = last_axis<shape<Q...>>::size, d_s = last_axis<shape<K...>>::size;
  return scores_of_hidden(q, k, narrow<1, d_h>(w, 0), narrow<1, d_s>(w, d_h), u);
}

}  // namespace detail

namespace rules {

template <class Q, class K, class V, class W, class H>
struct additive_score_call;
template <class T, class U, class A, class B, class C, class... Q, class... K, class... V,
          class... W, class... H>
struct additive_score_call<tensor<T, Q...>, tensor<U, K...>, tensor<A, V...>, tensor<B, W...>,
                           tensor<C, H...>> : pairs_call<tensor<T, Q...>, tensor<U, K...>> {
  using base = pairs_call<tensor<T, Q...>, tensor<U, K...>>;
  using hidden_of_V = output_of_W<axis_at<shape<V...>, 0>>;
  using hidden_of_W = output_of_W<axis_at<shape<W...>, 0>>;
  using hidden_of_u = first_of_B<last_axis<shape<H...>>>;
  using input_of_queries = input_of_W<axis_at<shape<V...>, 1>>;
  using input_of_keys = input_of_W<axis_at<shape<W...>, 1>>;

  using matrices = each_of<is_matrix<in_brief<axes_of<V...>>>, is_matrix<in_brief<axes_of<W...>>>>;
  using vector = is_vector<in_brief<axes_of<H...>>>;
  using one_element = same_elements<elements<T, U, A, B, C>>;
  using floating_point = only_if<one_element::value, floating_point_element<element<T>>>;
  // Of exchanged matrices, or transposed ones, nothing fits: the first is reported.
  static constexpr bool ranks = base::two_axes::value && all_hold<matrices, vector>;
  using meets_query = only_if<ranks, same_axis<typename base::width_in_Q, input_of_queries>>;
  using meets_key =
      only_if<ranks && meets_query::value, same_axis<typename base::width_in_K, input_of_keys>>;
  static constexpr bool meet = ranks && all_hold<meets_query, meets_key>;
  using one_hidden = only_if<meet, same_axis<hidden_of_V, hidden_of_W>>;
  using weighs_hidden = only_if<meet && one_hidden::value, same_axis<hidden_of_V, hidden_of_u>>;
  static constexpr bool holds =
      base::axes_fit && meet && all_hold<one_element, floating_point, one_hidden, weighs_hidden>;
};

template <class Q, class K, class W, class H>
struct concat_score_call;
template <class T, class U, class B, class C, class... Q, class... K, class... W, class... H>
struct concat_score_call<tensor<T, Q...>, tensor<U, K...>, tensor<B, W...>, tensor<C, H...>>
    : pairs_call<tensor<T, Q...>, tensor<U, K...>> {
  using base = pairs_call<tensor<T, Q...>, tensor<U, K...>>;
  using joined = width_of_X<dim<last_axis<shape<Q...>>::size + last_axis<shape<K...>>::size>>;
  using input = input_of_W<axis_at<shape<W...>, 1>>;
  using hidden_of_W = output_of_W<axis_at<shape<W...>, 0>>;
  using hidden_of_u = first_of_B<last_axis<shape<H...>>>;

  using matrix = is_matrix<in_brief<axes_of<W...>>>;
  using vector = is_vector<in_brief<axes_of<H...>>>;
  using one_element = same_elements<elements<T, U, B, C>>;
  using floating_point = only_if<one_element::value, floating_point_element<element<T>>>;
  static constexpr bool ranks = base::two_axes::value && all_hold<matrix, vector>;
  using meets_both = only_if<ranks, same_size<joined, input>>;
  using weighs_hidden = only_if<ranks && meets_both::value, same_axis<hidden_of_W, hidden_of_u>>;
  static constexpr bool holds =
      base::axes_fit && ranks && all_hold<one_element, floating_point, meets_both, weighs_hidden>;
};

}  // namespace rules

template <class T, class U, class A, class B, class C, class... Q, class... K, class... V,
          class... W, class... H>
ATTN_ABI constexpr auto additive_score(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                       const tensor<A, V...>& v, const tensor<B, W...>& w,
                                       const tensor<C, H...>& u) {
  using call = rules::additive_score_call<tensor<T, Q...>, tensor<U, K...>, tensor<A, V...>,
                                          tensor<B, W...>, tensor<C, H...>>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::additive_score(Q, K, V, W, u)");
  ATTN_REQUIRE(call, matrices,
               "attn::additive_score(Q, K, V, W, u): V and W must have two axes, hidden and input");
  ATTN_REQUIRE(call, vector, "attn::additive_score(Q, K, V, W, u): u must have one axis, hidden");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::additive_score(Q, K, V, W, u)");
  ATTN_REQUIRE(call, meets_query,
               "attn::additive_score(Q, K, V, W, u): V must be (hidden, d_h): its last axis meets "
               "a query");
  ATTN_REQUIRE(call, meets_key,
               "attn::additive_score(Q, K, V, W, u): W must be (hidden, d_s): its last axis meets "
               "a key");
  ATTN_REQUIRE(call, one_hidden,
               "attn::additive_score(Q, K, V, W, u): V and W must have one hidden axis");
  ATTN_REQUIRE(call, weighs_hidden,
               "attn::additive_score(Q, K, V, W, u): u must have the hidden axis of V and W");
  if constexpr (call::holds)
    return detail::scores_of_hidden(q, k, v, w, u);
  else
    return detail::no_scores(q, shape<K...>{});
}

template <class T, class U, class B, class C, class... Q, class... K, class... W, class... H>
ATTN_ABI constexpr auto concat_score(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                     const tensor<B, W...>& w, const tensor<C, H...>& u) {
  using call =
      rules::concat_score_call<tensor<T, Q...>, tensor<U, K...>, tensor<B, W...>, tensor<C, H...>>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::concat_score(Q, K, W, u)");
  ATTN_REQUIRE(call, matrix,
               "attn::concat_score(Q, K, W, u): W must have two axes, hidden and d_h + d_s");
  ATTN_REQUIRE(call, vector, "attn::concat_score(Q, K, W, u): u must have one axis, hidden");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::concat_score(Q, K, W, u)");
  ATTN_REQUIRE(call, meets_both,
               "attn::concat_score(Q, K, W, u): W must be (hidden, d_h + d_s), as wide as a query "
               "and a key together");
  ATTN_REQUIRE(call, weighs_hidden,
               "attn::concat_score(Q, K, W, u): u must have the hidden axis of W");
  if constexpr (call::holds)
    return detail::scores_of_parts(q, k, w, u);
  else
    return detail::no_scores(q, shape<K...>{});
}

namespace nn {

template <scalar T, axis_like Query, axis_like Key, axis_like Hidden>
struct additive_score {
  using query_type = attn::detail::weight_tensor<T, Query, Hidden, output_by_input>;
  using key_type = attn::detail::weight_tensor<T, Key, Hidden, output_by_input>;
  using vector_type = tensor<T, Hidden>;
  ATTN_MEMBERS(additive_score, (query_type, v), (key_type, w), (vector_type, u));

  template <class U, class R, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<U, Q...>& q, const tensor<R, K...>& k) const {
    return attn::additive_score(q, k, v, w, u);
  }
  ATTN_ABI friend constexpr bool operator==(const additive_score&, const additive_score&) = default;
};

template <scalar T, axis_like Query, axis_like Key, axis_like Hidden>
struct concat_score {
  using weight_type = tensor<T, Hidden, dim<Query::size + Key::size>>;
  using vector_type = tensor<T, Hidden>;
  ATTN_MEMBERS(concat_score, (weight_type, w), (vector_type, u));

  template <class U, class R, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<U, Q...>& q, const tensor<R, K...>& k) const {
    return attn::concat_score(q, k, w, u);
  }
  ATTN_ABI friend constexpr bool operator==(const concat_score&, const concat_score&) = default;
};

}  // namespace nn

namespace cost {
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
}  // namespace cost

template <class T, class Query, class Key, class Hidden>
struct counting_rule<nn::additive_score<T, Query, Key, Hidden>> {
  template <class Q, class K>
  ATTN_ABI static constexpr operation_count of(input_types<Q, K>) {
    using score = nn::additive_score<typename Q::value_type, Query, Key, Hidden>;
    return cost::additive_score<Q, K, typename score::query_type, typename score::key_type,
                                typename score::vector_type>();
  }
};
template <class T, class Query, class Key, class Hidden>
struct counting_rule<nn::concat_score<T, Query, Key, Hidden>> {
  template <class Q, class K>
  ATTN_ABI static constexpr operation_count of(input_types<Q, K>) {
    using score = nn::concat_score<typename Q::value_type, Query, Key, Hidden>;
    return cost::concat_score<Q, K, typename score::weight_type, typename score::vector_type>();
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
