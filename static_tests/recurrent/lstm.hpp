// SPDX-License-Identifier: BSL-1.0
// Behaviours of lstm, gru of attn/recurrent/.
#pragma once

#include "static_tests/reference/seed2_recurrent.hpp"
#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::recurrent_lstm_tests {
using batch = axis<"batch", 3>;
using in = axis<"in", 2>;
using kept = axis<"kept", 5>;

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

// All sizes differ, 4 gates included; the numbers are mpmath's.
template <class T> constexpr auto companion_cell_of_lstm() {
  using order = gate_order::ifgo::axis;
  return nn::lstm_cell<T, in, kept>{pattern<tensor<T, order, kept, in>>(3),
      pattern<tensor<T, order, kept, dim<5>>>(5), pattern<tensor<T, order, kept>>(7),
      pattern<tensor<T, order, kept>>(11)};
}

template <class T, class Reset> constexpr auto companion_cell() {
  using order = gate_order::rzn::axis;
  return nn::gru_cell<T, in, kept, gate_order::rzn, Reset>{pattern<tensor<T, order, kept, in>>(3),
      pattern<tensor<T, order, kept, dim<5>>>(5), pattern<tensor<T, order, kept>>(7),
      pattern<tensor<T, order, kept>>(11)};
}

// Another order is other memory and the same cell.
template <class T, class Reset> constexpr void gate_orders(report& r) {
  const auto cell = launder(companion_cell<T, Reset>());
  const auto onnx = in_gate_order<gate_order::zrh>(cell);
  has_type<nn::gru_cell<T, in, kept, gate_order::zrh, Reset>>(onnx);
  r.check(onnx.weight_ih(0, 3, 1) == cell.weight_ih(1, 3, 1));  // update
  r.check(onnx.weight_hh(1, 4, 0) == cell.weight_hh(0, 4, 0));  // reset
  r.check(onnx.bias_hh(2, 2) == cell.bias_hh(2, 2));            // candidate
  const auto x = pattern<tensor<T, in>>(4);
  const auto before = initial(pattern<tensor<T, kept>>(6));
  r.same(onnx(x, before).value, cell(x, before).value);
  r.check(in_gate_order<gate_order::rzn>(onnx) == cell);
}

template <class Reset> constexpr void an_archetype_will_do(report& r) {
  const auto cell = made_up<nn::gru_cell<double, in, kept, gate_order::zrh, Reset>>(4);
  const auto x = launder(filled<tensor<double, in>>(5));
  const auto h = launder(filled<tensor<double, kept>>(6));
  const auto a = as_archetype_model(cell)(as_archetype(x), initial(as_archetype(h)));
  r.same(values_of(a.value), cell(x, initial(h)).value);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/recurrent/lstm.hpp promises.
  // S33: every gate, the new cell state and the new hidden state.
  tests.executed<float, double>("S33: reference", []<class T>(report& r) {
    using namespace reference::seed2_lstm_step;
    const auto cell = launder(from_pytorch<T, dim<4>, dim<3>>(W_ih, W_hh, b_ih, b_hh));
    const auto before = initial(lstm_state{as<T>(h0), as<T>(c0)});
    const auto gates = cell.gates(as<T>(x), before);
    r.check(near(gates.input, i) && near(gates.forget, f));
    r.check(near(gates.candidate, g) && near(gates.output, o));
    const auto after = cell(as<T>(x), before);
    r.check(near(after.value.cell, c) && near(after.value.hidden, h));
    r.same(hidden_state(after), multiply(gates.output, tanh(after.value.cell)));
    r.bits(after.value.cell);
    r.bits(after.value.hidden);
  });
  tests.executed<float, double>("companion", []<class T>(report& r) {
    const auto cell = launder(companion_cell_of_lstm<T>());
    const auto x = pattern<tensor<T, batch, in>>(4);
    const lstm_state state{pattern<tensor<T, batch, kept>>(6), pattern<tensor<T, batch, kept>>(9)};
    const auto after = cell(x, initial(state));
    has_type<state_after<lstm_state<tensor<T, batch, kept>>>>(after);
    r.check(allclose(
        after.value.hidden, as<T>(tensor<double, batch, kept>{
                                {-0.19085091985678093, 0.018215531566921118, -0.022105748792696733,
                                    0.07015167239598989, -0.19273140910177447},
                                {0.010309855852660837, -0.21412786891147298, 0.13410621107160428,
                                    -0.11957511394482095, -0.0728503017482672},
                                {-0.051947739063436985, 0.049068482386520285, 0.06326937455594492,
                                    -0.032147980115845375, 0.11926428557275986}})));
    r.check(allclose(
        after.value.cell, as<T>(tensor<double, batch, kept>{
                              {-0.3791034121033424, 0.04403252410487584, -0.060075989035074634,
                                  0.13664022416256824, -0.5198315184663022},
                              {0.01951799905357548, -0.49441837279358414, 0.5033252276903954,
                                  -0.25474377404884535, -0.10582424421641322},
                              {-0.1261575802702371, 0.08365245656049215, 0.33102196924251626,
                                  -0.05447004187032592, 0.2508585065991118}})));
    const lstm_state row{select<"batch">(state.hidden, 2), select<"batch">(state.cell, 2)};
    const auto alone = cell(select<"batch">(x, 2), initial(row));
    r.same(alone.value.hidden, select<"batch">(after.value.hidden, 2));
    r.same(alone.value.cell, select<"batch">(after.value.cell, 2));
    r.bits(after.value.hidden);
  });
  // S33: where the forget gate is 1 and the input gate 0, the cell state comes out
  // as it went in, bit for bit, whatever the input and the hidden state are.
  tests.executed<float, double>("S33: unchanged state", []<class T>(report& r) {
    auto cell = made_up<nn::lstm_cell<T, in, kept>>(7);
    for (std::size_t j = 0; j < kept::size; ++j) {
      cell.bias_ih(gate_order::ifgo::forget, j) = T(1000);
      cell.bias_ih(gate_order::ifgo::input, j) = T(-1000);
    }
    cell = launder(cell);
    auto before =
        initial(lstm_state{filled<tensor<T, kept>>(8), filled<tensor<T, kept>>(9, T(1e6))});
    const auto loaded = before.value.cell;
    const auto gates = cell.gates(tensor<T, in>{3, -2}, before);
    r.check(gates.forget == tensor<T, kept>{1, 1, 1, 1, 1});
    r.check(gates.input == tensor<T, kept>{});
    for (int t = 0; t < 3; ++t) {
      const auto after = cell(filled<tensor<T, in>>(10 + static_cast<unsigned>(t), T(4)), before);
      r.same(after.value.cell, loaded);
      r.check(!bitwise_equal(after.value.hidden, before.value.hidden));
      before = advance(after);
    }
    r.bits(before.value.hidden);
  });
  // Another order is other memory and the same cell.
  tests.executed<float, double>("gate orders", []<class T>(report& r) {
    const auto cell = launder(companion_cell_of_lstm<T>());
    const auto onnx = in_gate_order<gate_order::iofc>(cell);
    has_type<nn::lstm_cell<T, in, kept, gate_order::iofc>>(onnx);
    r.check(onnx.weight_ih(1, 3, 1) == cell.weight_ih(3, 3, 1));  // output
    r.check(onnx.weight_hh(2, 4, 0) == cell.weight_hh(1, 4, 0));  // forget
    r.check(onnx.bias_hh(3, 2) == cell.bias_hh(2, 2));            // candidate
    const auto x = pattern<tensor<T, in>>(4);
    const auto before =
        initial(lstm_state{pattern<tensor<T, kept>>(6), pattern<tensor<T, kept>>(9)});
    r.check(onnx(x, before) == cell(x, before));
    r.same(onnx(x, before).value.hidden, cell(x, before).value.hidden);
    r.check(in_gate_order<gate_order::ifgo>(onnx) == cell);
    r.check(in_gate_order<gate_order::ifco>(cell) == cell);  // Keras' order is PyTorch's
    r.bits(onnx(x, before).value.cell);
  });
  // A gate is a linear layer of x and one of h, added in this order, and its function.
  tests.executed<float, double>("gates are layers", []<class T>(report& r) {
    const auto cell = launder(made_up<nn::lstm_cell<T, in, kept, gate_order::iofc>>(31));
    const auto x = filled<tensor<T, in>>(32);
    const auto h = filled<tensor<T, kept>>(33), c = filled<tensor<T, kept>>(34);
    const auto layer = [&](int gate) {
      return linear<output_by_input>(
                 x, attn::select<0>(cell.weight_ih, gate), attn::select<0>(cell.bias_ih, gate)) +
             linear<output_by_input>(unnamed(h), attn::select<0>(cell.weight_hh, gate),
                 attn::select<0>(cell.bias_hh, gate));
    };
    const auto gates = cell.gates(x, initial(lstm_state{h, c}));
    r.same(gates.input, sigmoid(layer(0)));
    r.same(gates.output, sigmoid(layer(1)));
    r.same(gates.forget, sigmoid(layer(2)));
    r.same(gates.candidate, tanh(layer(3)));
    const auto after = cell(x, initial(lstm_state{h, c}));
    r.same(after.value.cell, multiply(gates.forget, c) + multiply(gates.input, gates.candidate));
    r.bits(after.value.hidden);
  });
  tests.proved("names", [](report& r) {
    using cell_type = nn::lstm_cell<float, in, kept>;
    const auto cell = made_up<cell_type>(1);
    r.check(parameter<"weight_ih">(cell) == cell.weight_ih);
    r.check(parameter<"weight_hh">(cell) == cell.weight_hh);
    r.check(
        parameter<"bias_ih">(cell) == cell.bias_ih && parameter<"bias_hh">(cell) == cell.bias_hh);
    static_assert(parameter_count<cell_type> == 4 * (5 * 2 + 5 * 5 + 2 * 5));
    static_assert(std::is_same_v<decltype(as<double>(cell)), nn::lstm_cell<double, in, kept>>);
    static_assert(std::is_same_v<decltype(as<double>(cell_type::state_type{})),
        lstm_state<tensor<double, kept>>>);
    static_assert(
        std::is_same_v<decltype(cell.gates(tensor<float, in>{}, initial<cell_type::state_type>())),
            lstm_gates<tensor<float, kept>>>);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto cell = made_up<nn::lstm_cell<double, in, kept>>(4);
    const auto x = launder(filled<tensor<double, in>>(5));
    const auto h = launder(filled<tensor<double, kept>>(6)), c = filled<tensor<double, kept>>(7);
    const auto a = as_archetype_model(cell)(
        as_archetype(x), initial(lstm_state{as_archetype(h), as_archetype(c)}));
    const auto d = cell(x, initial(lstm_state{h, c}));
    r.same(values_of(a.value.hidden), d.value.hidden);
    r.same(values_of(a.value.cell), d.value.cell);
  });
  // What attn/recurrent/gru.hpp promises.
  // S34: every gate and the new state.
  tests.executed<float, double>("S34: reference", []<class T>() {
    using namespace reference::seed2_gru_step;
    report rep;
    using gates = gate_order::rzn::axis;
    const auto cell = launder(nn::gru_cell<T, dim<3>, dim<4>>{split<0, gates, dim<4>>(as<T>(W_ih)),
        split<0, gates, dim<4>>(as<T>(W_hh)), split<0, gates, dim<4>>(as<T>(b_ih)),
        split<0, gates, dim<4>>(as<T>(b_hh))});
    const auto before = initial(as<T>(h0));
    const auto found = cell.gates(as<T>(x), before);
    rep.check(near(found.reset, r) && near(found.update, z) && near(found.candidate, n));
    const auto after = cell(as<T>(x), before);
    rep.check(near(after.value, h));
    rep.bits(after.value);
    return rep;
  });
  // All sizes differ, 3 gates and 3 rows excepted; the numbers are mpmath's.
  tests.executed<float, double>("companion", []<class T>(report& r) {
    const auto x = launder(pattern<tensor<T, batch, in>>(4));
    const auto h = launder(pattern<tensor<T, batch, kept>>(6));
    const auto cell = companion_cell<T, linear_before_reset>();
    const auto after = cell(x, initial(h));
    has_type<state_after<tensor<T, batch, kept>>>(after);
    r.check(
        allclose(after.value, as<T>(tensor<double, batch, kept>{
                                  {-0.4949441407003366, -0.08247233869264183, 0.352972429952986,
                                      -0.1365990091458839, -0.08801819461278051},
                                  {-0.07790937820530836, -0.3595534437709121, 0.20892530825403813,
                                      0.03326859839057448, -0.2825828210349078},
                                  {-0.2405666761944639, 0.2502098066877738, 0.12700788128914084,
                                      -0.11163693521283284, 0.5372863617064452}})));
    // The same weights, and the reset before the matrix: another function.
    const auto reset_first = companion_cell<T, reset_before_linear>()(x, initial(h));
    r.check(allclose(
        reset_first.value, as<T>(tensor<double, batch, kept>{
                               {-0.4998726128876072, -0.1573721045867653, 0.3859464241631117,
                                   -0.19604011002195473, -0.13122071156603055},
                               {-0.08499596585515316, -0.40095145070347366, 0.2408174279556961,
                                   0.03560492244755924, -0.32390832663972874},
                               {-0.24216297181858454, 0.1835026353138584, 0.16535779906206358,
                                   -0.1113740764671893, 0.47476069381725033}})));
    r.same(select<"batch">(after.value, 1),
        cell(select<"batch">(x, 1), initial(select<"batch">(h, 1))).value);
    r.bits(after.value);
    r.bits(reset_first.value);
  });
  tests.executed(
      "gate orders, float", [](report& r) { gate_orders<float, linear_before_reset>(r); });
  tests.executed(
      "gate orders, double", [](report& r) { gate_orders<double, reset_before_linear>(r); });
  // Where z = 1, nothing is new.
  tests.executed<float, double>("unchanged state", []<class T>(report& r) {
    auto cell = made_up<nn::gru_cell<T, in, kept>>(7);
    for (std::size_t j = 0; j < kept::size; ++j) cell.bias_ih(gate_order::rzn::update, j) = T(1000);
    const auto before = initial(launder(filled<tensor<T, kept>>(8)));
    r.same(cell(tensor<T, in>{3, -2}, before).value, before.value);
  });
  tests.proved("names", [](report& r) {
    using cell_type = nn::gru_cell<float, in, kept>;
    const auto cell = made_up<cell_type>(1);
    r.check(parameter<"weight_ih">(cell) == cell.weight_ih);
    r.check(parameter<"weight_hh">(cell) == cell.weight_hh);
    r.check(
        parameter<"bias_ih">(cell) == cell.bias_ih && parameter<"bias_hh">(cell) == cell.bias_hh);
    static_assert(parameter_count<cell_type> == 3 * (5 * 2 + 5 * 5 + 2 * 5));
    static_assert(std::is_same_v<decltype(as<double>(cell)), nn::gru_cell<double, in, kept>>);
    static_assert(
        std::is_same_v<decltype(cell.gates(tensor<float, in>{}, initial<cell_type::state_type>())),
            gru_gates<tensor<float, kept>>>);
    using rules::is_reset, rules::option;
    r.check(is_reset<option<linear_before_reset>>::value &&
            is_reset<option<reset_before_linear>>::value);
    r.check(!is_reset<option<gate_order::zrh>>::value && !is_reset<linear_before_reset>::value);
  });
  tests.proved(
      "an archetype will do", [](report& r) { an_archetype_will_do<linear_before_reset>(r); });
  tests.proved("an archetype will do, reset first",
      [](report& r) { an_archetype_will_do<reset_before_linear>(r); });
};
}  // namespace attn_tests::recurrent_lstm_tests
