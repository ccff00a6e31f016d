// SPDX-License-Identifier: BSL-1.0
// permute<axes…>(x): permutes all axes.
//
//   out(i_a, i_b, …) = x(…), each index at the position of its axis in x
//
// (token, head, d_k) -> (head, token, d_k), for permute<"head", "token", "d_k">. Axes are named, or
// given by their position in x: permute<1, 0, 2>. The names move with their axes. Exact.
// Rule: each_axis_once.
#pragma once

#include <type_traits>

#include <attn/detail/runtime/transpose.hpp>
#include <attn/detail/strided.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

template <class X, auto... Order>
struct permute_call;
template <class T, class... Axes, auto... Order>
struct permute_call<tensor<T, Axes...>, Order...> {
  using operands = roles<axes_of<Axes...>>;
  using order = positions<Order.template position_in<Axes...>()...>;
  static constexpr bool holds = each_axis_once<rank<sizeof...(Axes)>, order>::value;
  using each_once = each_axis_once<rank<sizeof...(Axes)>, order,
                                   diagnostic_names_unless<holds, axes_of<Axes...>>>;
};

}  // namespace rules

namespace detail {

static_assert(most_axes == max_rank);

// The elements of x in the order of the loops. The place that chooses the evaluator: most nests are
// for the compiler of the machine code; transpositions have a kernel.
template <class Nest, std::size_t Slack, class T>
ATTN_ABI constexpr void write_gathered(T* to, const T* from) {
  constexpr transpositions turned = as_transpositions<Nest>;
  if constexpr (turned.count > 0) {
    constexpr std::size_t m = turned.rows, n = turned.columns;
    constexpr std::size_t slack = turned.count == 1 ? Slack : 0;
    if (std::is_constant_evaluated())
      gather(to, from, Nest{});
    else
      for (std::size_t at = 0; at < turned.count * m * n; at += m * n)
        runtime::transpose<m, n, slack>(to + at, from + at);
  } else {
    gather(to, from, Nest{});
  }
}

// A tensor of the shape Result, of the elements of x in the order of the loops.
template <class Result, class Nest, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, Result> gathered(const tensor<T, Axes...>& x) {
  tensor_of<T, Result> out(uninitialized);
  if constexpr (is_recorded<T>)
    if (backward_rule<of_other_order, T>::template record<Nest>(out, x)) return out;
  // Padding after the result may be written to.
  write_gathered<Nest, capacity<T, Result::volume> - Result::volume>(out.data(), x.data());
  return out;
}

// How a tensor of the shape is read when its axes are visited in another order.
template <class Shape, std::size_t... From>
struct permuted_walk {
  ATTN_ABI static constexpr walk<> value = [] {
    walk<> loops;
    for (const std::size_t axis : {From..., Shape::rank}) {
      if (axis == Shape::rank) break;  // the list of no axes has no type
      std::size_t stride = 1;
      for (std::size_t d = axis + 1; d < Shape::rank; ++d) stride *= Shape::extents[d];
      loops.add(Shape::extents[axis], {stride});
    }
    return loops;
  }();
};

// x read as if it had the axes of Read (a reshape), these in the order From, the result being of
// the shape Result: one copy for all of it.
template <class Result, class Read, std::size_t... From, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, Result> rearranged(const tensor<T, Axes...>& x) {
  return gathered<Result, nest_of<permuted_walk<Read, From...>>>(x);
}

template <std::size_t... From, class T, class... Axes>
ATTN_ABI constexpr tensor_of<T, reorder_axes<shape<Axes...>, From...>> permuted(
    const tensor<T, Axes...>& x) {
  using from = shape<Axes...>;
  return rearranged<reorder_axes<from, From...>, from, From...>(x);
}

}  // namespace detail

template <axis_selector... Order, class T, class... Axes>
ATTN_ABI constexpr auto permute(const tensor<T, Axes...>& x) {
  using call = rules::permute_call<tensor<T, Axes...>, Order...>;
  ATTN_REQUIRE(call, each_once,
               "attn::permute<axes…>(x): the order must name every axis of x exactly once");
  if constexpr (call::holds)
    return detail::permuted<Order.template position_in<Axes...>()...>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
