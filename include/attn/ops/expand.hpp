// SPDX-License-Identifier: BSL-1.0
// expand<Axis>(x): x repeated along a new axis; the one way to broadcast, and always visible.
//
//   expand<key>(m)      (token) -> (token, key): every row is m(token) repeated
//   expand<batch, 0>(m) (token) -> (batch, token): the new axis at position 0
//   expand<key, -2>(x)  (token, width) -> (token, key, width): counting from the result's last axis
//
// Exact. Rules: distinct_axes, for the result; has_room_for one more; addressable.
#pragma once

#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <axis_like Axis, int Position = -1, class T, class... Axes>
ATTN_ABI constexpr auto expand(const tensor<T, Axes...>& x) {
  constexpr int rank = static_cast<int>(sizeof...(Axes)) + 1;  // of the result
  constexpr auto at = static_cast<std::size_t>(Position < 0 ? Position + rank : Position);
  static_assert(at <= sizeof...(Axes), "attn::expand<Axis, position>(x): no such position");
  constexpr bool distinct = rules::distinct_axes<rules::result_axes<Axis, Axes...>>::value;
  constexpr bool room = rules::has_room_for<rules::axes_of<Axes...>, rules::rank<1>>::value;
  static_assert(rules::distinct_axes<rules::repeated_in<shape<Axis, Axes...>>>::value,
                ATTN_MESSAGE("attn::expand<Axis, position>(x): x has an axis of that name already",
                             rules::axes_of<Axes...>));
  if constexpr (at <= sizeof...(Axes) && distinct)  // or one of these is said
    static_assert(
        rules::has_room_for<rules::in_brief<rules::axes_of<Axes...>>, rules::rank<1>>::value,
        "attn::expand<Axis, position>(x): a tensor has at most 4 axes, and x has 4");
  constexpr bool addressable =
      rules::addressable<rules::sizes<Axis::size, Axes::size...>, rules::element<T>>::value;
  if constexpr (at <= sizeof...(Axes) && distinct && room)
    static_assert(
        rules::addressable<rules::sizes<Axis::size, Axes::size...>, rules::element<T>>::value,
        "attn::expand<Axis, position>(x): the result would be too large for an object");
  if constexpr (at <= sizeof...(Axes) && distinct && room && addressable) {
    tensor_of<T, with_axis<shape<Axes...>, at, Axis>> result(detail::uninitialized);
    std::size_t inner = 1;
    for (std::size_t d = at; d < sizeof...(Axes); ++d) inner *= shape<Axes...>::extents[d];
    T* to = result.data();
    for (const T* from = x.begin(); from != x.end(); from += inner)
      for (std::size_t repeat = 0; repeat < Axis::size; ++repeat)
        for (std::size_t i = 0; i < inner; ++i) *to++ = from[i];
    return result;
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
