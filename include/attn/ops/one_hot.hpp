// SPDX-License-Identifier: BSL-1.0
// one_hot<Axis, T>(ids): every id becomes a row of zeros with a one where the id says.
//
//   out(…, j) = 1 if j == ids(…), else 0
//
// (token) of integers, or of token ids -> (token, word) of T. Exact. one_hot(ids) times a table is
// embedding(ids, table), and costs more.
// An integer that is negative, or not below the size of the axis, does not compile as a constant.
// At run time it ends the program where ATTN_CHECKED is defined; elsewhere its row is zero.
// Rules: is_integer or is_token_id; ids_within the axis, for token ids; distinct_axes, for the
// result; has_room_for one more; addressable.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/message.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void id_out_of_range_for_one_hot() { detail::end_of_program(); }

template <axis_like Axis, scalar T, class Id, class... Axes>
ATTN_ABI constexpr auto one_hot(const tensor<Id, Axes...>& ids) {
  constexpr bool are_ids =
      rules::is_integer<rules::element<Id>>::value || rules::is_token_id<rules::element<Id>>::value;
  constexpr bool within = rules::ids_within<rules::element<Id>, rules::any_axis<Axis>>::value;
  using result = append_axis<shape<Axes...>, Axis>;
  constexpr bool distinct = rules::distinct_axes<rules::repeated_in<result>>::value;
  constexpr bool room = rules::has_room_for<rules::axes_of<Axes...>, rules::rank<1>>::value;
  static_assert(
      rules::is_integer<rules::element<Id>>::value || rules::is_token_id<rules::element<Id>>::value,
      "attn::one_hot<Axis, T>(ids): the ids must be integers");
  static_assert(rules::ids_within<rules::element<Id>, rules::any_axis<Axis>>::value,
                "attn::one_hot<Axis, T>(ids): there are more ids than the axis has indices");
  static_assert(rules::distinct_axes<rules::repeated_in<result>>::value,
                ATTN_MESSAGE("attn::one_hot<Axis, T>(ids): ids have an axis of that name already",
                             rules::axes_of<Axes...>));
  if constexpr (are_ids && within && distinct)  // or one of these is said
    static_assert(
        rules::has_room_for<rules::in_brief<rules::axes_of<Axes...>>, rules::rank<1>>::value,
        "attn::one_hot<Axis, T>(ids): a tensor has at most 4 axes, and ids has 4");
  constexpr bool addressable =
      rules::addressable<rules::sizes<Axes::size..., Axis::size>, rules::element<T>>::value;
  if constexpr (are_ids && within && distinct && room)
    static_assert(
        rules::addressable<rules::sizes<Axes::size..., Axis::size>, rules::element<T>>::value,
        "attn::one_hot<Axis, T>(ids): the result would be too large for an object");
  if constexpr (are_ids && within && distinct && room && addressable) {
    tensor_of<T, result> out;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto id = static_cast<std::size_t>(ids.data()[i]);  // a negative id is a huge one here
      if (id < Axis::size) {
        out.data()[i * Axis::size + id] = T(1);
        continue;
      }
#if !defined(ATTN_CHECKED)
      if (!std::is_constant_evaluated()) continue;
#endif
      id_out_of_range_for_one_hot();
    }
    return out;
  } else {
    return ids;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
