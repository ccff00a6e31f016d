// SPDX-License-Identifier: BSL-1.0
// Behaviours of packed, cost of attn/recurrent/.
#pragma once

#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::recurrent_packed_tests {
using time = axis<"time", 3>;
using in_2 = axis<"in", 2>;
using in_5 = axis<"in", 5>;
using X = tensor<double, in_5>;
using XX = tensor<double, batch, in_5>;
using H = tensor<double, hidden>;
using HH = tensor<double, batch, hidden>;

// A step of one row and of two, a sequence, and what one row costs by hand.
template <class Cell, class S, class SS>
constexpr void check_cell(report& r, const operation_count& by_hand) {
  constexpr operation_count constant = cost_of<Cell, X, state_before<S>>();
  r.check(constant == by_hand);
  const auto step = [](const auto& cell, const auto& x, const auto& s) {
    return cell(x, initial(s));
  };
  cost_is_counted(r, constant, step, Cell{}, X{}, S{});
  r.check(cost_of<Cell, XX, state_before<SS>>() == 2 * by_hand);
  cost_is_counted(r, 2 * by_hand, step, Cell{}, XX{}, SS{});
  using Xs = tensor<double, time, in_5>;
  const auto steps = [](const auto& cell, const auto& xs, const auto& s) {
    return unroll(cell, xs, initial(s));
  };
  r.check(cost::unroll<Cell, Xs, state_before<S>>() == 3 * by_hand);
  cost_is_counted(r, 3 * by_hand, steps, Cell{}, Xs{}, S{});
}

// 4 sums of 5 products, 4 of 4, 2 biases.
inline constexpr operation_count one_gate{
    .additions = 4 * (4 + 3 + 1 + 2), .multiplications = 4 * (5 + 4)};

// Every parameter other numbers, all of them small enough that no gate is only open or shut.
template <class Cell> constexpr Cell filled() {
  unsigned seed = 3;
  return map_parameters(
      [&seed](const auto& x) {
        using T = typename std::remove_cvref_t<decltype(x)>::value_type;
        return pattern<std::remove_cvref_t<decltype(x)>>(seed += 2) * T(0.0625);
      },
      Cell{});
}

template <class T, std::size_t Batch, std::size_t In, std::size_t Hidden, class Order>
constexpr report lstm() {
  using rows = tensor<T, axis<"batch", Batch>, axis<"hidden", Hidden>>;
  report r;
  const auto cell =
      launder(filled<nn::lstm_cell<T, axis<"in", In>, axis<"hidden", Hidden>, Order>>());
  const auto fast = packed(cell);
  const auto x = pattern<tensor<T, axis<"batch", Batch>, axis<"in", In>>>(5);
  const auto before = initial(lstm_state{pattern<rows>(7), pattern<rows>(9)});
  const auto gates = cell.gates(x, before);
  const rows kept =
      multiply(gates.forget, before.value.cell) + multiply(gates.input, gates.candidate);
  const auto after = cell(x, before);
  r.same(after.value.cell, kept);
  r.same(after.value.hidden, multiply(gates.output, tanh(kept)));
  const auto of_packed = fast(x, before);
  r.same(of_packed.value.cell, kept);
  r.same(of_packed.value.hidden, after.value.hidden);
  r.check(packed(fast) == fast);
  return r;
}

template <class T, std::size_t Batch, std::size_t In, std::size_t Hidden, class Order, class Reset>
constexpr report gru() {
  using rows = tensor<T, axis<"batch", Batch>, axis<"hidden", Hidden>>;
  report r;
  const auto cell =
      launder(filled<nn::gru_cell<T, axis<"in", In>, axis<"hidden", Hidden>, Order, Reset>>());
  const auto fast = packed(cell);
  const auto x = pattern<tensor<T, axis<"batch", Batch>, axis<"in", In>>>(5);
  const auto before = initial(pattern<rows>(7));
  const auto gates = cell.gates(x, before);
  rows one;
  for (T& element : one) element = 1;
  const rows wanted =
      multiply(one - gates.update, gates.candidate) + multiply(gates.update, before.value);
  r.same(cell(x, before).value, wanted);
  r.same(fast(x, before).value, wanted);
  r.bits(fast.gates(x, before).candidate);
  return r;
}

template <class T, std::size_t Batch, std::size_t In, std::size_t Hidden, class Activation>
constexpr report rnn() {
  using hidden = axis<"hidden", Hidden>;
  using rows = tensor<T, axis<"batch", Batch>, hidden>;
  report r;
  const auto cell = launder(filled<nn::rnn_cell<T, axis<"in", In>, hidden, Activation>>());
  const auto fast = packed(cell);
  const auto x = pattern<tensor<T, axis<"batch", Batch>, axis<"in", In>>>(5);
  const auto before = initial(pattern<rows>(7));
  const auto after = fast(x, before);
  r.same(after.value, cell(x, before).value);
  r.check(packed(fast) == fast);
  const auto xs = pattern<tensor<T, axis<"time", 4>, axis<"in", In>>>(3);
  const auto now = initial(pattern<tensor<T, hidden>>(9));
  const auto all = unroll(cell, xs, now);
  r.check(unroll(fast, xs, now) == all);
  r.same(select<0>(all.outputs, 0), cell(select<0>(xs, 0), now).value);
  return r;
}

template <class Cell, class Rows> constexpr auto state_of() {
  if constexpr (requires { Cell::state_type::cell; })
    return initial(lstm_state{pattern<Rows>(7), pattern<Rows>(9)});
  else
    return initial(pattern<Rows>(7));
}

// A sequence: packed by unroll or plain, packed before, and the steps of the plain cell one by one.
template <class Cell, std::size_t Steps, std::size_t Batch>
constexpr void check_sequence(report& r) {
  using T = typename Cell::input_tensor::value_type;
  constexpr std::size_t width = Cell::bias_type::volume / Cell::order::axis::size;
  using rows = tensor<T, dim<Batch>, axis<"hidden", width>>;
  const auto cell = launder(filled<Cell>());
  const auto xs =
      pattern<tensor<T, axis<"time", Steps>, dim<Batch>, axis<"in", Cell::input_tensor::volume>>>(
          5);
  auto now = state_of<Cell, rows>();
  const auto all = unroll<"time">(cell, xs, now);
  r.check(unroll<"time">(packed(cell), xs, now) == all);
  for (std::size_t t = 0; t < Steps; ++t) {
    const auto after = cell(select<"time">(xs, t), now);
    r.same(select<"time">(all.outputs, t), hidden_state(after));
    if (t + 1 == Steps) r.check(all.last == after);
    now = advance(after);
  }
  r.bits(all.outputs);
}

// Weights in small numbers: the cell of the floats that they mean, in rows and packed.
template <class Cell, std::size_t Batch, class Format, class Scales = void>
constexpr void check_small(report& r) {
  constexpr std::size_t width = attn::last_axis<typename Cell::bias_type::shape_type>::size;
  using rows = tensor<float, dim<Batch>, axis<"hidden", width>>;
  const auto cell = launder(filled<Cell>());
  const auto small = launder(quantized<Format, Scales>(cell));
  has_type<with_weights<Cell, Format, Scales>>(small);
  const Cell meant = as<float>(small);
  r.check(meant.bias_ih == cell.bias_ih && allclose(meant.weight_hh, cell.weight_hh, 0, 0.05f));
  const auto before = state_of<Cell, rows>();
  const auto xs =
      pattern<tensor<float, axis<"time", 3>, dim<Batch>, axis<"in", Cell::input_tensor::volume>>>(
          5);
  const auto all = unroll<"time">(meant, xs, before);
  r.check(unroll<"time">(small, xs, before) == all);
  r.check(unroll<"time">(packed(small), xs, before) == all);
  r.bits(all.outputs);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/layers/packed.hpp promises of cells: the steps of the plain cell, which has the bits
  // of the formulas over tensors, whatever evaluates them.
  tests.executed("lstm, float", [] { return lstm<float, 3, 2, 5, gate_order::ifgo>(); });
  tests.executed(
      "lstm, whole lines of float", [] { return lstm<float, 2, 3, 16, gate_order::iofc>(); });
  tests.executed(
      "lstm, whole lines of double", [] { return lstm<double, 3, 5, 8, gate_order::ifgo>(); });
  tests.executed("lstm, double", [] { return lstm<double, 1, 1, 1, gate_order::iofc>(); });
  tests.executed(
      "gru, float", [] { return gru<float, 3, 2, 5, gate_order::rzn, linear_before_reset>(); });
  tests.executed("gru, whole lines of float",
      [] { return gru<float, 2, 3, 16, gate_order::zrh, linear_before_reset>(); });
  tests.executed("gru, whole lines of double",
      [] { return gru<double, 3, 5, 8, gate_order::rzn, reset_before_linear>(); });
  tests.executed(
      "gru, double", [] { return gru<double, 1, 4, 7, gate_order::zrh, reset_before_linear>(); });
  tests.executed("rnn, float", [] { return rnn<float, 3, 2, 5, act::tanh>(); });
  tests.executed("rnn, whole lines of float", [] { return rnn<float, 1, 3, 16, act::relu>(); });
  tests.executed("rnn, double", [] { return rnn<double, 2, 7, 11, act::tanh>(); });
  tests.executed("lstm, a row of some vectors and a part",
      [] { return lstm<float, 1, 3, 21, gate_order::ifgo>(); });
  tests.executed("gru, a row of some vectors and a part",
      [] { return gru<double, 1, 2, 11, gate_order::zrh, linear_before_reset>(); });
  tests.executed<float, double>("sequences", []<class T>(report& r) {
    using in = axis<"in", 2>;
    check_sequence<nn::lstm_cell<T, in, axis<"hidden", 3>>, 4, 1>(r);
    check_sequence<nn::lstm_cell<T, in, axis<"hidden", 5>>, 3, 1>(r);
    check_sequence<nn::lstm_cell<T, in, axis<"hidden", 5>>, 1, 2>(r);
    check_sequence<nn::gru_cell<T, in, axis<"hidden", 5>>, 2, 1>(r);
    check_sequence<nn::gru_cell<T, in, axis<"hidden", 3>>, 3, 2>(r);
  });
  tests.executed("small numbers", [](report& r) {
    check_small<nn::lstm_cell<float, in_2, axis<"hidden", 5>>, 1, int8, per_row>(r);
    check_small<nn::gru_cell<float, in_2, axis<"hidden", 3>, gate_order::zrh, reset_before_linear>,
        2, bfloat16>(r);
    check_small<nn::rnn_cell<float, in_2, axis<"hidden", 4>>, 1, int4, per_group<2>>(r);
  });
  // The inputs and the state become integers; the numbers are near, and the same everywhere.
  tests.executed("integer products", [](report& r) {
    const auto cell = launder(filled<nn::gru_cell<float, in_2, axis<"hidden", 5>>>());
    const auto small = quantized<int8_dynamic, per_row>(cell);
    const auto x = pattern<tensor<float, in_2>>(5);
    const auto before = initial(pattern<tensor<float, axis<"hidden", 5>>>(7));
    const auto after = small(x, before);
    r.same(after.value, packed(small)(x, before).value);
    r.check(allclose(after.value, cell(x, before).value, 0.0f, 0.02f));
  });
  // What the costs of attn/recurrent/ promise: what counted numbers execute, and figures by hand.
  tests.proved("rnn", [](report& r) {
    check_cell<nn::rnn_cell<double, in_5, hidden>, H, HH>(
        r, one_gate + operation_count{.hyperbolic_tangents = 4});
    check_cell<nn::rnn_cell<double, in_5, hidden, act::relu>, H, HH>(
        r, one_gate + operation_count{.comparisons = 4});
  });
  tests.proved("lstm", [](report& r) {
    check_cell<nn::lstm_cell<double, in_5, hidden>, lstm_state<H>, lstm_state<HH>>(r,
        4 * one_gate +
            operation_count{
                .additions = 4, .multiplications = 12, .hyperbolic_tangents = 8, .sigmoids = 12});
  });
  tests.proved("gru", [](report& r) {
    const operation_count torch = 3 * one_gate + operation_count{.additions = 12,
                                                     .multiplications = 12,
                                                     .hyperbolic_tangents = 4,
                                                     .sigmoids = 8};
    check_cell<nn::gru_cell<double, in_5, hidden>, H, HH>(r, torch);
    check_cell<nn::gru_cell<double, in_5, hidden, gate_order::zrh, reset_before_linear>, H, HH>(
        r, torch + operation_count{.additions = 16, .multiplications = 16});
  });
  tests.proved("steps without a cell", [](report& r) {
    using W = tensor<double, hidden, in_5>;
    using U = tensor<double, hidden, dim<4>>;
    using state = state_before<H>;
    const auto step = [](const auto& x, const auto& h, const auto&... w) {
      return rnn_step(x, initial(h), w...);
    };
    constexpr operation_count bare = cost::rnn_step<act::tanh, X, state, W, U>();
    constexpr operation_count two = cost::rnn_step<act::tanh, X, state, W, U, H, H>();
    cost_is_counted(r, bare, step, X{}, H{}, W{}, U{});
    cost_is_counted(
        r, cost::rnn_step<act::tanh, X, state, W, U, H>(), step, X{}, H{}, W{}, U{}, H{});
    cost_is_counted(r, two, step, X{}, H{}, W{}, U{}, H{}, H{});
    r.check(two == bare + operation_count{.additions = 8});
    using Xs = tensor<double, batch, time, in_5>;
    using cell = nn::rnn_cell<double, in_5, hidden>;
    const auto steps = [](const auto& c, const auto& xs, const auto& h) {
      return unroll<"time">(c, xs, initial(h));
    };
    constexpr operation_count all = cost::unroll<cell, Xs, state_before<HH>, "time">();
    static_assert(all == 6 * two);
    cost_is_counted(r, all, steps, cell{}, Xs{}, HH{});
  });
};
}  // namespace attn_tests::recurrent_packed_tests
