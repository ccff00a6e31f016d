// SPDX-License-Identifier: BSL-1.0
// What attn/recurrent/lstm.hpp promises.
#pragma once

#include <attn/ops/slice.hpp>
#include <attn/ops/split.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/reference/seed2_lstm_step.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::lstm_tests {

using namespace attn;
using in = axis<"in", 2>;
using kept = axis<"kept", 5>;
using batch = axis<"batch", 3>;

// A cell from PyTorch's matrices, (4 * hidden, in) and so on.
template <class T, class Hidden, class In, class Wih, class Whh, class B>
constexpr auto from_pytorch(const Wih& w_ih, const Whh& w_hh, const B& b_ih, const B& b_hh) {
  using gates = gate_order::ifgo::axis;
  nn::lstm_cell<T, In, Hidden> cell;
  cell.weight_ih = with_axes<gates, Hidden, In>(split<0, gates, Hidden>(as<T>(w_ih)));
  cell.weight_hh = split<0, gates, Hidden>(as<T>(w_hh));
  cell.bias_ih = split<0, gates, Hidden>(as<T>(b_ih));
  cell.bias_hh = split<0, gates, Hidden>(as<T>(b_hh));
  return cell;
}

// S33: every gate, the new cell state and the new hidden state.
template <class T>
constexpr report reference_step() {
  using namespace reference::seed2_lstm_step;
  report r;
  const auto cell = launder(from_pytorch<T, dim<4>, dim<3>>(W_ih, W_hh, b_ih, b_hh));
  const auto before = initial(lstm_state{as<T>(h0), as<T>(c0)});
  const auto gates = cell.gates(as<T>(x), before);
  r.check(near(gates.input, i) && near(gates.forget, f));
  r.check(near(gates.candidate, g) && near(gates.output, o));
  const auto after = cell(as<T>(x), before);
  r.check(near(after.value.cell, c) && near(after.value.hidden, h));
  r.check(bitwise_equal(hidden_state(after), multiply(gates.output, tanh(after.value.cell))));
  r.bits(after.value.cell);
  r.bits(after.value.hidden);
  return r;
}

// All sizes differ, 4 gates included; the numbers are mpmath's.
template <class T>
constexpr auto companion_cell() {
  using order = gate_order::ifgo::axis;
  return nn::lstm_cell<T, in, kept>{
      pattern<tensor<T, order, kept, in>>(3), pattern<tensor<T, order, kept, dim<5>>>(5),
      pattern<tensor<T, order, kept>>(7), pattern<tensor<T, order, kept>>(11)};
}
template <class T>
constexpr report companion() {
  report r;
  const auto cell = launder(companion_cell<T>());
  const auto x = pattern<tensor<T, batch, in>>(4);
  const lstm_state state{pattern<tensor<T, batch, kept>>(6), pattern<tensor<T, batch, kept>>(9)};
  const auto after = cell(x, initial(state));
  static_assert(
      std::is_same_v<decltype(after), const state_after<lstm_state<tensor<T, batch, kept>>>>);
  r.check(allclose(after.value.hidden,
                   as<T>(tensor<double, batch, kept>{
                       {-0.19085091985678093, 0.018215531566921118, -0.022105748792696733,
                        0.07015167239598989, -0.19273140910177447},
                       {0.010309855852660837, -0.21412786891147298, 0.13410621107160428,
                        -0.11957511394482095, -0.0728503017482672},
                       {-0.051947739063436985, 0.049068482386520285, 0.06326937455594492,
                        -0.032147980115845375, 0.11926428557275986}})));
  r.check(allclose(after.value.cell,
                   as<T>(tensor<double, batch, kept>{
                       {-0.3791034121033424, 0.04403252410487584, -0.060075989035074634,
                        0.13664022416256824, -0.5198315184663022},
                       {0.01951799905357548, -0.49441837279358414, 0.5033252276903954,
                        -0.25474377404884535, -0.10582424421641322},
                       {-0.1261575802702371, 0.08365245656049215, 0.33102196924251626,
                        -0.05447004187032592, 0.2508585065991118}})));
  const lstm_state row{select<"batch">(state.hidden, 2), select<"batch">(state.cell, 2)};
  const auto alone = cell(select<"batch">(x, 2), initial(row));
  r.check(bitwise_equal(alone.value.hidden, select<"batch">(after.value.hidden, 2)));
  r.check(bitwise_equal(alone.value.cell, select<"batch">(after.value.cell, 2)));
  r.bits(after.value.hidden);
  return r;
}

// S33: where the forget gate is 1 and the input gate 0, the cell state comes out
// as it went in, bit for bit, whatever the input and the hidden state are.
template <class T>
constexpr report unchanged_state() {
  report r;
  auto cell = made_up<nn::lstm_cell<T, in, kept>>(7);
  for (std::size_t j = 0; j < kept::size; ++j) {
    cell.bias_ih(gate_order::ifgo::forget, j) = T(1000);
    cell.bias_ih(gate_order::ifgo::input, j) = T(-1000);
  }
  cell = launder(cell);
  auto before = initial(lstm_state{filled<tensor<T, kept>>(8), filled<tensor<T, kept>>(9, T(1e6))});
  const auto loaded = before.value.cell;
  const auto gates = cell.gates(tensor<T, in>{3, -2}, before);
  r.check(gates.forget == tensor<T, kept>{1, 1, 1, 1, 1});
  r.check(gates.input == tensor<T, kept>{});
  for (int t = 0; t < 3; ++t) {
    const auto after = cell(filled<tensor<T, in>>(10 + static_cast<unsigned>(t), T(4)), before);
    r.check(bitwise_equal(after.value.cell, loaded));
    r.check(!bitwise_equal(after.value.hidden, before.value.hidden));
    before = advance(after);
  }
  r.bits(before.value.hidden);
  return r;
}

// Another order is other memory and the same cell.
template <class T>
constexpr report gate_orders() {
  report r;
  const auto cell = launder(companion_cell<T>());
  const auto onnx = in_gate_order<gate_order::iofc>(cell);
  static_assert(std::is_same_v<decltype(onnx), const nn::lstm_cell<T, in, kept, gate_order::iofc>>);
  r.check(onnx.weight_ih(1, 3, 1) == cell.weight_ih(3, 3, 1));  // output
  r.check(onnx.weight_hh(2, 4, 0) == cell.weight_hh(1, 4, 0));  // forget
  r.check(onnx.bias_hh(3, 2) == cell.bias_hh(2, 2));            // candidate
  const auto x = pattern<tensor<T, in>>(4);
  const auto before = initial(lstm_state{pattern<tensor<T, kept>>(6), pattern<tensor<T, kept>>(9)});
  r.check(onnx(x, before) == cell(x, before));
  r.check(bitwise_equal(onnx(x, before).value.hidden, cell(x, before).value.hidden));
  r.check(in_gate_order<gate_order::ifgo>(onnx) == cell);
  r.check(in_gate_order<gate_order::ifco>(cell) == cell);  // Keras' order is PyTorch's
  r.bits(onnx(x, before).value.cell);
  return r;
}

// A gate is a linear layer of x and one of h, added in this order, and its function.
template <class T>
constexpr report gates_are_layers() {
  report r;
  const auto cell = launder(made_up<nn::lstm_cell<T, in, kept, gate_order::iofc>>(31));
  const auto x = filled<tensor<T, in>>(32);
  const auto h = filled<tensor<T, kept>>(33), c = filled<tensor<T, kept>>(34);
  const auto layer = [&](int gate) {
    return linear<output_by_input>(x, attn::select<0>(cell.weight_ih, gate),
                                   attn::select<0>(cell.bias_ih, gate)) +
           linear<output_by_input>(unnamed(h), attn::select<0>(cell.weight_hh, gate),
                                   attn::select<0>(cell.bias_hh, gate));
  };
  const auto gates = cell.gates(x, initial(lstm_state{h, c}));
  r.check(bitwise_equal(gates.input, sigmoid(layer(0))));
  r.check(bitwise_equal(gates.output, sigmoid(layer(1))));
  r.check(bitwise_equal(gates.forget, sigmoid(layer(2))));
  r.check(bitwise_equal(gates.candidate, tanh(layer(3))));
  const auto after = cell(x, initial(lstm_state{h, c}));
  r.check(bitwise_equal(after.value.cell,
                        multiply(gates.forget, c) + multiply(gates.input, gates.candidate)));
  r.bits(after.value.hidden);
  return r;
}

constexpr report names() {
  report r;
  using cell_type = nn::lstm_cell<float, in, kept>;
  const auto cell = made_up<cell_type>(1);
  r.check(parameter<"weight_ih">(cell) == cell.weight_ih);
  r.check(parameter<"weight_hh">(cell) == cell.weight_hh);
  r.check(parameter<"bias_ih">(cell) == cell.bias_ih && parameter<"bias_hh">(cell) == cell.bias_hh);
  static_assert(parameter_count<cell_type> == 4 * (5 * 2 + 5 * 5 + 2 * 5));
  static_assert(std::is_same_v<decltype(as<double>(cell)), nn::lstm_cell<double, in, kept>>);
  static_assert(std::is_same_v<decltype(as<double>(cell_type::state_type{})),
                               lstm_state<tensor<double, kept>>>);
  static_assert(
      std::is_same_v<decltype(cell.gates(tensor<float, in>{}, initial<cell_type::state_type>())),
                     lstm_gates<tensor<float, kept>>>);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto cell = made_up<nn::lstm_cell<double, in, kept>>(4);
  const auto x = launder(filled<tensor<double, in>>(5));
  const auto h = launder(filled<tensor<double, kept>>(6)), c = filled<tensor<double, kept>>(7);
  const auto a = as_archetype_model(cell)(as_archetype(x),
                                          initial(lstm_state{as_archetype(h), as_archetype(c)}));
  const auto d = cell(x, initial(lstm_state{h, c}));
  r.check(bitwise_equal(values_of(a.value.hidden), d.value.hidden));
  r.check(bitwise_equal(values_of(a.value.cell), d.value.cell));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"S33: reference, float", reference_step<float>},
    {"S33: reference, double", reference_step<double>},
    {"companion, float", companion<float>},
    {"companion, double", companion<double>},
    {"S33: unchanged state, float", unchanged_state<float>},
    {"S33: unchanged state, double", unchanged_state<double>},
    {"gate orders, float", gate_orders<float>},
    {"gate orders, double", gate_orders<double>},
    {"gates are layers, float", gates_are_layers<float>},
    {"gates are layers, double", gates_are_layers<double>},
    {"names", names},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::lstm_tests
