// SPDX-License-Identifier: BSL-1.0
// Orders of gates: the weights of all gates of a cell are stored in one tensor, and their order is
// part of its type, as the name of its first axis.
//
//   gate_order::ifgo    input, forget, candidate g, output: PyTorch; Keras writes c for g (ifco)
//   gate_order::iofc    input, output, forget, candidate c: ONNX
//   gate_order::rzn     reset, update, candidate n: PyTorch
//   gate_order::zrh     update, reset, candidate h: ONNX, Keras
//
// (gates_ifgo 4, hidden, in) is the same memory as PyTorch's (4 * hidden, in):
// split<0, gate_order::ifgo::axis, hidden>(w). A user-defined order is a type with an axis and the
// indices of the gates. in_gate_order<order>(cell) is with the cells: recurrent/lstm.hpp and
// gru.hpp.
//
// How a cell keeps its weights: plain_weights, tensors as above, or packed_weights, ops/packed.hpp,
// in the order in which a step reads them: packed(cell), layers/packed.hpp. Or in small numbers:
// quantized<format, scales>(cell), layers/quantized.hpp.
//
// Rules, of every step (x, before), whatever the cell: is_state_before. same_state, as the cell
// keeps it. rank_at_least one. same_element. same_size, same_name of x's last axis and the cell's
// input, of the state's and the cell's width. same_axis of the leading ones (batch). A cell of
// yours asks rules::step_call for them, and asserts them by ATTN_REQUIRE_STEP.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/packed.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/recurrent/detail/require.hpp>
#include <attn/recurrent/state.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace gate_order {

struct ifgo {
  using axis = attn::axis<"gates_ifgo", 4>;
  static constexpr std::size_t input = 0, forget = 1, candidate = 2, output = 3;
};
using ifco = ifgo;
struct iofc {
  using axis = attn::axis<"gates_iofc", 4>;
  static constexpr std::size_t input = 0, output = 1, forget = 2, candidate = 3;
};
struct rzn {
  using axis = attn::axis<"gates_rzn", 3>;
  static constexpr std::size_t reset = 0, update = 1, candidate = 2;
};
struct zrh {
  using axis = attn::axis<"gates_zrh", 3>;
  static constexpr std::size_t update = 0, reset = 1, candidate = 2;
};

}  // namespace gate_order

struct plain_weights {
  template <class T, class Gates, class Hidden, class In>
  using type = tensor<T, Gates, Hidden, In>;
};

namespace detail {

template <>
inline constexpr bool stores_weights<plain_weights> = true;

// Where the gates are, in an order that is the same for all orders.
template <class Order>
struct gate_places {
  using type = rules::positions<>;
};
template <class Order>
  requires requires { Order::forget; }
struct gate_places<Order> {
  using type = rules::positions<Order::input, Order::forget, Order::candidate, Order::output>;
};
template <class Order>
  requires requires { Order::reset; }
struct gate_places<Order> {
  using type = rules::positions<Order::reset, Order::update, Order::candidate>;
};

// The axes (…, in) or (…, hidden) without the last.
template <class Shape>
using rows_of = without_last_axis<Shape>;
template <class State>
using hidden_tensor = std::remove_cvref_t<decltype(hidden_state(std::declval<const State&>()))>;

// W x, and W x + b, for every row of x: (rows, in) -> (rows, outputs), bit for bit linear's.
template <class X, class W>
using rows_by =
    tensor<typename X::value_type, dim<X::volume / last_axis<typename X::shape_type>::size>,
           dim<W::volume / last_axis<typename X::shape_type>::size>>;

// This is one product in the form that backward_rule requires.
template <std::size_t M, std::size_t K, std::size_t N>
struct product_of_rows {
  static constexpr std::size_t m = M, k = K, n = N, products = 1, next_a = 0;
  static constexpr bool shared_a = false;
  template <class T>
  ATTN_ABI static constexpr runtime::padding padding{};
};

// Result: the rows with other axes, if these are wanted.
template <class Result, class T, class... X, class... W>
ATTN_ABI constexpr Result product_rows_as(const tensor<T, X...>& x, const tensor<T, W...>& w) {
  constexpr std::size_t in = last_axis<shape<W...>>::size;
  constexpr std::size_t rows = shape<X...>::volume / in, outputs = shape<W...>::volume / in;
  return made<product_of<product_of_rows<rows, in, outputs>, true>, Result>(x, w);
}
template <class Result, class T, class... X, class In, class Outputs>
ATTN_ABI constexpr Result product_rows_as(const tensor<T, X...>& x,
                                          const packed_weight<T, In, Outputs>& w) {
  Result out(uninitialized);
  write_product(out, x, w);
  return out;
}
// Of weights in small numbers: layers/quantized.hpp.
template <class Result, class X, class W>
ATTN_ABI constexpr Result product_with_small(const X& x, const W& w);
template <class Result, class T, class... X, class W>
ATTN_ABI constexpr Result product_rows_as(const tensor<T, X...>& x, const W& w) {
  return product_with_small<Result>(x, w);
}
template <class Result, class X, class W, class B>
ATTN_ABI constexpr Result affine_rows_as(const X& x, const W& w, const B& b) {
  Result out = product_rows_as<Result>(x, w);
  evaluate<bias_for<Result, B>>(out, out, b);
  return out;
}
template <class X, class W, class B>
ATTN_ABI constexpr rows_by<X, W> affine_rows(const X& x, const W& w, const B& b) {
  return affine_rows_as<rows_by<X, W>>(x, w, b);
}

// The columns of the gate at a place, with the axes of Hidden.
template <class Hidden, class T, class Rows, class Columns>
ATTN_ABI constexpr auto gate_at(std::size_t place, const tensor<T, Rows, Columns>& sums) {
  constexpr std::size_t width = last_axis<typename Hidden::shape_type>::size;
  return with_shape<typename Hidden::shape_type>(narrow<1, width>(sums, place * width));
}

// The same parameter with its gates in another order.
template <class To, class From, class T, class Gates, class... Axes>
ATTN_ABI constexpr auto gates_reordered(const tensor<T, Gates, Axes...>& x) {
  constexpr std::size_t block = shape<Axes...>::volume;
  tensor<T, typename To::axis, Axes...> y(uninitialized);
  [&]<std::size_t... Index, std::size_t... J>(rules::positions<Index...>*,
                                              rules::positions<J...>*) {
    for (std::size_t e = 0; e < block; ++e)
      ((y.data()[J * block + e] = x.data()[Index * block + e]), ...);
  }(static_cast<typename gate_places<From>::type*>(nullptr),
    static_cast<typename gate_places<To>::type*>(nullptr));
  return y;
}

}  // namespace detail

namespace rules {

template <class Order, std::size_t Gates>
struct is_gate_order<option<Order>, size<Gates>> {
  static constexpr bool value =
      each_axis_once<rank<Gates>, typename attn::detail::gate_places<Order>::type>::value;
};
template <class A, class B>
struct same_gate_order<option<A>, option<B>> {
  static constexpr bool value = std::is_same_v<A, B>;
};

// Asserted by every cell, and by what calls one: whether a step can be made. In three, since each
// says nothing but what its own sentence needs.

// A step (x, before) of a cell that takes Input and keeps Kept.
template <class X, class State, class Input, class Kept>
struct step_call {
  using axes = typename X::shape_type;
  using operands = roles<role_of<axes_of, axes>>;
  using T = typename Input::value_type;
  using has_rows = rank_at_least<role_of<axes_of, axes>, rank<1>>;
  using one_element = same_element<element_of_A<typename X::value_type>, element_of_B<T>>;
  using width = width_of_X<last_axis<axes>>;
  using input = input_of_W<last_axis<typename Input::shape_type>>;
  using widths = same_size<width, input>;
  using names = same_name<width, input>;

  using is_before = is_state_before<moment_of<State>>;
  using same_members = same_state<members_of<State>, members_of<Kept>>;
  // Of a state that is none of the cell's: the state of the cell, which has passed the rules below.
  using state = std::conditional_t<all_hold<is_before, same_members>, State, state_before<Kept>>;
  using hidden = attn::detail::hidden_tensor<state>;
  using kept = attn::detail::hidden_tensor<state_before<Kept>>;
  using state_axes = typename hidden::shape_type;
  using state_element = same_element<element_of_A<typename hidden::value_type>,
                                     element_of_B<typename kept::value_type>>;
  using state_has_rows = rank_at_least<role_of<axes_of, state_axes>, rank<1>>;
  using state_width = width_of_state<last_axis<state_axes>>;
  using output = output_of_W<last_axis<typename kept::shape_type>>;
  using state_widths = same_size<state_width, output>;
  using state_names = same_name<state_width, output>;
  using rows = axes_agree<role_of<axes_of_A, attn::detail::rows_of<axes>>,
                          role_of<axes_of_B, attn::detail::rows_of<state_axes>>>;
  using all = in_order<has_rows, one_element, widths, names, is_before, same_members, state_element,
                       state_has_rows, state_widths, state_names, rows>;
};

// What a cell makes of x, if it makes anything.
template <class S>
struct is_cell<state<state_after<S>>, state<state_before<S>>> {
  static constexpr bool value = true;
};

}  // namespace rules

namespace detail {
// What a rejected step implies, so that one mistake is one error.
template <class State>
ATTN_ABI constexpr auto after_no_step(const State& before) {
  if constexpr (rules::is_state_before<rules::moment_of<State>>::value)
    return state_after<typename State::state_type>{before.value};
  else
    return before;
}
}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
