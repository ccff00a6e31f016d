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

#include <attn/attention/detail/calls.hpp>
#include <attn/attention/options.hpp>
#include <attn/attention/scale.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
// nothing to add.
template <class T, class... Q, class... K>
ATTN_ABI constexpr auto no_scores(const tensor<T, Q...>& q, shape<K...>) {
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2)
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
    return q;
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
