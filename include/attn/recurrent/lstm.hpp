// SPDX-License-Identifier: BSL-1.0
// Long short-term memory: a state of two parts, and gates that determine what the cell forgets,
// adds and outputs.
//
//   i, f, o = sigmoid(s),  g = tanh(s),   s = (W_ih x + b_ih) + (W_hh h + b_hh) for each gate
//   c' = f * c + i * g,    h' = o * tanh(c')
//
//   nn::lstm_cell<T, in, hidden, order> cell;
//   cell(x, before)                             -> after, an lstm_state{hidden, cell}
//   cell.gates(x, before)                       i, f, g and o, as tensors
//   in_gate_order<gate_order::iofc>(cell)       the same cell, stored in another order
//
// (…, in) x {(…, hidden), (…, hidden)} -> the same two: optional leading axes (batch). The weights
// are (gates, hidden, in) and (gates, hidden, hidden), the biases (gates, hidden): PyTorch's
// memory. The order is PyTorch's ifgo unless you say otherwise. A sequence: recurrent/unroll.hpp.
// Where f = 1 and i = 0, c' is exactly c, except that -0 becomes +0.
//
// Rules: the rules of every step (recurrent/gates.hpp); is_gate_order; same_gate_order: a cell of
// one order is not assigned to one of another.
// Accuracy: matmul's, one rounding for each sum and product, the errors of sigmoid and tanh.
// PyTorch: torch.nn.LSTMCell. No peepholes, no projection.
// Cost: cost_of<nn::lstm_cell<…>, X, State>(), per number of the state: the sums s of 4 gates
// (recurrent/rnn.hpp), 3 sigmoids, 2 tanh, 3 multiplications, 1 addition.
#pragma once

#include <type_traits>

#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/elementwise.hpp>
#include <attn/recurrent/detail/steps.hpp>
#include <attn/recurrent/gates.hpp>
#include <attn/recurrent/rnn.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class X>
struct lstm_state {
  ATTN_MEMBERS(lstm_state, (X, hidden), (X, cell));

  ATTN_ABI friend constexpr bool operator==(const lstm_state&, const lstm_state&) = default;
};
template <class X>
lstm_state(X, X) -> lstm_state<X>;

// What the gates let through, each in [0, 1], and the candidate, in [-1, 1].
template <class X>
struct lstm_gates {
  X input, forget, candidate, output;
};

namespace nn {

template <scalar T, axis_like In, axis_like Hidden, class Order = gate_order::ifgo,
          class Weights = plain_weights>
struct lstm_cell {
  static_assert(rules::is_gate_order<rules::option<Order>, rules::size<4>>::value,
                "attn::nn::lstm_cell: the gate order is gate_order::ifgo (PyTorch, Keras) or "
                "gate_order::iofc (ONNX)");
  using order = Order;
  using weights = Weights;
  using input_type =
      typename Weights::template type<T, typename Order::axis, Hidden,
                                      decltype(attn::detail::input_beside<In, Hidden>())>;
  using hidden_type =
      typename Weights::template type<T, typename Order::axis, Hidden, dim<Hidden::size>>;
  using bias_type = tensor<T, typename Order::axis, Hidden>;
  using state_type = lstm_state<tensor<T, Hidden>>;
  using input_tensor = tensor<T, In>;
  ATTN_MEMBERS(lstm_cell, (input_type, weight_ih), (hidden_type, weight_hh), (bias_type, bias_ih),
               (bias_type, bias_hh));

  template <class X, class State>
    requires attn::detail::is_tensor<X>
  ATTN_ABI constexpr auto gates(const X& x, const State& before) const {
    using call = rules::step_call<X, State, input_tensor, state_type>;
    ATTN_REQUIRE_STEP(call);
    if constexpr (call::all::value) {
      using H = attn::detail::hidden_tensor<State>;
      const auto s = attn::detail::affine_rows(x, weight_ih, bias_ih) +
                     attn::detail::affine_rows(before.value.hidden, weight_hh, bias_hh);
      return lstm_gates<H>{sigmoid(attn::detail::gate_at<H>(Order::input, s)),
                           sigmoid(attn::detail::gate_at<H>(Order::forget, s)),
                           tanh(attn::detail::gate_at<H>(Order::candidate, s)),
                           sigmoid(attn::detail::gate_at<H>(Order::output, s))};
    } else {
      return lstm_gates<bias_type>{};
    }
  }

  template <class X, class State>
    requires attn::detail::is_tensor<X>
  ATTN_ABI constexpr auto operator()(const X& x, const State& before) const {
    using call = rules::step_call<X, State, input_tensor, state_type>;
    ATTN_REQUIRE_STEP(call);
    if constexpr (call::all::value) {
      using H = attn::detail::hidden_tensor<State>;
      if constexpr (attn::detail::kernel_scalar<T> &&
                    std::is_same_v<typename State::state_type, lstm_state<H>>) {
        if (!std::is_constant_evaluated()) return at_run_time(x, before);
      }
      const auto g = gates(x, before);
      auto next = before.value;
      next.cell = multiply(g.forget, next.cell) + multiply(g.input, g.candidate);
      next.hidden = multiply(g.output, tanh(next.cell));
      return state_after<typename State::state_type>{next};
    } else {
      return attn::detail::after_no_step(before);
    }
  }

  // Not a conversion: reports a cell with another order of gates.
  template <class Other>
    requires(!std::is_same_v<Order, Other>)
  ATTN_ABI constexpr operator lstm_cell<T, In, Hidden, Other, Weights>() const {
    using call =
        rules::single_rule_call<rules::same_gate_order<rules::option<Order>, rules::option<Other>>>;
    ATTN_REQUIRE(call, rule,
                 "attn::nn::lstm_cell: the gates have another order; convert with "
                 "in_gate_order<order>(cell)");
    return {};
  }
  ATTN_ABI friend constexpr bool operator==(const lstm_cell&, const lstm_cell&) = default;

 private:
  friend attn::detail::steps_in_place;

  template <class X, class H>
  ATTN_ABI state_after<lstm_state<H>> at_run_time(const X& x,
                                                  const state_before<lstm_state<H>>& before) const {
    state_after<lstm_state<H>> after{
        {H(attn::detail::uninitialized), H(attn::detail::uninitialized)}};
    attn::detail::for_units<4, H::volume / Hidden::size, In::size, Hidden::size>(
        *this, x.data(), before.value.hidden.data(),
        units_of(after.value.hidden.data(), after.value.cell.data(), before.value.cell.data()));
    return after;
  }
  // What becomes of the products of some units. hidden and cell must not overlap what is before.
  ATTN_ABI auto units_of(T* hidden, T* cell, const T* before) const {
    return [=, this]<std::size_t Units, std::size_t Apart>(std::size_t row, std::size_t j,
                                                           const T* of_x, const T* of_h) {
      const std::size_t at = row * Hidden::size + j;
      attn::detail::runtime::lstm_units<Order, Hidden::size, Units, Apart>(
          hidden + at, cell + at, {of_x, bias_ih.data() + j, of_h, bias_hh.data() + j},
          before + at);
    };
  }
  // Two cell states take turns, such that the last one is where it is to be.
  template <std::size_t Steps, class H>
    requires attn::detail::kernel_scalar<T>
  ATTN_ABI void write_steps(T* outputs, lstm_state<H>& last, const T* xs,
                            const lstm_state<H>& before) const {
    constexpr std::size_t rows = H::volume / Hidden::size;
    H other(attn::detail::uninitialized);
    const T *h = before.hidden.data(), *c = before.cell.data();
    attn::detail::for_steps<4, Steps, rows, In::size, Hidden::size>(
        *this, xs, [&](std::size_t t, const auto& units) {
          T* const now = (Steps - t) % 2 == 1 ? last.cell.data() : other.data();
          units(h, units_of(outputs, now, c));
          h = outputs;
          c = now;
          outputs += H::volume;
        });
    for (T& element : last.hidden) element = *h++;
  }
};

}  // namespace nn

// The same cell with its gates in another order. The bits of every step stay the same.
template <class To, class T, class In, class Hidden, class From>
ATTN_ABI constexpr auto in_gate_order(const nn::lstm_cell<T, In, Hidden, From>& cell) {
  using call = rules::single_rule_call<rules::is_gate_order<rules::option<To>, rules::size<4>>>;
  ATTN_REQUIRE(call, rule,
               "attn::in_gate_order<order>(cell): the gate order of an LSTM is gate_order::ifgo "
               "(PyTorch, Keras) or gate_order::iofc (ONNX)");
  if constexpr (call::all::value)
    return nn::lstm_cell<T, In, Hidden, To>{detail::gates_reordered<To, From>(cell.weight_ih),
                                            detail::gates_reordered<To, From>(cell.weight_hh),
                                            detail::gates_reordered<To, From>(cell.bias_ih),
                                            detail::gates_reordered<To, From>(cell.bias_hh)};
  else
    return cell;
}

}  // namespace attn
ATTN_STRICT_FP_END
