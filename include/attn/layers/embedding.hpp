// SPDX-License-Identifier: BSL-1.0
// An embedding: maps every token id to its row of a table.
//
//   out(…, j) = table(ids(…), j)
//
// (token) of token_id<V> x (word, width) -> (token, width); any number of axes of ids, none for one
// id. Exact: rows are copied. PyTorch: torch.nn.functional.embedding.
//   nn::embedding<T, word, width> layer;   layer(ids)
// The ids carry their bound, so an id beyond the last row does not compile: a table for V ids has
// rows 0 to V - 1. A dictionary that numbers its N words from 1 needs N + 1 rows.
// Rules: is_token_id; is_matrix, for the table; ids_within the rows; distinct_axes, for the result;
// has_room_for one more; addressable.
// Cost: nothing.
#pragma once

#include <cstddef>

#include <attn/layers/parameters.hpp>
#include <attn/rules/models.hpp>
#include <attn/scalars/cost_of.hpp>
#include <attn/tensor/calls.hpp>
#include <attn/text/token_id.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
template <class Ids, class Table>
struct embedding_call;
template <class Id, class... I, class T, class... W>
struct embedding_call<tensor<Id, I...>, tensor<T, W...>> {
  using operands = roles<axes_of_A<I...>, axes_of_B<W...>>;
  using token_ids = is_token_id<element<Id>>;
  using matrix = is_matrix<in_brief<axes_of<W...>>>;
  using within = only_if<matrix::value, ids_within<element<Id>, any_axis<axis_at<shape<W...>, 0>>>>;
  using rows = append_axis<shape<I...>, last_axis<shape<W...>>>;
  using result = new_axis_call<T, tensor<Id, I...>, rows, all_hold<token_ids, matrix, within>>;
};
}  // namespace rules

namespace detail {
template <class Result, class Id, class... I, class Table>
ATTN_ABI constexpr Result embedded(const tensor<Id, I...>& ids, const Table& table) {
  constexpr std::size_t width = last_axis<typename Result::shape_type>::size;
  using T = typename Result::value_type;
  Result out(uninitialized);
  if constexpr (is_recorded<T>)
    if (backward_rule<of_rows, T>::record(out, ids, table)) return out;
  auto* to = out.data();
  for (const Id id : ids) {
    const auto* row = table.data() + static_cast<std::size_t>(id) * width;
    for (std::size_t j = 0; j < width; ++j) *to++ = row[j];
  }
  return out;
}
}  // namespace detail

template <class Id, class T, class... I, class... W>
ATTN_ABI constexpr auto embedding(const tensor<Id, I...>& ids, const tensor<T, W...>& table) {
  using call = rules::embedding_call<tensor<Id, I...>, tensor<T, W...>>;
  ATTN_REQUIRE(call, token_ids,
               "attn::embedding(ids, table): the ids must be token ids; as_token_ids<rows>(ids)");
  ATTN_REQUIRE(call, matrix,
               "attn::embedding(ids, table): the table must have two axes, words and width");
  ATTN_REQUIRE(
      call, within,
      "attn::embedding(ids, table): there are more ids than the table has rows; row 0 counts");
  using result = typename call::result;
  ATTN_REQUIRE(result, distinct_result,
               "attn::embedding(ids, table): the ids have an axis named as the width");
  ATTN_REQUIRE_ROOM(result, "attn::embedding(ids, table)");
  ATTN_REQUIRE_ADDRESSABLE(result, "attn::embedding(ids, table)");
  if constexpr (result::holds)
    return detail::embedded<tensor_of<T, typename call::rows>>(ids, table);
  else
    return table;
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

template <class T, class Words, class Width>
struct counting_rule<nn::embedding<T, Words, Width>> {
  template <class Ids>
  ATTN_ABI static constexpr operation_count of(input_types<Ids>) {
    return {};
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
