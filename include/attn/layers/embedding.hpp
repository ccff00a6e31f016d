// SPDX-License-Identifier: BSL-1.0
// An embedding: every token id becomes its row of a table.
//
//   out(…, j) = table(ids(…), j)
//
// (token) of token_id<V> x (word, width) -> (token, width); any number of axes of ids, none for one
// id. Exact: rows are copied. PyTorch: torch.nn.functional.embedding.
//   nn::embedding<T, word, width> layer;   layer(ids)
// The ids carry their bound, so an id behind the last row does not compile: a table for V ids has
// rows 0 to V - 1. A dictionary that numbers its N words from 1 needs N + 1 rows.
// Rules: is_token_id; is_matrix, for the table; ids_within the rows; distinct_axes, for the result;
// has_room_for one more.
#pragma once

#include <cstddef>

#include <attn/layers/parameters.hpp>
#include <attn/rules/message.hpp>
#include <attn/rules/models.hpp>
#include <attn/text/token_id.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class Id, class T, class... I, class... W>
ATTN_ABI constexpr auto embedding(const tensor<Id, I...>& ids, const tensor<T, W...>& table) {
  constexpr bool sound = rules::is_token_id<rules::element<Id>>::value &&
                         rules::is_matrix<rules::axes_of<W...>>::value;
  static_assert(rules::is_token_id<rules::element<Id>>::value,
                "attn::embedding(ids, table): the ids must be token ids; as_token_ids<rows>(ids)");
  static_assert(rules::is_matrix<rules::in_brief<rules::axes_of<W...>>>::value,
                "attn::embedding(ids, table): the table must have two axes, words and width");
  if constexpr (sound) {
    using words = axis_at<shape<W...>, 0>;
    using width = axis_at<shape<W...>, 1>;
    using result = append_axis<shape<I...>, width>;
    constexpr bool within = rules::ids_within<rules::element<Id>, rules::any_axis<words>>::value;
    constexpr bool distinct = rules::distinct_axes<rules::repeated_in<result>>::value;
    constexpr bool room = rules::has_room_for<rules::axes_of<I...>, rules::rank<1>>::value;
    static_assert(rules::ids_within<rules::element<Id>, rules::any_axis<words>>::value,
                  "attn::embedding(ids, table): there are more ids than the table has rows; row 0 "
                  "counts");
    static_assert(
        rules::distinct_axes<rules::repeated_in<result>>::value,
        ATTN_MESSAGE("attn::embedding(ids, table): the ids have an axis named as the width",
                     rules::axes_of_A<I...>, rules::axes_of_B<W...>));
    if constexpr (within && distinct)  // or one of these is said
      static_assert(
          rules::has_room_for<rules::in_brief<rules::axes_of<I...>>, rules::rank<1>>::value,
          "attn::embedding(ids, table): a tensor has at most 6 axes");
    if constexpr (within && distinct && room) {
      tensor_of<T, result> out(detail::uninitialized);
      T* to = out.data();
      for (const Id id : ids) {
        const T* row = table.data() + static_cast<std::size_t>(id) * width::size;
        for (std::size_t j = 0; j < width::size; ++j) *to++ = row[j];
      }
      return out;
    } else {
      return table;
    }
  } else {
    return table;
  }
}

namespace nn {

template <scalar T, axis_like Words, axis_like Width>
struct embedding {
  using weight_type = tensor<T, Words, Width>;
  ATTN_MEMBERS(embedding, (weight_type, weight));

  template <class Id, class... I>
  ATTN_ABI constexpr auto operator()(const tensor<Id, I...>& ids) const {
    return attn::embedding(ids, weight);
  }
  ATTN_ABI friend constexpr bool operator==(const embedding&, const embedding&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
