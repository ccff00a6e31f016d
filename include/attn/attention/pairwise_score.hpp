// SPDX-License-Identifier: BSL-1.0
// A user-defined score: a function of two rows.
//
//   const auto score = pairwise([](const auto& h, const auto& s) { return …; });
//   score(Q, K)                               out(…, i, j) = f(row i of Q, row j of K)
//   scaled_dot_product_attention(Q, K, V, scored_by(score))
//
// (token, d_h) x (key, d_s) -> (token, key). f is called with two rows as views (tensor/views.hpp),
// of any two widths, and returns their element type. h.copy() copies a view to a tensor. Optional
// leading axes, as in attention_scores. There is no scale.
//
// Rules: rank_at_least two; same_axes of the leading axes; same_element; scores_rows.
// Accuracy: determined by f, in which the compiler may fuse products and sums.
// Cost: cost_of<F, Row, Row>() for each pair of rows.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/additive_score.hpp>
#include <attn/tensor/views.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// f of all pairs of rows, checked.
template <class F, class T, class... Q, class... K>
ATTN_ABI constexpr auto scores_of_pairs(const F& f, const tensor<T, Q...>& q,
                                        const tensor<T, K...>& k) {
  using query_row = axis_view<const T, last_axis<shape<Q...>>>;
  using key_row = axis_view<const T, last_axis<shape<K...>>>;
  constexpr std::size_t d_h = query_row::size(), d_s = key_row::size();
  constexpr std::size_t queries = second_to_last_axis<shape<Q...>>::size;
  constexpr std::size_t keys = second_to_last_axis<shape<K...>>::size;
  constexpr std::size_t next = sizeof...(K) == 2 ? 0 : keys * d_s;
  tensor_of<T, scores_shape<shape<Q...>, shape<K...>>> scores(uninitialized);
  for (std::size_t i = 0; i < scores.volume / keys; ++i)
    for (std::size_t j = 0; j < keys; ++j)
      scores.data()[i * keys + j] =
          f(query_row{q.data() + i * d_h}, key_row{k.data() + (i / queries) * next + j * d_s});
  return scores;
}

}  // namespace detail

namespace rules {
template <class F, class Q, class K>
struct pairwise_call;
template <class F, class T, class U, class... Q, class... K>
struct pairwise_call<F, tensor<T, Q...>, tensor<U, K...>>
    : pairs_call<tensor<T, Q...>, tensor<U, K...>> {
  using base = pairs_call<tensor<T, Q...>, tensor<U, K...>>;
  using query_row = operand<axis_view<const T, last_axis<shape<Q...>>>>;
  using key_row = operand<axis_view<const T, last_axis<shape<K...>>>>;
  using one_score =
      std::bool_constant<scores_rows<function<F>, query_row, key_row, element<T>>::value>;
  using all = in_order<typename base::all, one_score>;
};
}  // namespace rules

template <class F>
struct pairwise_t {
  F f;

  template <class T, class U, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<T, Q...>& q, const tensor<U, K...>& k) const {
    using call = rules::pairwise_call<F, tensor<T, Q...>, tensor<U, K...>>;
    ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::pairwise(f)(Q, K)");
    ATTN_REQUIRE(call, one_score,
                 "attn::pairwise(f)(Q, K): f(a row of Q, a row of K) must be one element");
    if constexpr (call::all::value)
      return detail::scores_of_pairs(f, q, k);
    else
      return detail::no_scores(q, shape<K...>{});
  }
};

template <class F>
ATTN_ABI constexpr pairwise_t<F> pairwise(const F& f) {
  return {f};
}

}  // namespace attn
ATTN_STRICT_FP_END
