// SPDX-License-Identifier: BSL-1.0
// Scores: how well each query matches each key, before the softmax.
//
//   attention_scores(Q, K)    Q K^T; exact for integers in range
//   scored_by(f)              as an option of an attention function: f(Q, K) instead
//
// (token, d_k) x (key, d_k) -> (token, key). Optional leading axes (batch, head). In
// self-attention, where both have the axis `token`, the key axis is named `key_token`, as by
// as_keys. f is called with Q and with K in the role of keys, and returns (…, token, key). It
// checks its operands, and scales if necessary.
//
// Rules: rank_at_least two; same_size, same_name of Q's and K's width; same_axes of the leading
// ones; same_element. Accuracy: matmul's.
// Cost: cost::attention_scores<Q, K>(), d_k multiplications and d_k - 1 additions per score. The
// cost of scored_by(f) is cost_of<F, Q, K>().
#pragma once

#include <type_traits>
#include <utility>

#include <attn/attention/detail/require.hpp>
#include <attn/attention/options.hpp>
#include <attn/attention/scale.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

// What attention requires of queries, keys and values (rules/call.hpp):
//
//   scores_call<Q, K, Scored>       queries and keys: attention_scores …
//   values_call<Q, K, V, Scored>    … and values: scaled_dot_product_attention …
//   pairs_call<Q, K>                queries and keys of any two widths: pairwise(f) …
//
// Scored: an option makes the scores, scored_by(f). Then f has requirements of its own, and none of
// the widths and leading axes of Q and K remains. detail/option_calls.hpp adds the options.

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
struct pairs_call;
template <class T, class U, class... Q, class... K>
struct pairs_call<tensor<T, Q...>, tensor<U, K...>>
    : scores_call<tensor<T, Q...>, tensor<U, K...>, true> {
  using base = scores_call<tensor<T, Q...>, tensor<U, K...>, true>;
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

namespace detail {

// x in the role of keys (or their values) to queries of the shape Q: under another name where both
// come from the same axis.
template <class Sequence, class Queries>
concept named_as = Sequence::named && Sequence::text.equals(Queries::text);

template <class Q, class T, class... Axes>
ATTN_ABI constexpr auto in_role_of_keys(const tensor<T, Axes...>& x) {
  if constexpr (named_as<second_to_last_axis<shape<Axes...>>, second_to_last_axis<Q>>)
    return as_keys(x);
  else
    return x;
}

// The axis of the keys in the scores of Q and K, and the axes of the scores.
// No tensor is needed to find it, unless as_keys has something to report.
template <class Sequence, class Queries>
struct key_axis : std::type_identity<Sequence> {};
template <class Sequence, class Queries>
  requires(named_as<Sequence, Queries>)
struct key_axis<Sequence, Queries> : as_keys_axis<Sequence> {};
template <class Sequence, class Queries>
  requires(named_as<Sequence, Queries> &&
           !rules::identifier<rules::any_axis<renamed_as_keys<Sequence>>>::value)
struct key_axis<Sequence, Queries> {
  using type = axis_at<typename decltype(as_keys(
                           std::declval<const tensor<int, Sequence, dim<1>>&>()))::shape_type,
                       0>;
};
template <class Q, class K>
using scores_shape =
    with_last_axis<Q, typename key_axis<second_to_last_axis<K>, second_to_last_axis<Q>>::type>;

// What a rejected score returns: the scores that Q and K would have, so that what follows has
// nothing to add. Not if these would be too large.
template <class T, class... Q, class... K>
ATTN_ABI constexpr auto no_scores(const tensor<T, Q...>& q, shape<K...>) {
  using call = rules::scores_call<tensor<T, Q...>, tensor<T, K...>>;
  if constexpr (call::two_axes::value && call::scores_addressable::value)
    return tensor_of<T, scores_shape<shape<Q...>, shape<K...>>>{};
  else
    return q;
}

}  // namespace detail

template <class T, class U, class... Q, class... K>
ATTN_ABI constexpr auto attention_scores(const tensor<T, Q...>& q, const tensor<U, K...>& k) {
  using call = rules::scores_call<tensor<T, Q...>, tensor<U, K...>>;
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::attention_scores(Q, K)");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::attention_scores(Q, K)");
  ATTN_REQUIRE_ADDRESSABLE_SCORES(call, "attn::attention_scores(Q, K)");
  if constexpr (call::all::value)
    return detail::made<detail::product_with_transposed<tensor<T, Q...>, tensor<U, K...>>,
                        tensor_of<T, detail::scores_shape<shape<Q...>, shape<K...>>>>(q, k);
  else
    return detail::no_scores(q, shape<K...>{});
}
ATTN_ANOTHER_FORM(attention_scores, == 0, "attn::attention_scores(Q, K): K is missing")

template <class F>
struct scored_by_t {
  using kind = score_kind;
  F score;
};
namespace cost::detail {
template <class F>
struct in_tallies<scored_by_t<F>> {
  using type = scored_by_t<in_tallies_t<F>>;
};
}  // namespace cost::detail
template <class F>
ATTN_ABI constexpr scored_by_t<F> scored_by(const F& score) {
  return {score};
}

namespace detail {

struct no_score {};  // the product

// The scores as they come: the product, or what an option makes of Q and K. The queries have their
// scale, if there is one (attention/scale.hpp).
template <class T, class U, class... Q, class... K, class... Options>
ATTN_ABI constexpr auto raw_scores(const tensor<T, Q...>& q, const tensor<U, K...>& k,
                                   const Options&... options) {
  const auto& queries = queries_with_scale(q, options...);
  if constexpr (has_kind<score_kind, Options...>)
    return option<score_kind, no_score>(options...).score(queries, in_role_of_keys<shape<Q...>>(k));
  else
    return attention_scores(queries, k);
}

// The axes of what these return, which need not be the axes of scores.
template <class T, class Q, class K, class... Options>
using shape_of_scores =
    typename decltype(raw_scores(std::declval<tensor_of<T, Q>>(), std::declval<tensor_of<T, K>>(),
                                 std::declval<Options>()...))::shape_type;
template <class Q, class K, class... Options>
using scores_of = decltype(raw_scores(std::declval<const Q&>(), std::declval<const K&>(),
                                      std::declval<const Options&>()...));

}  // namespace detail

ATTN_COST(attention_scores)

}  // namespace attn
ATTN_STRICT_FP_END
