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

// How x is read when the result is written from its first element to the last: four loops, as many
// as a tensor can have axes; the outer ones go round once where there are fewer.
template <class Shape, std::size_t... From>
struct permuted_walk {
  static constexpr std::size_t loops = 4;
  std::size_t extent[loops] = {1, 1, 1, 1};
  std::size_t stride[loops] = {};

  consteval permuted_walk() {
    std::size_t loop = loops - Shape::rank;
    ((extent[loop] = Shape::extents[From], stride[loop] = stride_in_x(From), ++loop), ...);
  }
  static consteval std::size_t stride_in_x(std::size_t axis) {
    std::size_t stride = 1;
    for (std::size_t d = axis + 1; d < Shape::rank; ++d) stride *= Shape::extents[d];
    return stride;
  }
};

// x read as if it had the axes of Read (a reshape), these in the order From, the result being of
// the shape Result: one copy for all of it.
template <class Result, class Read, std::size_t... From, class T, class... Axes>
constexpr auto rearranged(const tensor<T, Axes...>& x) {
  constexpr permuted_walk<Read, From...> walk;
  tensor_of<T, Result> out(uninitialized);
  T* to = out.data();
  for (std::size_t i = 0; i < walk.extent[0]; ++i)
    for (std::size_t j = 0; j < walk.extent[1]; ++j)
      for (std::size_t k = 0; k < walk.extent[2]; ++k) {
        const T* from = x.data() + i * walk.stride[0] + j * walk.stride[1] + k * walk.stride[2];
        for (std::size_t l = 0; l < walk.extent[3]; ++l) *to++ = from[l * walk.stride[3]];
      }
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
