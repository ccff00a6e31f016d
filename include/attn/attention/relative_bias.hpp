// SPDX-License-Identifier: BSL-1.0
// A learned bias for every distance between a query and a key, for biased_by.
//
//   relative_bias<query, key>(table)    b(i, j) = table(j - i + T_q - 1)
//
// (distance) -> (query, key), or (head, distance) -> (head, query, key); there are T_q + T_k - 1
// distances, the first of them that of the last query to key 0. Exact: entries are copied.
// Not covered: tables that give one number to several distances, as T5's logarithmic buckets do.
// Rules: rank_within, for the table; one_per_distance; distinct_axes.
#pragma once

#include <cstddef>

#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
  using entries =
      only_if<few::value,
              agree<diagnostic_axes_unless<each::value, axes_of<distances, Query, Key>>>>;
  using distinct = only_if<few::value && each::value, distinct_axes<repeated_in<shape_of_result>>>;
  static constexpr bool holds = all_hold<one_or_two, entries, distinct>;
};
}  // namespace rules

namespace detail {
template <class Query, class Key, class Result, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, Result> bias_of_distances(const tensor<T, Axes...>& table) {
  constexpr std::size_t n = Query::size + Key::size - 1;
  tensor_of<T, Result> bias(uninitialized);
  T* to = bias.data();
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
               "attn::relative_bias<query, key>(table): two of the axes have one name");
  if constexpr (call::holds)
    return detail::bias_of_distances<Query, Key, typename call::shape_of_result>(table);
  else
    return table;
}

}  // namespace attn
ATTN_STRICT_FP_END
