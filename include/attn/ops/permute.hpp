// SPDX-License-Identifier: BSL-1.0
// permute<axes…>(x): all axes in another order.
//
//   out(i_a, i_b, …) = x(…), each index where its axis stands in x
//
// (token, head, d_k) -> (head, token, d_k), for permute<"head", "token", "d_k">. Axes are named, or
// given by their position in x: permute<1, 0, 2>. The names move with their axes. Exact.
// Rule: each_axis_once.
#pragma once

#include <attn/rules/says.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn {

namespace detail {

// How x is read when the result is written from its first element to the last: a loop for each axis
// of the result, with the stride that the axis has in x.
template <class Shape, std::size_t... From>
struct permuted_walk {
  static consteval std::size_t stride_in_x(std::size_t axis) {
    std::size_t stride = 1;
    for (std::size_t d = axis + 1; d < Shape::rank; ++d) stride *= Shape::extents[d];
    return stride;
  }
  // One more than needed, so that rank 0 has a loop too.
  static constexpr std::size_t extents[Shape::rank + 1] = {Shape::extents[From]..., 1};
  static constexpr std::size_t strides[Shape::rank + 1] = {stride_in_x(From)..., 0};

  // The loops from `Loop` on, inwards; returns where the next element goes.
  template <std::size_t Loop = 0, class T>
  static constexpr T* copy(T* to, const T* from) {
    if constexpr (Loop + 1 < Shape::rank)
      for (std::size_t i = 0; i < extents[Loop]; ++i)
        to = copy<Loop + 1>(to, from + i * strides[Loop]);
    else
      for (std::size_t i = 0; i < extents[Loop]; ++i) *to++ = from[i * strides[Loop]];
    return to;
  }
};

// x read as if it had the axes of Read (a reshape), these in the order From, the result being of
// the shape Result: one copy for all of it.
template <class Result, class Read, std::size_t... From, class T, class... Axes>
constexpr auto rearranged(const tensor<T, Axes...>& x) {
  tensor_of<T, Result> out(uninitialized);
  permuted_walk<Read, From...>::copy(out.data(), x.data());
  return out;
}

template <std::size_t... From, class T, class... Axes>
constexpr auto permuted(const tensor<T, Axes...>& x) {
  using from = shape<Axes...>;
  return rearranged<reorder_axes<from, From...>, from, From...>(x);
}

}  // namespace detail

template <axis_selector... Order, class T, class... Axes>
constexpr auto permute(const tensor<T, Axes...>& x) {
  using rank = rules::rank<sizeof...(Axes)>;
  using order = rules::positions<Order.template position_in<Axes...>()...>;
  constexpr bool each_once = rules::each_axis_once<rank, order>;
  static_assert(rules::each_axis_once<rank, order>,
                ATTN_SAYS("attn::permute<axes…>(x): the order must name every axis of x exactly "
                          "once",
                          rules::axes_of<Axes...>));
  if constexpr (each_once)
    return detail::permuted<Order.template position_in<Axes...>()...>(x);
  else
    return x;
}

}  // namespace attn
