// SPDX-License-Identifier: BSL-1.0
// split<axis, parts…>(x): one axis becomes several adjacent ones.
//
//   out(…, i, j, …) = x(…, i * J + j, …)
//
// (token, d_model) -> (token, head, d_k), for split<"d_model", head, d_k>: the first part is the
// slowest, so d_model is cut into `head` pieces of d_k neighbours each. The elements stay where
// they are in memory. Exact.
// Rules: has_axis; rank_at_least two, for the parts; same_volume, the sizes of the parts multiply
// to that of the axis; distinct_axes, for the result; has_room_for the axes that come.
#pragma once

#include <attn/rules/message.hpp>
#include <attn/tensor/rename.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <axis_selector Axis, axis_like... Parts, class T, class... Axes>
ATTN_ABI constexpr auto split(const tensor<T, Axes...>& x) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  constexpr bool several =
      rules::rank_at_least<rules::result_axes<Parts...>, rules::rank<2>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::split<axis, parts…>(x): x has no such axis", rules::axes_of<Axes...>));
  static_assert(rules::rank_at_least<rules::result_axes<Parts...>, rules::rank<2>>::value,
                "attn::split<axis, parts…>(x): two parts or more; for another name: rename");
  if constexpr (found && several) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    using whole = axis_at<shape<Axes...>, at>;
    using result = splice_axes<shape<Axes...>, at, Parts...>;
    using more = rules::rank<sizeof...(Parts) - 1>;  // of the result's axes
    constexpr bool fit =
        rules::same_volume<rules::any_axis<whole>, rules::sizes<Parts::size...>>::value;
    constexpr bool distinct = rules::distinct_axes<rules::repeated_in<result>>::value;
    constexpr bool room = rules::has_room_for<rules::axes_of<Axes...>, more>::value;
    static_assert(
        rules::same_volume<rules::any_axis<whole>, rules::sizes<Parts::size...>>::value,
        ATTN_MESSAGE(
            "attn::split<axis, parts…>(x): the parts' sizes must multiply to the axis' size",
            rules::axes_of<Axes...>));
    static_assert(
        rules::distinct_axes<rules::repeated_in<result>>::value,
        ATTN_MESSAGE("attn::split<axis, parts…>(x): the result would have two axes of one name",
                     rules::axes_of<Axes...>));
    if constexpr (fit && distinct)  // or one of these is said
      static_assert(rules::has_room_for<rules::in_brief<rules::axes_of<Axes...>>, more>::value,
                    "attn::split<axis, parts…>(x): a tensor has at most 4 axes");
    if constexpr (fit && distinct && room)
      return detail::with_shape<result>(x);
    else
      return x;
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
