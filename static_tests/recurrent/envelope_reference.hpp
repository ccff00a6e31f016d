// SPDX-License-Identifier: BSL-1.0
// What NumPy and PyTorch computed with recurrent cells is within the envelopes of the library's cells:
// every gate, state and sequence of the reference cases; cells with mistakes are not.
#pragma once

#include "static_tests/reference/seed2_recurrent.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::recurrent_envelope_tests {
// --- h' = f(U h + W x + b) ----------------------------------------------------------------------------

namespace rnn {
using namespace reference::seed2_rnn_step;

template <class T, class Act> constexpr auto cell() {
  return launder(nn::rnn_cell<T, dim<3>, dim<4>, Act>{as<T>(W), as<T>(U), as<T>(b), {}});
}
template <class T, class Act>
constexpr void check(report& r, const auto& one, const auto& sequence) {
  using E = envelope<T>;
  const auto f = cell<E, Act>();
  const auto before = initial(as<E>(h0));
  r.check(is_within(number<T>(one), f(as<E>(x), before).value));
  const auto all = unroll(f, as<E>(x_seq), before).outputs;
  r.check(is_within(number<T>(sequence), all));
  const auto steps = [&](const auto& g, const auto& h) {
    return unroll(g, as<T>(x_seq), initial(as<T>(h))).outputs;
  };
  const auto right = cell<T, Act>();
  r.check(is_within(steps(right, h0), all));
  r.check(!is_within(steps(right, tensor<double, dim<4>>{}), all));
  auto wrong = right;
  wrong.bias_ih = {};
  r.check(!is_within(steps(wrong, h0), all));
  wrong = right;
  wrong.weight_hh = transpose(right.weight_hh);
  r.check(!is_within(steps(wrong, h0), all));
}
template <class T> constexpr report steps() {
  report r;
  using E = envelope<T>;
  const auto sums =
      rnn_step<act::identity>(as<E>(x), initial(as<E>(h0)), as<E>(W), as<E>(U), as<E>(b)).value;
  r.check(is_within(number<T>(pre), sums));
  check<T, act::tanh>(r, h_tanh, h_seq_tanh);
  check<T, act::sigmoid>(r, h_sigmoid, h_seq_sigmoid);
  check<T, act::relu>(r, h_relu, h_seq_relu);
  return r;
}
}  // namespace rnn

// --- LSTM ---------------------------------------------------------------------------------------------

template <class T, class Order = gate_order::ifgo>
constexpr auto lstm_of(const auto& w_ih, const auto& w_hh, const auto& b_ih, const auto& b_hh) {
  using gates = typename Order::axis;
  return launder(nn::lstm_cell<T, dim<3>, dim<4>, Order>{split<0, gates, dim<4>>(as<T>(w_ih)),
      split<0, gates, dim<4>>(as<T>(w_hh)), split<0, gates, dim<4>>(as<T>(b_ih)),
      split<0, gates, dim<4>>(as<T>(b_hh))});
}

// --- GRU ----------------------------------------------------------------------------------------------

template <class T, class Order = gate_order::rzn, class Reset = linear_before_reset>
constexpr auto gru() {
  using namespace reference::seed2_gru_step;
  using gates = typename Order::axis;
  return launder(nn::gru_cell<T, dim<3>, dim<4>, Order, Reset>{split<0, gates, dim<4>>(as<T>(W_ih)),
      split<0, gates, dim<4>>(as<T>(W_hh)), split<0, gates, dim<4>>(as<T>(b_ih)),
      split<0, gates, dim<4>>(as<T>(b_hh))});
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("rnn::steps", []<class T>() { return rnn::steps<T>(); });
  tests.proved<float, double>("lstm_step", []<class T>(report& r) {
    namespace lstm = reference::seed2_lstm_step;
    using E = envelope<T>;
    const auto state = [](auto zero) {
      using U = decltype(zero);
      return initial(lstm_state{as<U>(lstm::h0), as<U>(lstm::c0)});
    };
    const auto cell = lstm_of<E>(lstm::W_ih, lstm::W_hh, lstm::b_ih, lstm::b_hh);
    const auto gates = cell.gates(as<E>(lstm::x), state(E()));
    r.check(is_within(number<T>(lstm::i), gates.input));
    r.check(is_within(number<T>(lstm::f), gates.forget));
    r.check(is_within(number<T>(lstm::g), gates.candidate));
    r.check(is_within(number<T>(lstm::o), gates.output));
    const auto all = cell(as<E>(lstm::x), state(E())).value;
    r.check(is_within(number<T>(lstm::c), all.cell));
    r.check(is_within(number<T>(lstm::h), all.hidden));
    const auto right = lstm_of<T>(lstm::W_ih, lstm::W_hh, lstm::b_ih, lstm::b_hh);
    r.check(is_within(right(as<T>(lstm::x), state(T())).value.hidden, all.hidden));
    // The gates in the order of ONNX.
    const auto other = lstm_of<T, gate_order::iofc>(lstm::W_ih, lstm::W_hh, lstm::b_ih, lstm::b_hh);
    r.check(!is_within(other(as<T>(lstm::x), state(T())).value.hidden, all.hidden));
    // One of the two biases is forgotten.
    auto wrong = right;
    wrong.bias_hh = {};
    r.check(!is_within(wrong(as<T>(lstm::x), state(T())).value.hidden, all.hidden));
    // The output gate is applied to the cell state without its tanh.
    const auto now = right(as<T>(lstm::x), state(T())).value;
    const auto out = right.gates(as<T>(lstm::x), state(T())).output;
    r.check(!is_within(multiply(out, now.cell), all.hidden));
  });
  tests.proved<float, double>("lstm_sequence", []<class T>(report& r) {
    namespace lstm = reference::seed2_lstm_sequence;
    using E = envelope<T>;
    const auto run = [](const auto& f, auto zero) {
      using U = decltype(zero);
      return unroll_states(
          f, as<U>(lstm::x), initial(lstm_state{as<U>(lstm::h0), as<U>(lstm::c0)}));
    };
    const auto all = run(lstm_of<E>(lstm::W_ih, lstm::W_hh, lstm::b_ih, lstm::b_hh), E());
    r.check(is_within(number<T>(lstm::h_seq), all.states.hidden));
    r.check(is_within(number<T>(lstm::c_seq), all.states.cell));
    r.check(is_within(number<T>(lstm::h), all.last.value.hidden));
    r.check(is_within(number<T>(lstm::c), all.last.value.cell));
    const auto right = lstm_of<T>(lstm::W_ih, lstm::W_hh, lstm::b_ih, lstm::b_hh);
    const auto numbers = run(right, T());
    r.check(is_within(numbers.states.hidden, all.states.hidden));
    // A cell state that is never advanced; the sequence backwards.
    const auto again = right(attn::select<0>(as<T>(lstm::x), 2),
        initial(lstm_state{
            attn::select<0>(numbers.states.hidden, 1), attn::select<0>(numbers.states.cell, 0)}));
    r.check(!is_within(again.value.cell, all.last.value.cell));
    const auto backwards = unroll_states(
        right, flip<0>(as<T>(lstm::x)), initial(lstm_state{as<T>(lstm::h0), as<T>(lstm::c0)}));
    r.check(!is_within(backwards.states.hidden, all.states.hidden));
  });
  tests.proved<float, double>("gru_step", []<class T>(report& r) {
    namespace wanted = reference::seed2_gru_step;
    using E = envelope<T>;
    const auto x = as<E>(wanted::x);
    const auto before = initial(as<E>(wanted::h0));
    const auto gates = gru<E>().gates(x, before);
    r.check(is_within(number<T>(wanted::r), gates.reset));
    r.check(is_within(number<T>(wanted::z), gates.update));
    r.check(is_within(number<T>(wanted::n), gates.candidate));
    const auto all = gru<E>()(x, before).value;
    r.check(is_within(number<T>(wanted::h), all));
    const auto step = [](const auto& f) {
      return f(as<T>(wanted::x), initial(as<T>(wanted::h0))).value;
    };
    r.check(is_within(step(gru<T>()), all));
    // The gates in another order; the reset before the product, as Keras has it by choice.
    r.check(!is_within(step(gru<T, gate_order::zrh>()), all));
    r.check(!is_within(step(gru<T, gate_order::rzn, reset_before_linear>()), all));
    // z and 1 - z exchanged.
    const auto now = gru<T>().gates(as<T>(wanted::x), initial(as<T>(wanted::h0)));
    const auto h = as<T>(wanted::h0);
    const auto exchanged = h + multiply(now.update, now.candidate - h);
    r.check(!is_within(exchanged, all));
  });
};
}  // namespace attn_tests::recurrent_envelope_tests
