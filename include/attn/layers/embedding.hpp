// SPDX-License-Identifier: BSL-1.0
// An embedding: maps every token id to its row of a table.
//
//   out(…, j) = table(ids(…), j)
//
// (token) of token_id<V> x (word, width) -> (token, width). Any number of axes of ids, none for one
// id. Exact: rows are copied. PyTorch: torch.nn.functional.embedding.
//   nn::embedding<T, word, width> layer;   layer(ids)
// The ids carry their bound, so an id beyond the last row does not compile: a table for V ids has
// rows 0 to V - 1. A dictionary that numbers its N words from 1 needs N + 1 rows.
// Rules: is_token_id; is_matrix, for the table; ids_within the rows; distinct_axes, for the result;
// has_room_for one more; addressable.
// Cost: nothing.
#pragma once

#include <cstddef>

#include <attn/layers/detail/require.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/text/token_id.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
template <class Ids, class Table>
struct embedding_call;
template <class Id, class... IdAxes, class T, class... W>
struct embedding_call<tensor<Id, IdAxes...>, tensor<T, W...>> {
  using operands = roles<axes_of_A<IdAxes...>, axes_of_B<W...>>;
  using token_ids = is_token_id<element<Id>>;
  using matrix = is_matrix<in_brief<axes_of<W...>>>;
  using within = ids_within<element<Id>, any_axis<axis_at<shape<W...>, 0>>>;
  using all = in_order<token_ids, matrix, within>;
  using rows = append_axis<shape<IdAxes...>, last_axis<shape<W...>>>;
  using result = new_axis_call<T, tensor<Id, IdAxes...>, rows, all::value>;
};
}  // namespace rules

namespace detail {
template <std::size_t Count, std::size_t Width>
struct rows_of_table : moves_elements {
  template <class T, class Id>
  ATTN_ABI static constexpr void write(T* to, const Id* ids, const T* table) {
    for (std::size_t i = 0; i < Count; ++i) {
      const T* row = table + static_cast<std::size_t>(ids[i]) * Width;
      for (std::size_t j = 0; j < Width; ++j) *to++ = row[j];
    }
  }
};
}  // namespace detail

template <class Id, class T, class... IdAxes, class... W>
  requires(!detail::is_small_element<T>)
ATTN_ABI constexpr auto embedding(const tensor<Id, IdAxes...>& ids, const tensor<T, W...>& table) {
  using call = rules::embedding_call<tensor<Id, IdAxes...>, tensor<T, W...>>;
  ATTN_REQUIRE_EMBEDDING(call);
  using result = typename call::result;
  if constexpr (result::all::value)
    return detail::made<
        detail::rows_of_table<shape<IdAxes...>::volume, last_axis<typename call::rows>::size>,
        tensor_of<T, typename call::rows>>(ids, table);
  else
    return table;
}

namespace rules {
template <>
struct is_output_table<option<packed_weights>> {
  static constexpr bool value = true;
};
}  // namespace rules

namespace nn {

// A table of words that is the output layer as well: how a model says so. The embedding of a packed
// model has packed_weights in the place of `Table` (layers/packed.hpp). With own_output the output
// is a linear layer of its own ("untied"), the member `output`.
struct tied_table {
  static constexpr bool makes_logits = true;
};
template <class Layout, class Bias = without_bias>
struct own_output {
  static constexpr bool makes_logits = true;
};
template <scalar T, axis_like Words, axis_like Width, class Table = void>
struct embedding {
  using weight_type = tensor<T, Words, Width>;
  ATTN_MEMBERS(embedding, (weight_type, weight));

  template <class Id, class... IdAxes>
  ATTN_ABI constexpr auto operator()(const tensor<Id, IdAxes...>& ids) const {
    return attn::embedding(ids, weight);
  }
  // As an output layer without bias, (…, width) -> (…, words).
  template <class X>
  ATTN_ABI constexpr auto logits(const X& x) const {
    return attn::linear<output_by_input>(x, weight);
  }
  ATTN_ABI friend constexpr bool operator==(const embedding&, const embedding&) = default;
};

template <scalar T, axis_like Words, axis_like Width, class Layout, class Bias>
struct embedding<T, Words, Width, own_output<Layout, Bias>> {
  using weight_type = tensor<T, Words, Width>;
  using output_type = linear<T, Width, Words, Layout, Bias>;
  ATTN_MEMBERS(embedding, (weight_type, weight), (output_type, output));

  template <class Id, class... IdAxes>
  ATTN_ABI constexpr auto operator()(const tensor<Id, IdAxes...>& ids) const {
    return attn::embedding(ids, weight);
  }
  template <class X>
  ATTN_ABI constexpr auto logits(const X& x) const {
    return output(x);
  }
  ATTN_ABI friend constexpr bool operator==(const embedding&, const embedding&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
