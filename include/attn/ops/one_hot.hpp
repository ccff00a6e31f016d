// SPDX-License-Identifier: BSL-1.0
// one_hot<Axis, T>(ids): maps every id to a row of zeros with a one at the index of the id.
//
//   out(…, j) = 1 if j == ids(…), else 0
//   one_hot<Axis, T>(ids, negative_from_end)    -1 is the last index, -2 the one before
//
// (token) of integers, or of token ids -> (token, word) of T. Exact. one_hot(ids) times a table is
// embedding(ids, table), and costs more.
// An integer that is negative (with negative_from_end: below minus the size of the axis), or not
// below the size of the axis, does not compile as a constant. At run time it ends the program if
// ATTN_CHECKED is defined; otherwise its row is zero.
// Rules: is_integer or is_token_id; ids_within the axis, for token ids; distinct_axes, for the
// result; has_room_for one more; addressable.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/ops/index_select.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void id_out_of_range_for_one_hot() { detail::end_of_program(); }

namespace rules {

template <class Axis, class T, class Ids>
struct one_hot_call;
template <class Axis, class T, class Id, class... Axes>
struct one_hot_call<Axis, T, tensor<Id, Axes...>>
    : axis_ids<Axis, Id>,
      new_axis_call<T, tensor<Id, Axes...>, shape<Axes..., Axis>,
                    all_hold<typename axis_ids<Axis, Id>::are_ids,
                             typename axis_ids<Axis, Id>::within_axis>> {};

}  // namespace rules

namespace detail {

template <class Result, class Ids, class Negative>
ATTN_ABI constexpr Result one_hot_rows(const Ids& ids, Negative negative) {
  constexpr std::size_t words = last_axis<typename Result::shape_type>::size;
  using element = typename Result::value_type;
  Result out;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t id = index_of_id(ids.data()[i], words, negative);
    if (id < words) out.data()[i * words + id] = element(1);
  }
  return out;
}

}  // namespace detail

template <axis_like Axis, scalar T, class Id, class... Axes,
          negative_id_option Negative = negative_out_of_range_t>
ATTN_ABI constexpr auto one_hot(const tensor<Id, Axes...>& ids, Negative option = {}) {
  using call = rules::one_hot_call<Axis, T, tensor<Id, Axes...>>;
  ATTN_REQUIRE(call, are_ids, "attn::one_hot<Axis, T>(ids): the ids must be integers");
  ATTN_REQUIRE(call, within_axis,
               "attn::one_hot<Axis, T>(ids): there are more ids than the axis has indices");
  ATTN_REQUIRE(call, distinct_result,
               "attn::one_hot<Axis, T>(ids): ids have an axis of that name already");
  ATTN_REQUIRE_ROOM(call, "attn::one_hot<Axis, T>(ids)");
  ATTN_REQUIRE_ADDRESSABLE(call, "attn::one_hot<Axis, T>(ids)");
  if constexpr (call::holds) {
#if !defined(ATTN_CHECKED)
    if (std::is_constant_evaluated())
#endif
      for (const Id& id : ids)
        if (detail::index_of_id(id, Axis::size, option) >= Axis::size)
          id_out_of_range_for_one_hot();
    return detail::one_hot_rows<tensor<T, Axes..., Axis>>(ids, option);
  } else {
    return ids;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
