// SPDX-License-Identifier: BSL-1.0
// The cost of attention, from the types of its operands and from its options.
//
//   cost::scaled_dot_product_attention<Q, K, V>(causal<>, unscaled)
//
//   scores    T_q * T_k products of d_k with their sums, once more T_q * T_k for the scale
//   weights   a softmax for each query, over the keys that its mask keeps: of n keys n - 1
//             comparisons, 2 n - 1 additions, n exponentials, 1 division, n products; a selection
//             for each key that it masks
//   out       T_q * d_v products of T_k with their sums: a weight of 0 is multiplied too, unless
//             skip_masked says otherwise; then n products and n - 1 sums
//
// Options are values, because the cost may depend on them (a mask with entries, valid_keys(n)). The
// default scale is a constant: one product each, no division. A user-defined score, scored_by(f),
// costs cost_of<F, Q, K>().
//
// An invalid call is rejected with the error of that call.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/cache.hpp>
#include <attn/attention/columns.hpp>
#include <attn/attention/grouped_query.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/self_attention.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost {

namespace detail {

using attn::detail::in_role_of_keys;

// How many of N keys are kept.
template <std::size_t N, class Kept>
ATTN_ABI constexpr std::size_t number_kept(const Kept& kept) {
  std::size_t n = 0;
  for (std::size_t j = 0; j < N; ++j) n += kept(j) ? 1 : 0;
  return n;
}
template <std::size_t N>
ATTN_ABI constexpr std::size_t number_kept(const attn::detail::kept_range& kept) {
  const std::ptrdiff_t begin = kept.begin > 0 ? kept.begin : 0;
  const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(N);
  const std::ptrdiff_t end = kept.end < last ? kept.end : last;
  return begin < end ? static_cast<std::size_t>(end - begin) : 0;
}

// of_row(n), added up over the queries, which keep n keys each. A mask that is known from the
// positions alone is the same for all that leads.
template <class Scores, class Mask, class F>
ATTN_ABI constexpr operation_count for_kept(const Mask& mask, const F& of_row) {
  constexpr std::size_t queries = second_to_last_axis<Scores>::size;
  constexpr std::size_t keys = last_axis<Scores>::size,
                        matrices = Scores::volume / (queries * keys);
  constexpr std::size_t seen = Mask::known ? 1 : matrices;
  operation_count all;
  for (std::size_t outer = 0; outer < seen; ++outer)
    for (std::size_t i = 0; i < queries; ++i)
      all += of_row(number_kept<keys>(mask.template row<Scores>(outer, i)));
  return matrices / seen * all;
}

// A softmax where kept, a selection elsewhere; a query without any key is but selections.
template <class Scores, class Mask>
ATTN_ABI constexpr operation_count masked(const Mask& mask) {
  return for_kept<Scores>(attn::detail::as_mask(mask), [](std::size_t n) {
    const operation_count others{.selections = last_axis<Scores>::size - n};
    return n > 0 ? softmax_of(n) + others : others;
  });
}

// --- what the options cost, each for all scores
template <class Scores>
ATTN_ABI constexpr operation_count scaled(unscaled_t) {
  return {};
}
template <class Scores, class Scale>
ATTN_ABI constexpr operation_count scaled(const Scale&) {
  return multiply<Scores>();
}
template <class Scores>
ATTN_ABI constexpr operation_count capped(attn::detail::no_cap) {
  return {};
}
template <class Scores, class S>
ATTN_ABI constexpr operation_count capped(const soft_capped_by_t<S>&) {
  return divide<Scores>() + tanh<Scores>() + multiply<Scores>();
}
template <class Scores>
ATTN_ABI constexpr operation_count biased(attn::detail::no_bias) {
  return {};
}
template <class Scores, class T, class... B>
ATTN_ABI constexpr operation_count biased(const biased_by_t<T, B...>&) {
  return add<Scores>();
}

}  // namespace detail

template <class Q, class K>
ATTN_ABI constexpr operation_count attention_scores() {
  using scores = decltype(attn::attention_scores(detail::some<Q>(), detail::some<K>()));
  return scores::volume * detail::contraction(detail::width_of<Q>);
}

template <class Scores, mask_like Mask, class... Policy>
ATTN_ABI constexpr operation_count masked_softmax(const Mask& mask, const Policy&... policy) {
  using weights = decltype(attn::masked_softmax(detail::some<Scores>(), mask, policy...));
  return detail::masked<typename weights::shape_type>(mask);
}

namespace detail {

template <class Q, class K, class... Options>
using scores_of = decltype(attn::detail::raw_scores(some<Q>(), some<K>(), some<Options>()...));

template <class F>
using score_in = std::remove_cvref_t<decltype(std::declval<const F&>().score)>;

// The scores as the softmax gets them.
template <class Q, class K, class... Options>
ATTN_ABI constexpr operation_count shaped_scores(const Options&... options) {
  using namespace attn::detail;
  using scores = scores_of<Q, K, Options...>;
  constexpr bool scored = has_kind<score_kind, Options...>;
  using scale = std::conditional_t<scored, unscaled_t, default_scale_t>;
  const operation_count shaped = detail::scaled<scores>(option<scale_kind, scale>(options...)) +
                                 detail::capped<scores>(option<soft_cap_kind, no_cap>(options...)) +
                                 detail::biased<scores>(option<bias_kind, no_bias>(options...));
  if constexpr (scored) {
    using F = score_in<option_type<score_kind, int, Options...>>;
    using keys = decltype(attn::detail::in_role_of_keys<typename Q::shape_type>(some<K>()));
    return shaped + cost_of<F, Q, keys>();
  } else {
    return shaped + cost::attention_scores<Q, K>();
  }
}

}  // namespace detail

template <class Q, class K, class... Options>
ATTN_ABI constexpr operation_count attention_weights(const Options&... options) {
  using weights =
      decltype(attn::attention_weights(detail::some<Q>(), detail::some<K>(), options...));
  const operation_count scores = detail::shaped_scores<Q, K>(options...);
  if constexpr (attn::detail::has_kind<mask_kind, Options...>)
    return scores + detail::masked<typename weights::shape_type>(
                        attn::detail::option<mask_kind, attn::detail::no_mask>(options...));
  else
    return scores + softmax<weights>();
}

template <class Q, class K, class V, class... Options>
ATTN_ABI constexpr operation_count scaled_dot_product_attention(const Options&... options) {
  using out = decltype(attn::scaled_dot_product_attention(detail::some<Q>(), detail::some<K>(),
                                                          detail::some<V>(), options...));
  const operation_count weights = cost::attention_weights<Q, K>(options...);
  if constexpr (attn::detail::has_kind<masked_values_kind, Options...> &&
                attn::detail::has_kind<mask_kind, Options...>) {
    using scores = typename detail::scores_of<Q, K, Options...>::shape_type;
    const auto& mask = attn::detail::option<mask_kind, attn::detail::no_mask>(options...);
    return weights + detail::for_kept<scores>(attn::detail::as_mask(mask), [](std::size_t n) {
             const operation_count row = n > 0 ? detail::contraction(n) : operation_count{};
             return detail::width_of<out> * row;
           });
  } else {
    return weights + out::volume * detail::contraction(detail::length_of<V>);
  }
}

template <class X, class Wq, class Wk, class Wv, class... Options>
ATTN_ABI constexpr operation_count self_attention(const Options&... options) {
  const operation_count call = detail::possible<decltype(attn::self_attention(
      detail::some<X>(), detail::some<Wq>(), detail::some<Wk>(), detail::some<Wv>(), options...))>;
  using Q = decltype(attn::matmul(detail::some<X>(), detail::some<Wq>()));
  using K = decltype(attn::matmul(detail::some<X>(), detail::some<Wk>()));
  using V = decltype(attn::matmul(detail::some<X>(), detail::some<Wv>()));
  return call + matmul<X, Wq>() + matmul<X, Wk>() + matmul<X, Wv>() +
         cost::scaled_dot_product_attention<Q, K, V>(options...);
}

// As many heads of keys and values as of queries: each query head has products of its own.
template <class Q, class K, class V, class... Options>
ATTN_ABI constexpr operation_count grouped_query_attention(const Options&... options) {
  using out = decltype(attn::grouped_query_attention(detail::some<Q>(), detail::some<K>(),
                                                     detail::some<V>(), options...));
  using head = attn::detail::head_axis<typename out::shape_type>;
  using keys = decltype(attn::detail::each_head_again<head>(detail::some<K>()));
  using values = decltype(attn::detail::each_head_again<head>(detail::some<V>()));
  return cost::scaled_dot_product_attention<Q, keys, values>(options...);
}

// What is written in columns costs what its rows do.
template <class Q, class K>
ATTN_ABI constexpr operation_count column_scores() {
  using scores = decltype(attn::column_scores(detail::some<Q>(), detail::some<K>()));
  return scores::volume * detail::contraction(detail::length_of<Q>);
}
template <class Q, class K, class... Options>
ATTN_ABI constexpr operation_count column_attention_weights(const Options&... options) {
  using q = decltype(transpose(detail::some<Q>()));
  using k = decltype(transpose(detail::some<K>()));
  using weights =
      decltype(attn::column_attention_weights(detail::some<Q>(), detail::some<K>(), options...));
  return detail::possible<weights> + cost::attention_weights<q, k>(options...);
}
template <class Q, class K, class V, class... Options>
ATTN_ABI constexpr operation_count column_attention(const Options&... options) {
  using q = decltype(transpose(detail::some<Q>()));
  using k = decltype(transpose(detail::some<K>()));
  using v = decltype(transpose(detail::some<V>()));
  using out = decltype(attn::column_attention(detail::some<Q>(), detail::some<K>(),
                                              detail::some<V>(), options...));
  return detail::possible<out> + cost::scaled_dot_product_attention<q, k, v>(options...);
}

// cache.attend(q, options…) when `count` keys are there: the products go over all its room, the
// softmax over what is there.
template <class Cache, class Q, class... Options>
ATTN_ABI constexpr operation_count cached_attention(std::size_t count, const Options&... options) {
  if constexpr (Q::rank == Cache::leading + 1) {
    using T = typename Q::value_type;
    using rows = tensor_of<T, with_axis<typename Q::shape_type, Cache::leading, dim<1>>>;
    return cost::cached_attention<Cache, rows>(count, options...);
  } else {
    using keys = typename Cache::keys_type;
    using values = typename Cache::values_type;
    const valid_keys_t there = valid_keys(count);
    if constexpr (attn::detail::has_kind<mask_kind, Options...>)
      return cost::scaled_dot_product_attention<Q, keys, values>(
          attn::detail::among(there, options)...);
    else
      return cost::scaled_dot_product_attention<Q, keys, values>(there, options...);
  }
}

}  // namespace attn::cost
ATTN_STRICT_FP_END
