// SPDX-License-Identifier: BSL-1.0
// A gated recurrent unit: one state, a gate that resets it, and one that determines how much of it
// is kept.
//
//   r, z = sigmoid((W_ih x + b_ih) + (W_hh h + b_hh))                     for each of the two
//   n = tanh((W_ih x + b_ih) + r * (W_hh h + b_hh))                       linear_before_reset
//   n = tanh((W_ih x + b_ih) + (W_hh (r * h) + b_hh))                     reset_before_linear
//   h' = (1 - z) * n + z * h
//
//   nn::gru_cell<T, in, hidden, order, reset> cell;   cell(x, before)     -> after
//   cell.gates(x, before)                             r, z and n, as tensors
//   in_gate_order<gate_order::zrh>(cell)              the same cell, stored in another order
//
// (…, in) x (…, hidden) -> (…, hidden): optional leading axes (batch). The weights are
// (gates, hidden, in) and (gates, hidden, hidden), the biases (gates, hidden): PyTorch's memory.
// Order and reset are PyTorch's, rzn and linear_before_reset, unless you say otherwise: ONNX stores
// zrh and has the reset as an attribute, 0 by default. Keras zrh, and reset_after = True by
// default, which is linear_before_reset. They are different functions, not different memory.
//
// Rules: the rules of every step (recurrent/gates.hpp); is_gate_order; is_reset; same_gate_order: a
// cell of one order is not assigned to one of another.
// Accuracy: matmul's, one rounding for each sum and product, the errors of sigmoid and tanh.
// PyTorch: torch.nn.GRUCell.
// Cost: cost_of<nn::gru_cell<…>, X, State>(), per number of the state: the sums of 3 gates
// (recurrent/rnn.hpp), 2 sigmoids, 1 tanh, 3 multiplications, 3 additions. reset_before_linear
// computes the dot product of the candidate with the state again, with the reset state.
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

// Whether the reset gate is applied to what W_hh makes of the state, or to the state.
struct linear_before_reset {
  using is_reset = void;
};
struct reset_before_linear {
  using is_reset = void;
};

// What the gates let through, each in [0, 1], and the candidate, in [-1, 1].
template <class X>
struct gru_gates {
  X reset, update, candidate;
};

namespace nn {

template <scalar T, axis_like In, axis_like Hidden, class Order = gate_order::rzn,
          class Reset = linear_before_reset, class Weights = plain_weights>
struct gru_cell {
  static_assert(rules::is_gate_order<rules::option<Order>, rules::size<3>>::value,
                "attn::nn::gru_cell: the gate order is gate_order::rzn (PyTorch) or "
                "gate_order::zrh (ONNX, Keras)");
  static_assert(rules::is_reset<rules::option<Reset>>::value,
                "attn::nn::gru_cell: the reset is linear_before_reset (PyTorch) or "
                "reset_before_linear");
  using order = Order;
  using weights = Weights;
  using input_type =
      typename Weights::template type<T, typename Order::axis, Hidden,
                                      decltype(attn::detail::input_beside<In, Hidden>())>;
  using hidden_type =
      typename Weights::template type<T, typename Order::axis, Hidden, dim<Hidden::size>>;
  using bias_type = tensor<T, typename Order::axis, Hidden>;
  using state_type = tensor<T, Hidden>;
  using input_tensor = tensor<T, In>;
  ATTN_MEMBERS(gru_cell, (input_type, weight_ih), (hidden_type, weight_hh), (bias_type, bias_ih),
               (bias_type, bias_hh));

  template <class X, class State>
    requires attn::detail::is_tensor<X>
  ATTN_ABI constexpr auto gates(const X& x, const State& before) const {
    using call = rules::step_call<X, State, input_tensor, state_type>;
    ATTN_REQUIRE_STEP(call);
    if constexpr (call::all::value) {
      using H = attn::detail::hidden_tensor<State>;
      const H& h = before.value;
      const auto of_x = attn::detail::affine_rows(x, weight_ih, bias_ih);
      const auto of_h = attn::detail::affine_rows(h, weight_hh, bias_hh);
      const auto both = of_x + of_h;
      const H reset = sigmoid(attn::detail::gate_at<H>(Order::reset, both));
      const H update = sigmoid(attn::detail::gate_at<H>(Order::update, both));
      const H from_x = attn::detail::gate_at<H>(Order::candidate, of_x);
      return gru_gates<H>{reset, update, tanh(from_x + recalled(reset, h, of_h))};
    } else {
      return gru_gates<bias_type>{};
    }
  }

  template <class X, class State>
    requires attn::detail::is_tensor<X>
  ATTN_ABI constexpr auto operator()(const X& x, const State& before) const {
    using call = rules::step_call<X, State, input_tensor, state_type>;
    ATTN_REQUIRE_STEP(call);
    if constexpr (call::all::value) {
      using H = attn::detail::hidden_tensor<State>;
      if constexpr (attn::detail::kernel_scalar<T> && std::is_same_v<Reset, linear_before_reset>) {
        if (!std::is_constant_evaluated()) return at_run_time(x, before);
      }
      const auto g = gates(x, before);
      H one(attn::detail::uninitialized);
      for (T& element : one) element = T(1);
      return state_after<H>{multiply(one - g.update, g.candidate) +
                            multiply(g.update, before.value)};
    } else {
      return attn::detail::after_no_step(before);
    }
  }

  // Not a conversion: reports a cell with another order of gates.
  template <class Other>
    requires(!std::is_same_v<Order, Other>)
  ATTN_ABI constexpr operator gru_cell<T, In, Hidden, Other, Reset, Weights>() const {
    using call =
        rules::single_rule_call<rules::same_gate_order<rules::option<Order>, rules::option<Other>>>;
    ATTN_REQUIRE(call, rule,
                 "attn::nn::gru_cell: the gates have another order; convert with "
                 "in_gate_order<order>(cell)");
    return {};
  }
  ATTN_ABI friend constexpr bool operator==(const gru_cell&, const gru_cell&) = default;

 private:
  friend attn::detail::steps_in_place;

  template <class X, class H>
  ATTN_ABI state_after<H> at_run_time(const X& x, const state_before<H>& before) const {
    state_after<H> after{H(attn::detail::uninitialized)};
    attn::detail::for_units<3, H::volume / Hidden::size, In::size, Hidden::size>(
        *this, x.data(), before.value.data(), units_of(after.value.data(), before.value.data()));
    return after;
  }
  // What becomes of the products of some units. hidden must not overlap h.
  ATTN_ABI auto units_of(T* hidden, const T* h) const {
    return [=, this]<std::size_t Units, std::size_t Apart>(std::size_t row, std::size_t j,
                                                           const T* of_x, const T* of_h) {
      const std::size_t at = row * Hidden::size + j;
      attn::detail::runtime::gru_units<Order, Hidden::size, Units, Apart>(
          hidden + at, {of_x, bias_ih.data() + j, of_h, bias_hh.data() + j}, h + at);
    };
  }
  template <std::size_t Steps, class H>
    requires(attn::detail::kernel_scalar<T> && std::is_same_v<Reset, linear_before_reset>)
  ATTN_ABI void write_steps(T* outputs, H& last, const T* xs, const H& before) const {
    const T* h = before.data();
    attn::detail::for_steps<3, Steps, H::volume / Hidden::size, In::size, Hidden::size>(
        *this, xs, [&](std::size_t, const auto& units) {
          units(h, units_of(outputs, h));
          h = outputs;
          outputs += H::volume;
        });
    for (T& element : last) element = *h++;
  }
  // What the candidate is told of the state.
  template <class H, class Sums>
  ATTN_ABI constexpr H recalled(const H& reset, const H& h, const Sums& of_h) const {
    if constexpr (std::is_same_v<Reset, linear_before_reset>) {
      return multiply(reset, attn::detail::gate_at<H>(Order::candidate, of_h));
    } else {
      const H kept = multiply(reset, h);
      if constexpr (std::is_same_v<Weights, plain_weights>)
        return attn::detail::affine_rows_as<H>(kept, select<0>(weight_hh, Order::candidate),
                                               select<0>(bias_hh, Order::candidate));
      else  // packed, the gates are not apart
        return attn::detail::gate_at<H>(Order::candidate,
                                        attn::detail::affine_rows(kept, weight_hh, bias_hh));
    }
  }
};

}  // namespace nn

// The same cell with its gates in another order. The bits of every step stay the same.
template <class To, class T, class In, class Hidden, class From, class Reset>
ATTN_ABI constexpr auto in_gate_order(const nn::gru_cell<T, In, Hidden, From, Reset>& cell) {
  using call = rules::single_rule_call<rules::is_gate_order<rules::option<To>, rules::size<3>>>;
  ATTN_REQUIRE(call, rule,
               "attn::in_gate_order<order>(cell): the gate order of a GRU is gate_order::rzn "
               "(PyTorch) or gate_order::zrh (ONNX, Keras)");
  if constexpr (call::all::value)
    return nn::gru_cell<T, In, Hidden, To, Reset>{detail::gates_reordered<To, From>(cell.weight_ih),
                                                  detail::gates_reordered<To, From>(cell.weight_hh),
                                                  detail::gates_reordered<To, From>(cell.bias_ih),
                                                  detail::gates_reordered<To, From>(cell.bias_hh)};
  else
    return cell;
}

}  // namespace attn
ATTN_STRICT_FP_END
