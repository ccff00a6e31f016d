// SPDX-License-Identifier: BSL-1.0
// A bias for every distance: what a model learns about "two tokens further on", for biased_by.
//
//   relative_bias<query, key>(table)    b(i, j) = table(j - i + T_q - 1)
//
// (distance) -> (query, key), or (head, distance) -> (head, query, key); there are T_q + T_k - 1
// distances, the first of them that of the last query to key 0. Exact: entries are copied.
// Not covered: tables that give one number to several distances, as T5's logarithmic buckets do.
// Rules: rank_within, for the table; one_per_distance; distinct_axes.
#pragma once

#include <cstddef>

#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <axis_like Query, axis_like Key, class T, class... Axes>
ATTN_ABI constexpr auto relative_bias(const tensor<T, Axes...>& table) {
  using ranks = rules::rank<sizeof...(Axes)>;
  constexpr bool one_or_two = rules::rank_within<ranks, rules::rank<1>, rules::rank<2>>::value;
  static_assert(
      rules::agree<rules::diagnostic_names_unless<one_or_two, rules::axes_of<Axes...>>>::value,
      "attn::relative_bias<query, key>(table): the table must have one axis, distances, "
      "or one of heads in front of it");
  if constexpr (one_or_two) {
    using distances = rules::size<last_axis<shape<Axes...>>::size>;
    using queries = rules::size<Query::size>;
    using keys = rules::size<Key::size>;
    using result = append_axis<with_last_axis<shape<Axes...>, Query>, Key>;
    constexpr bool fits = rules::one_per_distance<distances, queries, keys>::value;
    constexpr bool distinct =
        rules::distinct_axes<rules::role_of<rules::result_axes, result>>::value;
    using three = rules::axes_of<last_axis<shape<Axes...>>, Query, Key>;
    static_assert(
        rules::agree<rules::diagnostic_axes_unless<fits, three>>::value,
        ATTN_MESSAGE("attn::relative_bias<query, key>(table): the table must have an entry "
                     "for every distance: as many as queries and keys together, less one",
                     rules::axes_of<Axes...>));
    if constexpr (fits)  // or that is said
      static_assert(rules::distinct_axes<rules::repeated_in<result>>::value,
                    "attn::relative_bias<query, key>(table): two of the axes have one name");
    if constexpr (fits && distinct) {
      constexpr std::size_t n = Query::size + Key::size - 1;
      tensor_of<T, result> bias(detail::uninitialized);
      T* to = bias.data();
      for (std::size_t h = 0; h < table.size() / n; ++h)
        for (std::size_t i = 0; i < Query::size; ++i)
          for (std::size_t j = 0; j < Key::size; ++j)
            *to++ = table.data()[h * n + j + (Query::size - 1 - i)];
      return bias;
    } else {
      return table;
    }
  } else {
    return table;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
