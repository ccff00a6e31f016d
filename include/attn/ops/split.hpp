// SPDX-License-Identifier: BSL-1.0
// split<axis, parts…>(x): splits one axis into several adjacent ones.
//
//   out(…, i, j, …) = x(…, i * J + j, …)
//
// (token, d_model) -> (token, head, d_k), for split<"d_model", head, d_k>: the first part varies
// slowest, so d_model is split into `head` blocks of d_k adjacent elements. The order in memory
// does not change. Exact.
// Rules: has_axis; rank_at_least two, for the parts; same_volume, the sizes of the parts multiply
// to that of the axis; distinct_axes, for the result; has_room_for the new axes.
#pragma once

#include <attn/tensor/calls.hpp>
#include <attn/tensor/rename.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

template <auto Axis, class X, class... Parts>
struct split_call;
template <auto Axis, class T, class... Axes, class... Parts>
struct split_call<Axis, tensor<T, Axes...>, Parts...> : axis_call<Axis, tensor<T, Axes...>> {
  using axis = axis_call<Axis, tensor<T, Axes...>>;
  using whole = axis_at<shape<Axes...>, axis::position>;
  using result = splice_axes<shape<Axes...>, axis::position, Parts...>;

  using two_parts = rank_at_least<result_axes<Parts...>, rank<2>>;
  using same_volume = only_if<axis::holds && two_parts::value,
                              rules::same_volume<any_axis<whole>, sizes<Parts::size...>>>;
  using distinct_result =
      only_if<axis::holds && two_parts::value, distinct_axes<repeated_in<result>>>;
  using has_room = only_if<axis::holds && all_hold<two_parts, same_volume, distinct_result>,
                           has_room_for<in_brief<axes_of<Axes...>>, rank<sizeof...(Parts) - 1>>>;
  static constexpr bool holds =
      axis::holds && all_hold<two_parts, same_volume, distinct_result, has_room>;
};

}  // namespace rules

template <axis_selector Axis, axis_like... Parts, class T, class... Axes>
ATTN_ABI constexpr auto split(const tensor<T, Axes...>& x) {
  using call = rules::split_call<Axis, tensor<T, Axes...>, Parts...>;
  ATTN_REQUIRE_AXIS(call, "attn::split<axis, parts…>(x)");
  ATTN_REQUIRE(call, two_parts,
               "attn::split<axis, parts…>(x): two parts or more; for another name: rename");
  ATTN_REQUIRE(call, same_volume,
               "attn::split<axis, parts…>(x): the parts' sizes must multiply to the axis' size");
  ATTN_REQUIRE(call, distinct_result,
               "attn::split<axis, parts…>(x): the result would have two axes of one name");
  ATTN_REQUIRE_ROOM(call, "attn::split<axis, parts…>(x)");
  if constexpr (call::holds)
    return detail::with_shape<typename call::result>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
