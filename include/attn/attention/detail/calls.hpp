// SPDX-License-Identifier: BSL-1.0
// What attention requires of queries, keys and values (rules/call.hpp), for require.hpp to assert.
//
//   scores_call<Q, K, Scored>       queries and keys: attention_scores …
//   values_call<Q, K, V, Scored>    … and values: scaled_dot_product_attention …
//   pairs_call<Q, K>                queries and keys of any two widths: pairwise(f) …
//
// Scored: an option makes the scores, scored_by(f). Then f has requirements of its own, and none of
// the widths and leading axes of Q and K remains. option_calls.hpp adds the options.
#pragma once

#include <attn/attention/detail/require.hpp>
#include <attn/ops/matmul.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

// The scores of all queries with all keys have no more bytes than an object can have.
template <class T, class Q, class K>
using addressable_scores =
    addressable<sizes<Q::volume / last_axis<Q>::size, second_to_last_axis<K>::size>, element<T>>;

template <class Q, class K, bool Scored = false>
struct scores_call;
template <class T, class U, class... Q, class... K, bool Scored>
struct scores_call<tensor<T, Q...>, tensor<U, K...>, Scored> {
  using width_in_Q = width_of_Q<last_axis<shape<Q...>>>;
  using width_in_K = width_of_K<last_axis<shape<K...>>>;
  using leading_of_Q = role_of<axes_of_Q, leading_axes<shape<Q...>>>;
  using leading_of_K = role_of<axes_of_K, attn::detail::leading_axes_for<shape<Q...>, shape<K...>>>;

  using operands = roles<axes_of_Q<Q...>, axes_of_K<K...>>;
  using two_axes =
      each_of<rank_at_least<axes_of<Q...>, rank<2>>, rank_at_least<axes_of<K...>, rank<2>>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using arithmetic = supports_arithmetic<element<T>>;
  using floating_point = floating_point_element<element<T>>;
  using widths = in_case<!Scored, same_size<width_in_Q, width_in_K>>;
  using width_names = in_case<!Scored, same_name<width_in_Q, width_in_K>>;
  using leading_axes_of_K = in_case<!Scored, axes_agree<leading_of_Q, leading_of_K>>;
  using axes_fit = in_order<two_axes, widths, width_names, leading_axes_of_K>;
  using scores_addressable = addressable_scores<T, shape<Q...>, shape<K...>>;
  using all = in_order<axes_fit, one_element, arithmetic, scores_addressable>;
};

// Queries and keys of any two widths: scores that are no product of theirs.
template <class Q, class K>
struct pairs_call : scores_call<Q, K, true> {
  using base = scores_call<Q, K, true>;
  using leading_axes_of_K = axes_agree<typename base::leading_of_Q, typename base::leading_of_K>;
  using axes_fit = in_order<typename base::two_axes, leading_axes_of_K>;
  using all = in_order<axes_fit, typename base::one_element>;
};

template <class Q, class K, class V, bool Scored = false>
struct values_call;
template <class T, class U, class W, class... Q, class... K, class... V, bool Scored>
struct values_call<tensor<T, Q...>, tensor<U, K...>, tensor<W, V...>, Scored>
    : scores_call<tensor<T, Q...>, tensor<U, K...>, Scored> {
  using of_keys = scores_call<tensor<T, Q...>, tensor<U, K...>, Scored>;
  using length_in_K = length_of_K<second_to_last_axis<shape<K...>>>;
  using length_in_V = length_of_V<second_to_last_axis<shape<V...>>>;
  using leading_of_V = role_of<axes_of_V, attn::detail::leading_axes_for<shape<Q...>, shape<V...>>>;

  using operands = roles<axes_of_Q<Q...>, axes_of_K<K...>, axes_of_V<V...>>;
  using one_element =
      each_of<typename of_keys::one_element, same_element<element_of_A<T>, element_of_B<W>>>;
  using floating_point = floating_point_element<element<T>>;
  using two_axes_of_V = rank_at_least<axes_of<V...>, rank<2>>;
  using lengths = same_size<length_in_K, length_in_V>;
  using length_names = same_name<length_in_K, length_in_V>;
  // Keys and values that break it alike are one mistake.
  using leading_axes_of_V = in_case<of_keys::leading_axes_of_K::value,
                                    axes_agree<typename of_keys::leading_of_Q, leading_of_V>>;
  using axes_fit =
      in_order<typename of_keys::axes_fit, two_axes_of_V, lengths, length_names, leading_axes_of_V>;
  using all = in_order<axes_fit, one_element>;
  using result =
      in_case<all::value, tensor_of<T, with_last_axis<shape<Q...>, last_axis<shape<V...>>>>>;
};

}  // namespace rules

}  // namespace attn
ATTN_STRICT_FP_END
