// SPDX-License-Identifier: BSL-1.0
// Additive scores: a query h and a key s meet in a hidden layer, whose width is free.
//
//   additive_score(Q, K, V, W, u)   e = u^T tanh(V h + W s)      Bahdanau's
//   concat_score(Q, K, W, u)        e = u^T tanh(W [h; s])       Luong's third
//   nn::additive_score<T, d_h, d_s, hidden> score;    score(Q, K), with the weights V, W, u
//   nn::concat_score<T, d_h, d_s, hidden> score;      score(Q, K), with W, u
//
// (token, d_h) x (key, d_s) -> (token, key); V (hidden, d_h), W (hidden, d_s), u (hidden), as they
// stand in the formula; concat's W is (hidden, d_h + d_s), a query's columns first. Leading axes go
// along. For an attention function: scored_by(score), or scored_by of a lambda that calls these;
// nothing is scaled. The queries and the keys are projected once, not once for every pair.
//
// Rules: rank_at_least two, is_matrix, is_vector; same_size, same_name of Q's width and V's last
// axis, of K's and W's; same_axis of the hidden ones; same_axes of the leading ones; same_elements;
// floating_point_element. Accuracy: to the bit matmul's sums, tanh, and matmul's sum over hidden with u on
// the right; concat_score is additive_score of the two parts of W.
// Source: Bahdanau, Cho, Bengio 2015, section A.1.2; Luong, Pham, Manning 2015, section 3.1.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/multiplicative_score.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>

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

}  // namespace detail

template <class T, class U, class A, class B, class C, class... Q, class... K, class... V,
          class... W, class... H>
ATTN_ABI constexpr auto additive_score(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                       const tensor<A, V...>& v, const tensor<B, W...>& w,
                                       const tensor<C, H...>& u) {
  constexpr bool ranks = sizeof...(Q) >= 2 && sizeof...(K) >= 2 && sizeof...(V) == 2 &&
                         sizeof...(W) == 2 && sizeof...(H) == 1;
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value,
                "attn::additive_score(Q, K, V, W, u): Q and K must have at least two axes");
  static_assert(
      rules::is_matrix<rules::in_brief<rules::axes_of<V...>>>::value &&
          rules::is_matrix<rules::in_brief<rules::axes_of<W...>>>::value,
      "attn::additive_score(Q, K, V, W, u): V and W must have two axes, hidden and input");
  static_assert(rules::is_vector<rules::in_brief<rules::axes_of<H...>>>::value,
                "attn::additive_score(Q, K, V, W, u): u must have one axis, hidden");
  static_assert(rules::same_elements<rules::elements<T, U, A, B, C>>::value,
                "attn::additive_score(Q, K, V, W, u): requires one element type for all operands; "
                "convert with as<T>(x)");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::additive_score(Q, K, V, W, u): requires a floating-point element type; "
                "convert with as<double>(x)");
  if constexpr (ranks) {
    using of_q = shape<Q...>;
    using of_k = shape<K...>;
    using width_of_Q = rules::width_of_Q<last_axis<of_q>>;
    using width_of_K = rules::width_of_K<last_axis<of_k>>;
    using input_of_V = rules::input_of_W<axis_at<shape<V...>, 1>>;
    using input_of_W = rules::input_of_W<axis_at<shape<W...>, 1>>;
    constexpr bool queries = rules::same_axis<width_of_Q, input_of_V>::value;
    constexpr bool keys = rules::same_axis<width_of_K, input_of_W>::value;
    static_assert(rules::same_axis<width_of_Q, input_of_V>::value,
                  "attn::additive_score(Q, K, V, W, u): V must be (hidden, d_h): its last axis "
                  "meets a query");
    // One mistake, one error: of exchanged matrices neither fits.
    if constexpr (queries)
      static_assert(rules::same_axis<width_of_K, input_of_W>::value,
                    "attn::additive_score(Q, K, V, W, u): W must be (hidden, d_s): its last axis "
                    "meets a key");
    using hidden = rules::output_of_W<axis_at<shape<V...>, 0>>;
    using hidden_of_W = rules::output_of_W<axis_at<shape<W...>, 0>>;
    using hidden_of_u = rules::first_of_B<last_axis<shape<H...>>>;
    constexpr bool hidden_agree = rules::same_axis<hidden, hidden_of_W>::value;
    constexpr bool weighs_hidden = rules::same_axis<hidden, hidden_of_u>::value;
    // Of a matrix that stands on its side the hidden axis is none.
    if constexpr (queries && keys)
      static_assert(rules::same_axis<hidden, hidden_of_W>::value,
                    "attn::additive_score(Q, K, V, W, u): V and W must have one hidden axis");
    if constexpr (queries && keys && hidden_agree)
      static_assert(rules::same_axis<hidden, hidden_of_u>::value,
                    "attn::additive_score(Q, K, V, W, u): u must have the hidden axis of V and W");
    static_assert(
        rules::same_axis<detail::leading_in_Q<of_q, of_k>, detail::leading_in_X<of_q, of_k>>::value,
        "attn::additive_score(Q, K, V, W, u): the leading axes of Q and K must agree");
    if constexpr (queries && keys && hidden_agree && weighs_hidden &&
                  detail::leading_axes_fit<of_q, of_k> &&
                  rules::same_elements<rules::elements<T, U, A, B, C>>::value && floating_scalar<T>)
      return detail::scores_of_hidden(q, k, v, w, u);
    else
      return detail::no_scores(q, of_k{});
  } else {
    return detail::no_scores(q, shape<K...>{});
  }
}

template <class T, class U, class B, class C, class... Q, class... K, class... W, class... H>
ATTN_ABI constexpr auto concat_score(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                     const tensor<B, W...>& w, const tensor<C, H...>& u) {
  constexpr bool ranks =
      sizeof...(Q) >= 2 && sizeof...(K) >= 2 && sizeof...(W) == 2 && sizeof...(H) == 1;
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value,
                "attn::concat_score(Q, K, W, u): Q and K must have at least two axes");
  static_assert(rules::is_matrix<rules::in_brief<rules::axes_of<W...>>>::value,
                "attn::concat_score(Q, K, W, u): W must have two axes, hidden and d_h + d_s");
  static_assert(rules::is_vector<rules::in_brief<rules::axes_of<H...>>>::value,
                "attn::concat_score(Q, K, W, u): u must have one axis, hidden");
  static_assert(rules::same_elements<rules::elements<T, U, B, C>>::value,
                "attn::concat_score(Q, K, W, u): requires one element type for all operands; "
                "convert with as<T>(x)");
  static_assert(rules::floating_point_element<rules::element<T>>::value,
                "attn::concat_score(Q, K, W, u): requires a floating-point element type; convert "
                "with as<double>(x)");
  if constexpr (ranks) {
    using of_q = shape<Q...>;
    using of_k = shape<K...>;
    constexpr std::size_t d_h = last_axis<of_q>::size, d_s = last_axis<of_k>::size;
    using joined = rules::width_of_X<dim<d_h + d_s>>;
    using input = rules::input_of_W<axis_at<shape<W...>, 1>>;
    static_assert(rules::same_size<joined, input>::value,
                  "attn::concat_score(Q, K, W, u): W must be (hidden, d_h + d_s), as wide as a "
                  "query and a key together");
    using hidden = rules::output_of_W<axis_at<shape<W...>, 0>>;
    using hidden_of_u = rules::first_of_B<last_axis<shape<H...>>>;
    constexpr bool wide = rules::same_size<joined, input>::value;
    if constexpr (wide)
      static_assert(rules::same_axis<hidden, hidden_of_u>::value,
                    "attn::concat_score(Q, K, W, u): u must have the hidden axis of W");
    static_assert(
        rules::same_axis<detail::leading_in_Q<of_q, of_k>, detail::leading_in_X<of_q, of_k>>::value,
        "attn::concat_score(Q, K, W, u): the leading axes of Q and K must agree");
    if constexpr (wide && rules::same_axis<hidden, hidden_of_u>::value &&
                  detail::leading_axes_fit<of_q, of_k> &&
                  rules::same_elements<rules::elements<T, U, B, C>>::value && floating_scalar<T>)
      return detail::scores_of_hidden(q, k, narrow<1, d_h>(w, 0), narrow<1, d_s>(w, d_h), u);
    else
      return detail::no_scores(q, of_k{});
  } else {
    return detail::no_scores(q, shape<K...>{});
  }
}

namespace nn {

template <scalar T, axis_like Query, axis_like Key, axis_like Hidden>
struct additive_score {
  using query_type = attn::detail::weight_tensor<T, Query, Hidden, output_by_input>;
  using key_type = attn::detail::weight_tensor<T, Key, Hidden, output_by_input>;
  using vector_type = tensor<T, Hidden>;
  ATTN_MEMBERS(additive_score, (query_type, v), (key_type, w), (vector_type, u));

  template <scalar U>
  using with_element = additive_score<U, Query, Key, Hidden>;

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

  template <scalar U>
  using with_element = concat_score<U, Query, Key, Hidden>;

  template <class U, class R, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<U, Q...>& q, const tensor<R, K...>& k) const {
    return attn::concat_score(q, k, w, u);
  }
  ATTN_ABI friend constexpr bool operator==(const concat_score&, const concat_score&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
