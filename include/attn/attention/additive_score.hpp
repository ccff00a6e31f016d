// SPDX-License-Identifier: BSL-1.0
// Scores of recurrent models: Bahdanau's additive one, and Luong's multiplicative one.
#pragma once

#include <cstddef>

#include <attn/attention/scale.hpp>
#include <attn/attention/scores.hpp>
#include <attn/layers/linear.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/ops/selecting.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Multiplicative scores: products of a query h and a key s.
//
//   dot_score(Q, K)           e = h^T s             attention_scores, as a value
//   scaled_dot_score(Q, K)    e = h^T s / sqrt(d)
//   general_score(Q, K, W)    e = h^T W s           Luong's; W (d_h, d_s), of any two widths
//   nn::general_score<T, d_h, d_s> score;           score(Q, K), with its weight
//
// (token, d_h) x (key, d_s) -> (token, key). Optional leading axes, as in attention_scores. All are
// function objects that can be passed to scored_by: scored_by(dot_score). With scored_by there is
// no scale except scaled_by(x), as in the additive and Luong attentions of PyTorch and Keras. If
// d_h and d_s of a layer have the same name, only the axis d_s of the weight has it.
//
// Rules: rank_at_least two, is_matrix for W; same_size, same_name of Q's width and W's first axis,
// of K's and its last; same_axes of the leading ones; same_elements; supports_arithmetic.
// Accuracy: matmul's, h^T W first. scaled_dot_score: one more rounding, and the rounding of the
// factor.
// Source: Luong, Pham, Manning 2015, "Effective Approaches to Attention-based NMT", section 3.1.
// Cost: cost_of<dot_score_t, Q, K>(), scaled_dot_score_t, nn::general_score<…>: the cost of
// attention_scores, 1 multiplication more per score with a scale. cost::general_score<Q, K, W>(): Q
// W, then d_s multiplications and d_s - 1 additions per score.

struct dot_score_t {
  template <class T, class U, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<T, Q...>& q, const tensor<U, K...>& k) const {
    return attention_scores(q, k);
  }
};
inline constexpr dot_score_t dot_score{};

namespace rules {

template <class Q, class K>
struct scaled_score_call;
template <class T, class U, class... Q, class... K>
struct scaled_score_call<tensor<T, Q...>, tensor<U, K...>> {
  using operands = roles<axes_of_Q<Q...>, axes_of_K<K...>>;
  using floating_point = floating_point_element<element<T>>;
  using all = in_order<floating_point, std::bool_constant<(sizeof...(Q) > 0)>>;
};

template <class Q, class K, class W>
struct general_score_call;
template <class T, class U, class R, class... Q, class... K, class... W>
struct general_score_call<tensor<T, Q...>, tensor<U, K...>, tensor<R, W...>>
    : pairs_call<tensor<T, Q...>, tensor<U, K...>> {
  using base = pairs_call<tensor<T, Q...>, tensor<U, K...>>;
  using matrix = is_matrix<in_brief<axes_of<W...>>>;
  using one_element = same_elements<elements<T, U, R>>;
  using arithmetic = supports_arithmetic<element<T>>;
  using meets_query = same_axis<typename base::width_in_Q, input_of_W<axis_at<shape<W...>, 0>>>;
  // Of a W that is transposed neither axis fits.
  using meets_key = same_axis<typename base::width_in_K, output_of_W<axis_at<shape<W...>, 1>>>;
  using all =
      in_order<typename base::axes_fit, matrix, one_element, arithmetic, meets_query, meets_key>;
};

}  // namespace rules

struct scaled_dot_score_t {
  template <class T, class U, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<T, Q...>& q, const tensor<U, K...>& k) const {
    using call = rules::scaled_score_call<tensor<T, Q...>, tensor<U, K...>>;
    ATTN_REQUIRE_FLOATING_POINT(call, "attn::scaled_dot_score(Q, K)");
    if constexpr (call::all::value)
      return attention_scores(q, k) * default_scale<T>(last_axis<shape<Q...>>::size);
    else if constexpr (call::floating_point::value)
      return attention_scores(q, k);
    else
      return q;
  }
};
inline constexpr scaled_dot_score_t scaled_dot_score{};

template <class T, class U, class R, class... Q, class... K, class... W>
ATTN_ABI constexpr auto general_score(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                      const tensor<R, W...>& w) {
  using call = rules::general_score_call<tensor<T, Q...>, tensor<U, K...>, tensor<R, W...>>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::general_score(Q, K, W)");
  ATTN_REQUIRE(call, matrix, "attn::general_score(Q, K, W): W must have two axes, d_h and d_s");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::general_score(Q, K, W)");
  ATTN_REQUIRE(call, meets_query,
               "attn::general_score(Q, K, W): W must be (d_h, d_s): its first axis is the query's; "
               "transpose(W)?");
  ATTN_REQUIRE(call, meets_key,
               "attn::general_score(Q, K, W): W must be (d_h, d_s): its last axis is the key's");
  if constexpr (call::all::value)
    return attention_scores(
        detail::with_shape<with_last_axis<shape<Q...>, last_axis<shape<K...>>>>(matmul(q, w)), k);
  else
    return detail::no_scores(q, shape<K...>{});
}

namespace nn {

template <scalar T, axis_like Query, axis_like Key>
struct general_score {
  using weight_type = attn::detail::weight_tensor<T, Query, Key, input_by_output>;
  ATTN_MEMBERS(general_score, (weight_type, weight));

  template <class U, class R, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<U, Q...>& q, const tensor<R, K...>& k) const {
    return attn::general_score(q, k, weight);
  }
  ATTN_ABI friend constexpr bool operator==(const general_score&, const general_score&) = default;
};

}  // namespace nn

ATTN_COST(general_score)

// Additive scores: a hidden layer of any width combines a query h and a key s.
//
//   additive_score(Q, K, V, W, u)   e = u^T tanh(V h + W s)      Bahdanau's
//   concat_score(Q, K, W, u)        e = u^T tanh(W [h; s])       Luong's third
//   nn::additive_score<T, d_h, d_s, hidden> score;    score(Q, K), with the weights V, W, u
//   nn::concat_score<T, d_h, d_s, hidden> score;      score(Q, K), with W, u
//
// (token, d_h) x (key, d_s) -> (token, key). V (hidden, d_h), W (hidden, d_s), u (hidden), as in
// the formula. The W of concat is (hidden, d_h + d_s), with the columns of the query first.
// Optional leading axes. For an attention function: scored_by(score), or scored_by of a lambda that
// calls these. There is no scale. The queries and the keys are projected once, not once for every
// pair.
//
// Rules: rank_at_least two, is_matrix, is_vector; same_size, same_name of Q's width and V's last
// axis, of K's and W's; same_axis of the hidden ones; same_axes of the leading ones; same_elements;
// floating_point_element. Accuracy: bit for bit matmul's sums, tanh, and matmul's sum over hidden
// with u on the right. concat_score is additive_score of the two parts of W. Source: Bahdanau, Cho,
// Bengio 2015, section A.1.2. Luong, Pham, Manning 2015, section 3.1.
// Cost: cost::additive_score<Q, K, V, W, U>(), concat_score<Q, K, W, U>(), and cost_of for the
// layers: V h and W s once per row. Per score, for n hidden numbers, n additions, n tanh, and a dot
// product of n.

namespace detail {

// e = u^T tanh(p + r) for every row p of the projected queries and r of the projected keys.
template <class Scores, class P, class R>
struct scores_of_sums {
  static constexpr std::size_t queries = second_to_last_axis<P>::size, hidden = last_axis<P>::size;
  static constexpr std::size_t keys = second_to_last_axis<R>::size;
  static constexpr std::size_t next = R::rank == 2 ? 0 : keys * hidden;
  ATTN_ABI static constexpr operation_count cost() {
    return Scores::volume * (hidden * operation_count{.additions = 1, .hyperbolic_tangents = 1} +
                             sum_of_products(hidden));
  }
  template <class T>
  ATTN_ABI static constexpr void write(T* scores, const T* p, const T* r, const T* u) {
    tensor<T, dim<keys>, dim<hidden>> sums(uninitialized);
    for (std::size_t i = 0; i < Scores::volume / keys; ++i) {
      const T* query = p + i * hidden;
      const T* key = r + (i / queries) * next;
      for (std::size_t j = 0; j < keys; ++j)
        for (std::size_t h = 0; h < hidden; ++h)
          sums.data()[j * hidden + h] = query[h] + key[j * hidden + h];
      write_product_at<keys, hidden, 1>(scores + i * keys, tanh(sums).data(), u);
    }
  }
};

// The scores of operands that have passed all rules.
template <class T, class... Q, class... K, class... V, class... W, class... H>
ATTN_ABI constexpr auto scores_of_hidden(const tensor<T, Q...>& q, const tensor<T, K...>& k,
                                         const tensor<T, V...>& v, const tensor<T, W...>& w,
                                         const tensor<T, H...>& u) {
  // No name matters any more, and none of `hidden` shall meet one of Q's.
  const auto p = matmul(unnamed(q), transpose(unnamed(v)));
  const auto r = matmul(unnamed(k), transpose(unnamed(w)));
  using scores = scores_shape<shape<Q...>, shape<K...>>;
  return made<
      scores_of_sums<scores, typename decltype(p)::shape_type, typename decltype(r)::shape_type>,
      tensor_of<T, scores>>(p, r, u);
}

// The same, of W that has the columns of V and then the columns of W.
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
  using floating_point = floating_point_element<element<T>>;
  // Of exchanged matrices, or transposed ones, nothing fits: the first is reported.
  using meets_query = same_axis<typename base::width_in_Q, input_of_queries>;
  using meets_key = same_axis<typename base::width_in_K, input_of_keys>;
  using one_hidden = same_axis<hidden_of_V, hidden_of_W>;
  using weighs_hidden = same_axis<hidden_of_V, hidden_of_u>;
  using all = in_order<typename base::axes_fit, matrices, vector, meets_query, meets_key,
                       one_element, floating_point, one_hidden, weighs_hidden>;
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
  using floating_point = floating_point_element<element<T>>;
  using meets_both = same_size<joined, input>;
  using weighs_hidden = same_axis<hidden_of_W, hidden_of_u>;
  using all = in_order<typename base::axes_fit, matrix, vector, one_element, floating_point,
                       meets_both, weighs_hidden>;
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
               "attn::additive_score(Q, K, V, W, u): V must be (hidden, d_h): its last axis is "
               "the query's");
  ATTN_REQUIRE(call, meets_key,
               "attn::additive_score(Q, K, V, W, u): W must be (hidden, d_s): its last axis is "
               "the key's");
  ATTN_REQUIRE(call, one_hidden,
               "attn::additive_score(Q, K, V, W, u): V and W must have one hidden axis");
  ATTN_REQUIRE(call, weighs_hidden,
               "attn::additive_score(Q, K, V, W, u): u must have the hidden axis of V and W");
  if constexpr (call::all::value)
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
  if constexpr (call::all::value)
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

ATTN_COST(additive_score)
ATTN_COST(concat_score)

}  // namespace attn
ATTN_STRICT_FP_END
