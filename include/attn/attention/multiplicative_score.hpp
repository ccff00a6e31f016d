// SPDX-License-Identifier: BSL-1.0
// Multiplicative scores: how well a query h and a key s go together, by products alone.
//
//   dot_score(Q, K)           e = h^T s             what attention takes if nothing is said
//   scaled_dot_score(Q, K)    e = h^T s / sqrt(d)
//   general_score(Q, K, W)    e = h^T W s           Luong's; W (d_h, d_s), of any two widths
//   nn::general_score<T, d_h, d_s> score;           score(Q, K), with its weight
//
// (token, d_h) x (key, d_s) -> (token, key). Leading axes go along, as in attention_scores. All are
// values to be handed to scored_by, and functions to be called: scored_by(dot_score). Under
// scored_by nothing is scaled unless scaled_by(x) is there, too: neither PyTorch's nor Keras'
// additive and Luong attention scale. In nn, d_h and d_s of one name name the weight's d_s only.
//
// Rules: rank_at_least two, is_matrix for W; same_size, same_name of Q's width and W's first axis,
// of K's and its last; same_axes of the leading ones; same_elements; supports_arithmetic.
// Accuracy: matmul's, h^T W first; scaled_dot_score: one more rounding, and those of the factor.
// Source: Luong, Pham, Manning 2015, "Effective Approaches to Attention-based NMT", section 3.1.
#pragma once

#include <attn/attention/scale.hpp>
#include <attn/attention/scores.hpp>
#include <attn/layers/linear.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct dot_score_t {
  template <class T, class U, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<T, Q...>& q, const tensor<U, K...>& k) const {
    return attention_scores(q, k);
  }
};
inline constexpr dot_score_t dot_score{};

struct scaled_dot_score_t {
  template <class T, class U, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<T, Q...>& q, const tensor<U, K...>& k) const {
    static_assert(rules::floating_point_element<rules::element<T>>::value,
                  "attn::scaled_dot_score(Q, K): requires a floating-point element type; convert "
                  "with as<double>(x)");
    const auto scores = attention_scores(q, k);
    if constexpr (rules::floating_point_element<rules::element<T>>::value && sizeof...(Q) > 0)
      return scores * default_scale<T>(last_axis<shape<Q...>>::size);
    else
      return scores;
  }
};
inline constexpr scaled_dot_score_t scaled_dot_score{};

template <class T, class U, class R, class... Q, class... K, class... W>
ATTN_ABI constexpr auto general_score(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                      const tensor<R, W...>& w) {
  constexpr bool ranks = sizeof...(Q) >= 2 && sizeof...(K) >= 2 && sizeof...(W) == 2;
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value,
                "attn::general_score(Q, K, W): Q and K must have at least two axes");
  static_assert(rules::is_matrix<rules::in_brief<rules::axes_of<W...>>>::value,
                "attn::general_score(Q, K, W): W must have two axes, d_h and d_s");
  static_assert(rules::same_elements<rules::elements<T, U, R>>::value,
                "attn::general_score(Q, K, W): requires one element type for all operands; convert "
                "with as<T>(x)");
  static_assert(rules::supports_arithmetic<rules::element<T>>::value,
                "attn::general_score(Q, K, W): requires elements that can be added and multiplied");
  if constexpr (ranks) {
    using of_q = shape<Q...>;
    using of_k = shape<K...>;
    using width_of_Q = rules::width_of_Q<last_axis<of_q>>;
    using width_of_K = rules::width_of_K<last_axis<of_k>>;
    using input = rules::input_of_W<axis_at<shape<W...>, 0>>;
    using output = rules::output_of_W<axis_at<shape<W...>, 1>>;
    static_assert(
        rules::same_axis<width_of_Q, input>::value,
        "attn::general_score(Q, K, W): W must be (d_h, d_s): its first axis meets a query; "
        "transpose(W)?");
    constexpr bool of_queries = rules::same_axis<width_of_Q, input>::value;
    // One mistake, one error: a W that is transposed breaks both.
    if constexpr (of_queries)
      static_assert(
          rules::same_axis<width_of_K, output>::value,
          "attn::general_score(Q, K, W): W must be (d_h, d_s): its last axis meets a key");
    static_assert(
        rules::same_axis<detail::leading_in_Q<of_q, of_k>, detail::leading_in_X<of_q, of_k>>::value,
        "attn::general_score(Q, K, W): the leading axes of Q and K must agree");
    if constexpr (of_queries && rules::same_axis<width_of_K, output>::value &&
                  detail::leading_axes_fit<of_q, of_k> &&
                  rules::same_elements<rules::elements<T, U, R>>::value && scalar<T>)
      return attention_scores(
          detail::with_shape<with_last_axis<of_q, last_axis<of_k>>>(matmul(q, w)), k);
    else
      return detail::no_scores(q, of_k{});
  } else {
    return detail::no_scores(q, shape<K...>{});
  }
}

namespace nn {

template <scalar T, axis_like Query, axis_like Key>
struct general_score {
  using weight_type = attn::detail::weight_tensor<T, Query, Key, input_by_output>;
  ATTN_MEMBERS(general_score, (weight_type, weight));

  template <scalar U>
  using with_element = general_score<U, Query, Key>;

  template <class U, class R, class... Q, class... K>
  ATTN_ABI constexpr auto operator()(const tensor<U, Q...>& q, const tensor<R, K...>& k) const {
    return attn::general_score(q, k, weight);
  }
  ATTN_ABI friend constexpr bool operator==(const general_score&, const general_score&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
