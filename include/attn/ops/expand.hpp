// SPDX-License-Identifier: BSL-1.0
// expand<Axis>(x): repeats x along a new axis: the explicit form of broadcasting.
//
//   expand<key>(m)      (token) -> (token, key): every row is m(token) repeated
//   expand<batch, 0>(m) (token) -> (batch, token): the new axis at position 0
//   expand<key, -2>(x)  (token, width) -> (token, key, width): counting from the result's last axis
//
// Exact. Rules: distinct_axes, for the result; has_room_for one more; addressable.
#pragma once

#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

template <std::size_t Position, std::size_t Rank>
using position_within = rank_within<rank<Position>, rank<0>, rank<Rank>>;

template <class Axis, std::size_t Position, class X>
struct expand_call;
template <class Axis, std::size_t Position, class T, class... Axes>
struct expand_call<Axis, Position, tensor<T, Axes...>>
    : new_axis_call<T, tensor<T, Axes...>, shape<Axis, Axes...>,
                    position_within<Position, sizeof...(Axes)>::value> {
  using position_exists = position_within<Position, sizeof...(Axes)>;
};

}  // namespace rules

namespace detail {

template <class Result, std::size_t At, class T, class... Axes>
ATTN_ABI constexpr Result expanded(const tensor<T, Axes...>& x) {
  using around = around_axis<typename Result::shape_type, At>;
  constexpr std::size_t inner = around::inner;
  Result result(uninitialized);
  T* to = result.data();
  for (const T* from = x.begin(); from != x.end(); from += inner)
    for (std::size_t repeat = 0; repeat < around::extent; ++repeat)
      for (std::size_t i = 0; i < inner; ++i) *to++ = from[i];
  return result;
}

}  // namespace detail

template <axis_like Axis, int Position = -1, class T, class... Axes>
ATTN_ABI constexpr auto expand(const tensor<T, Axes...>& x) {
  constexpr int rank = static_cast<int>(sizeof...(Axes)) + 1;  // of the result
  constexpr auto at = static_cast<std::size_t>(Position < 0 ? Position + rank : Position);
  using call = rules::expand_call<Axis, at, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, position_exists, "attn::expand<Axis, position>(x): no such position");
  ATTN_REQUIRE(call, distinct_result,
               "attn::expand<Axis, position>(x): x has an axis of that name already");
  ATTN_REQUIRE_ROOM(call, "attn::expand<Axis, position>(x)");
  ATTN_REQUIRE_ADDRESSABLE(call, "attn::expand<Axis, position>(x)");
  if constexpr (call::holds)
    return detail::expanded<tensor_of<T, with_axis<shape<Axes...>, at, Axis>>, at>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
