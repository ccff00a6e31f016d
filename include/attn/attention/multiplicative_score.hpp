// SPDX-License-Identifier: BSL-1.0
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
// Accuracy: matmul's, h^T W first; scaled_dot_score: one more rounding, and those of the factor.
// Source: Luong, Pham, Manning 2015, "Effective Approaches to Attention-based NMT", section 3.1.
// Cost: cost_of<dot_score_t, Q, K>(), scaled_dot_score_t, nn::general_score<…>: that of
// attention_scores, 1 multiplication more per score with a scale; cost::general_score<Q, K, W>(): Q
// W, then d_s multiplications and d_s - 1 additions per score.
#pragma once

#include <attn/attention/scale.hpp>
#include <attn/attention/scores.hpp>
#include <attn/layers/linear.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
  static constexpr bool holds = floating_point::value && sizeof...(Q) > 0;
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
  static constexpr bool ranks = base::two_axes::value && matrix::value;
  using meets_query =
      only_if<ranks, same_axis<typename base::width_in_Q, input_of_W<axis_at<shape<W...>, 0>>>>;
  // Of a W that is transposed neither axis fits.
  using meets_key =
      only_if<ranks && meets_query::value,
              same_axis<typename base::width_in_K, output_of_W<axis_at<shape<W...>, 1>>>>;
  static constexpr bool holds =
      base::axes_fit && all_hold<matrix, one_element, arithmetic, meets_query, meets_key>;
};

}  // namespace rules

struct scaled_dot_score_t {
  template <class T, class U, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<T, Q...>& q, const tensor<U, K...>& k) const {
    using call = rules::scaled_score_call<tensor<T, Q...>, tensor<U, K...>>;
    ATTN_REQUIRE_FLOATING_POINT(call, "attn::scaled_dot_score(Q, K)");
    const auto scores = attention_scores(q, k);
    if constexpr (call::holds)
      return scores * default_scale<T>(last_axis<shape<Q...>>::size);
    else
      return scores;
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
               "attn::general_score(Q, K, W): W must be (d_h, d_s): its first axis meets a query; "
               "transpose(W)?");
  ATTN_REQUIRE(call, meets_key,
               "attn::general_score(Q, K, W): W must be (d_h, d_s): its last axis meets a key");
  if constexpr (call::holds)
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

namespace cost {
template <class Q, class K, class W>
ATTN_ABI constexpr operation_count general_score() {
  using scores =
      decltype(attn::general_score(detail::some<Q>(), detail::some<K>(), detail::some<W>()));
  return detail::rows_in<Q> * (detail::width_of<W> * detail::contraction(detail::width_of<Q>)) +
         scores::volume * detail::contraction(detail::width_of<K>);
}
}  // namespace cost

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
    return cost::attention_scores<Q, K>() + cost::multiply<detail::scores_of<Q, K>>();
  }
};
template <class T, class Query, class Key>
struct counting_rule<nn::general_score<T, Query, Key>> {
  template <class Q, class K>
  ATTN_ABI static constexpr operation_count of(input_types<Q, K>) {
    using score = nn::general_score<typename Q::value_type, Query, Key>;
    return cost::general_score<Q, K, typename score::weight_type>();
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
