// SPDX-License-Identifier: BSL-1.0
// The cost of recurrence: a step of a cell, and a sequence of steps.
//
//   cost_of<nn::lstm_cell<…>, X, state_before<lstm_state<H>>>()
//   cost::unroll<Cell, Xs, State>()           as many steps as there are times
//
// For each number of a state, with inputs of n and a state of m: a sum of n products, one of m, and
// a bias with each; so much
//   rnn_cell   once, and the activation
//   lstm_cell  for 4 gates; 3 sigmoids, 2 tanh, 3 products and 1 sum
//   gru_cell   for 3 gates; 2 sigmoids, 1 tanh, 3 products and 3 sums; reset_before_linear takes
//              the candidate's products with the state again, of what was reset
//
// An invalid call is rejected with the error of that call.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/cost.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost {

namespace detail {

template <class State>
using hidden_of = attn::detail::hidden_tensor<State>;

// W x + U h, for each of `outputs` numbers of every row of the state; then the biases.
template <class X, class State>
ATTN_ABI constexpr operation_count gate_sums(std::size_t outputs, std::size_t biases) {
  using H = hidden_of<State>;
  return rows_in<H> * (outputs * (contraction(width_of<X>) + contraction(width_of<H>) +
                                  operation_count{.additions = 1 + biases}));
}

}  // namespace detail

// Of the types of the call: x, the state, W_ih, W_hh, and biases if there are any.
template <class Activation, class X, class State, class W, class U, class... B>
ATTN_ABI constexpr operation_count rnn_step() {
  using H = detail::hidden_of<State>;
  using after = decltype(attn::rnn_step<Activation>(detail::some<X>(), detail::some<State>(),
                                                    detail::some<W>(), detail::some<U>(),
                                                    detail::some<B>()...));
  return detail::possible<after> + detail::gate_sums<X, State>(detail::width_of<H>, sizeof...(B)) +
         cost_of<Activation, H>();
}

template <class Cell, class Xs, class State, axis_selector Time = 0>
ATTN_ABI constexpr operation_count unroll() {
  using call =
      decltype(attn::unroll<Time>(detail::some<Cell>(), detail::some<Xs>(), detail::some<State>()));
  using axes = typename Xs::shape_type;
  constexpr std::size_t at = attn::detail::position_in<Time, axes>;
  using x = tensor_of<typename Xs::value_type, without_axis<axes, at>>;
  return detail::possible<call> + axes::extents[at] * cost_of<Cell, x, State>();
}

}  // namespace attn::cost

namespace attn {

template <class T, class In, class Hidden, class Activation>
struct counting_rule<nn::rnn_cell<T, In, Hidden, Activation>> {
  using cell = nn::rnn_cell<T, In, Hidden, Activation>;
  template <class X, class State>
  ATTN_ABI static constexpr operation_count of(input_types<X, State>) {
    using namespace cost::detail;
    return possible<result_of<cell, X, State>> + gate_sums<X, State>(Hidden::size, 2) +
           cost_of<Activation, hidden_of<State>>();
  }
};

template <class T, class In, class Hidden, class Order, class Weights>
struct counting_rule<nn::lstm_cell<T, In, Hidden, Order, Weights>> {
  using cell = nn::lstm_cell<T, In, Hidden, Order, Weights>;
  template <class X, class State>
  ATTN_ABI static constexpr operation_count of(input_types<X, State>) {
    using namespace cost::detail;
    return possible<result_of<cell, X, State>> + gate_sums<X, State>(4 * Hidden::size, 2) +
           cost::map<hidden_of<State>>(
               {.additions = 1, .multiplications = 3, .hyperbolic_tangents = 2, .sigmoids = 3});
  }
};

template <class T, class In, class Hidden, class Order, class Reset, class Weights>
struct counting_rule<nn::gru_cell<T, In, Hidden, Order, Reset, Weights>> {
  using cell = nn::gru_cell<T, In, Hidden, Order, Reset, Weights>;
  template <class X, class State>
  ATTN_ABI static constexpr operation_count of(input_types<X, State>) {
    using namespace cost::detail;
    const operation_count linear_before =
        possible<result_of<cell, X, State>> + gate_sums<X, State>(3 * Hidden::size, 2) +
        cost::map<hidden_of<State>>(
            {.additions = 3, .multiplications = 3, .hyperbolic_tangents = 1, .sigmoids = 2});
    if constexpr (std::is_same_v<Reset, linear_before_reset>)
      return linear_before;
    else
      return linear_before + cost::map<hidden_of<State>>(contraction(Hidden::size) +
                                                         operation_count{.additions = 1});
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
