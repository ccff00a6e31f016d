// SPDX-License-Identifier: BSL-1.0
// Terms that depend on the distance of a query and a key: ALiBi, and learned relative positions.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <attn/math/pow.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// ALiBi: attention with linear biases: scores decrease with the distance, with a different slope in
// each head. No positions are added to the tokens.
//
//   alibi_slopes<T, head>()              n heads, a power of two: 2^(-8 h / n), h = 1 … n; else
//                                        slopes of the next lower power of two, m, and then every
//                                        second slope of 2m
//   alibi_bias<T, head, query, key>()    b(h, i, j) = -slope(h) * |i - j|, for biased_by(b)
//   alibi_bias<…>(first)                 query 0 is at key `first` (any integer): for a cache,
//                                        or more keys
//
// -> (head); (head, query, key). Where a causal mask allows a key, j <= i, and this is the paper's
// -slope (i - j). The absolute value is what makes it a bias for both directions.
// Rules: floating_point_element; same_size, of query and key if `first` is omitted; distinct_axes.
// Accuracy: powers of two are exact, other slopes at most 1 ulp from 2^(-8 h / n) in double, then
// rounded to T. A bias is one product.
// Source: Press, Smith and Lewis, Train Short, Test Long; their code for other numbers of heads.

namespace detail {

// 2^(-8 h / n), for a power of two n. Exact where it is one. A template, so that who wants none
// does not pay for pow in double.
template <class Wide>
ATTN_ABI constexpr Wide alibi_slope(std::size_t h, std::size_t n) {
  const std::size_t rest = 8 * h % n;
  Wide slope =
      rest == 0 ? 1.0 : math::pow(Wide(2), -static_cast<Wide>(rest) / static_cast<Wide>(n));
  for (std::size_t halvings = 8 * h / n; halvings > 0; --halvings) slope *= 0.5;
  return slope;
}

// The slope of head h, counted from 0, of any number of heads.
template <class Wide = double>
ATTN_ABI constexpr Wide alibi_slope_of(std::size_t h, std::size_t heads) {
  std::size_t lower = 1;  // the power of two that is not above it
  while (lower <= heads / 2) lower *= 2;
  return h < lower ? alibi_slope<Wide>(h + 1, lower)
                   : alibi_slope<Wide>(2 * (h - lower) + 1, 2 * lower);
}

template <class T, class Head, class Query, class Key>
ATTN_ABI constexpr auto alibi_from(std::integral auto first) {
  // Query i is at begin + i, and key j at before + j: positions and not sizes, with 64 bits.
  const bool negative = is_negative(first);
  const std::uint64_t begin = negative ? 0 : as_index<std::uint64_t>(first);
  const std::uint64_t before =
      negative ? 0 - static_cast<std::uint64_t>(as_position<std::int64_t>(first)) : 0;
  tensor<T, Head, Query, Key> bias(uninitialized);
  T* to = bias.data();
  for (std::size_t h = 0; h < Head::size; ++h) {
    const T falls = -static_cast<T>(alibi_slope_of(h, Head::size));
    for (std::size_t query = 0; query < Query::size; ++query) {
      const std::uint64_t i = rules::saturating_sum<std::uint64_t>(begin, query);
      for (std::uint64_t j = before; j < before + Key::size; ++j)
        *to++ = falls * static_cast<T>(static_cast<double>(i < j ? j - i : i - j));
    }
  }
  return bias;
}

}  // namespace detail

template <scalar T, axis_like Head>
ATTN_ABI constexpr auto alibi_slopes() {
  using call = rules::single_rule_call<rules::floating_point_element<rules::element<T>>>;
  ATTN_REQUIRE(call, rule, "attn::alibi_slopes<T, head>(): T must be a floating-point type");
  tensor<T, Head> slopes;
  if constexpr (call::all::value)
    for (std::size_t h = 0; h < Head::size; ++h)
      slopes.data()[h] = static_cast<T>(detail::alibi_slope_of(h, Head::size));
  return slopes;
}

namespace rules {
template <class T, class Head, class Query, class Key>
struct alibi_call {
  using operands = roles<result_axes<Head, Query, Key>>;
  using floating_point = floating_point_element<element<T>>;
  using distinct = distinct_axes<repeated_in<result_axes<Head, Query, Key>>>;
  using lengths = same_size<axis_of_A<Query>, axis_of_B<Key>>;
  using all = in_order<floating_point, distinct>;
};
}  // namespace rules

// What both forms require, whose name is `name`.
#define ATTN_REQUIRE_ALIBI(call, name)                                          \
  ATTN_REQUIRE(call, floating_point, name ": T must be a floating-point type"); \
  ATTN_REQUIRE(call, distinct, name ": two of the axes have the same name")

template <scalar T, axis_like Head, axis_like Query, axis_like Key>
ATTN_ABI constexpr auto alibi_bias(std::integral auto first) {
  using call = rules::alibi_call<T, Head, Query, Key>;
  ATTN_REQUIRE_ALIBI(call, "attn::alibi_bias<T, head, query, key>(first)");
  if constexpr (call::all::value)
    return detail::alibi_from<T, Head, Query, Key>(first);
  else
    return tensor<T, dim<Head::size>, dim<Query::size>, dim<Key::size>>{};
}
template <scalar T, axis_like Head, axis_like Query, axis_like Key>
ATTN_ABI constexpr auto alibi_bias() {
  using call = rules::alibi_call<T, Head, Query, Key>;
  ATTN_REQUIRE_ALIBI(call, "attn::alibi_bias<T, head, query, key>()");
  ATTN_REQUIRE(call, lengths,
               "attn::alibi_bias<…>(): queries and keys differ in number; state the key of query "
               "0: (first)");
  if constexpr (call::all::value)
    return detail::alibi_from<T, Head, Query, Key>(0);
  else
    return tensor<T, dim<Head::size>, dim<Query::size>, dim<Key::size>>{};
}

#undef ATTN_REQUIRE_ALIBI

// A learned bias for every distance between a query and a key, for biased_by.
//
//   relative_bias<query, key>(table)    b(i, j) = table(j - i + T_q - 1)
//
// (distance) -> (query, key), or (head, distance) -> (head, query, key). There are T_q + T_k - 1
// distances, the first of them from the last query to key 0. Exact: entries are copied.
// Not covered: tables that give one number to several distances, as T5's logarithmic buckets do.
// Rules: rank_within, for the table; one_per_distance; distinct_axes.

namespace rules {
template <class Query, class Key, class Table>
struct relative_bias_call;
template <class Query, class Key, class T, class... Axes>
struct relative_bias_call<Query, Key, tensor<T, Axes...>> {
  using distances = last_axis<shape<Axes...>>;
  using shape_of_result = append_axis<with_last_axis<shape<Axes...>, Query>, Key>;
  using few = rank_within<rank<sizeof...(Axes)>, rank<1>, rank<2>>;
  using each = one_per_distance<size<distances::size>, size<Query::size>, size<Key::size>>;

  using operands = roles<axes_of<Axes...>>;
  using one_or_two = agree<diagnostic_names_unless<few::value, axes_of<Axes...>>>;
  using entries = agree<diagnostic_axes_unless<each::value, axes_of<distances, Query, Key>>>;
  using distinct = distinct_axes<repeated_in<shape_of_result>>;
  using all = in_order<one_or_two, entries, distinct>;
};
}  // namespace rules

namespace detail {
template <class Query, class Key, class Result, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, Result> bias_of_distances(const tensor<T, Axes...>& table) {
  constexpr std::size_t n = Query::size + Key::size - 1;
  tensor_of<T, Result> bias(uninitialized);
  auto to = bias.data();
  for (std::size_t h = 0; h < table.size() / n; ++h)
    for (std::size_t i = 0; i < Query::size; ++i)
      for (std::size_t j = 0; j < Key::size; ++j)
        *to++ = table.data()[h * n + j + (Query::size - 1 - i)];
  return bias;
}
}  // namespace detail

template <axis_like Query, axis_like Key, class T, class... Axes>
ATTN_ABI constexpr auto relative_bias(const tensor<T, Axes...>& table) {
  using call = rules::relative_bias_call<Query, Key, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, one_or_two,
               "attn::relative_bias<query, key>(table): the table must have one axis, distances, "
               "or one of heads in front of it");
  ATTN_REQUIRE(call, entries,
               "attn::relative_bias<query, key>(table): the table must have an entry for every "
               "distance: the number of queries and keys together, less one");
  ATTN_REQUIRE(call, distinct,
               "attn::relative_bias<query, key>(table): two of the axes have the same name");
  if constexpr (call::all::value)
    return detail::bias_of_distances<Query, Key, typename call::shape_of_result>(table);
  else
    return table;
}

}  // namespace attn
ATTN_STRICT_FP_END
