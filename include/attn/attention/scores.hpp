// SPDX-License-Identifier: BSL-1.0
// Scores: how well every query and every key go together; before the softmax, any number will do.
//
//   attention_scores(Q, K)    Q K^T, nothing else; integers stay exact
//   scored_by(f)              as an option of an attention function: f(Q, K) instead
//
// (token, d_k) x (key, d_k) -> (token, key). Leading axes (batch, head) go along. In self-attention
// both come from one axis `token`: keys then count as `key_token`, as if as_keys had been called.
// f is called with Q and K in the role of keys, and returns (…, token, key); then it says itself
// what fits and whether it scales.
//
// Rules: rank_at_least two; same_size, same_name of Q's and K's width; same_axes of the leading
// ones; same_element. Accuracy: matmul's.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/attention/options.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/rename.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The leading axes of X (K or V) go along with those of Q, or X serves them all.
template <class Q, class X>
inline constexpr bool leading_axes_fit =
    rules::same_axes<rules::role_of<rules::axes_of_A, leading_axes<Q>>,
                     rules::role_of<rules::axes_of_B, leading_axes_for<Q, X>>>::value;

// Q and K fit as the operands of attention: their widths agree, and leading axes too.
template <class Q, class K>
consteval bool keys_fit() {
  if constexpr (Q::rank < 2 || K::rank < 2) {
    return false;
  } else {
    using width_of_Q = rules::width_of_Q<last_axis<Q>>;
    using width_of_K = rules::width_of_K<last_axis<K>>;
    return rules::same_size<width_of_Q, width_of_K>::value &&
           rules::same_name<width_of_Q, width_of_K>::value && leading_axes_fit<Q, K>;
  }
}

// x in the role of keys (or their values) to queries of the shape Q: under another name where both
// come from the same axis.
template <class Q, class T, class... Axes>
ATTN_ABI constexpr auto in_role_of_keys(const tensor<T, Axes...>& x) {
  using sequence = second_to_last_axis<shape<Axes...>>;
  using queries = second_to_last_axis<Q>;
  if constexpr (sequence::named && queries::named) {
    if constexpr (sequence::name == queries::name)
      return as_keys(x);
    else
      return x;
  } else {
    return x;
  }
}

// The axes of the scores that Q and K have, whoever makes them.
template <class Q, class K>
using scores_shape = with_last_axis<Q, second_to_last_axis<typename decltype(in_role_of_keys<Q>(
                                           std::declval<const tensor_of<int, K>&>()))::shape_type>>;

// The first of the leading axes that do not go together, of Q and of X (K or V): for a diagnostic.
template <class Q, class X>
using leading_in_Q =
    rules::differing_in_A<rules::role_of<rules::axes_of_Q, leading_axes<Q>>,
                          rules::role_of<rules::axes_of_K, leading_axes_for<Q, X>>>;
template <class Q, class X>
using leading_in_X =
    rules::differing_in_B<rules::role_of<rules::axes_of_Q, leading_axes<Q>>,
                          rules::role_of<rules::axes_of_K, leading_axes_for<Q, X>>>;

}  // namespace detail

template <class T, class U, class... Q, class... K>
ATTN_ABI constexpr auto attention_scores(const tensor<T, Q...>& q, const tensor<U, K...>& k) {
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value,
                "attn::attention_scores(Q, K): Q and K must have at least two axes");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::attention_scores(Q, K): requires one element type for all operands; convert "
                "with as<T>(x)");
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2) {
    using width_of_Q = rules::width_of_Q<last_axis<shape<Q...>>>;
    using width_of_K = rules::width_of_K<last_axis<shape<K...>>>;
    static_assert(
        rules::same_size<width_of_Q, width_of_K>::value,
        ATTN_MESSAGE(
            "attn::attention_scores(Q, K): queries and keys must have the same width (d_k)",
            rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));
    static_assert(
        rules::same_name<width_of_Q, width_of_K>::value,
        ATTN_MESSAGE("attn::attention_scores(Q, K): the widths of Q and K have different names",
                     rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));
    using leading_of_Q = rules::role_of<rules::axes_of_Q, leading_axes<shape<Q...>>>;
    using leading_of_K =
        rules::role_of<rules::axes_of_K, detail::leading_axes_for<shape<Q...>, shape<K...>>>;
    static_assert(
        rules::same_axis<rules::differing_in_A<leading_of_Q, leading_of_K>,
                         rules::differing_in_B<leading_of_Q, leading_of_K>>::value,
        ATTN_MESSAGE("attn::attention_scores(Q, K): the leading axes of Q and K must agree",
                     rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));
  }
  if constexpr (detail::keys_fit<shape<Q...>, shape<K...>>() && std::is_same_v<T, U>) {
    using keys = typename decltype(detail::in_role_of_keys<shape<Q...>>(k))::shape_type;
    return detail::product_with_transposed<
        tensor_of<T, with_last_axis<shape<Q...>, second_to_last_axis<keys>>>>(q, k);
  } else {
    return q;
  }
}

template <class F>
struct scored_by_t {
  using kind = score_kind;
  F score;
};
template <class F>
ATTN_ABI constexpr scored_by_t<F> scored_by(const F& score) {
  return {score};
}

}  // namespace attn
ATTN_STRICT_FP_END
