// SPDX-License-Identifier: BSL-1.0
// What attn/layers/packed.hpp promises of cells: the steps of the plain cell, which are those of the
// formulas over tensors, bit for bit, whatever evaluates them.
#pragma once

#include <attn/layers/packed.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::packed_cell_tests {

using namespace attn;

// Every parameter other numbers, all of them small enough that no gate is only open or shut.
template <class Cell>
constexpr Cell filled() {
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
  r.check(bitwise_equal(after.value.cell, kept));
  r.check(bitwise_equal(after.value.hidden, multiply(gates.output, tanh(kept))));
  const auto of_packed = fast(x, before);
  r.check(bitwise_equal(of_packed.value.cell, kept));
  r.check(bitwise_equal(of_packed.value.hidden, after.value.hidden));
  r.check(packed(fast) == fast);
  r.bits(after.value.cell);
  r.bits(of_packed.value.hidden);
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
  r.check(bitwise_equal(cell(x, before).value, wanted));
  r.check(bitwise_equal(fast(x, before).value, wanted));
  r.bits(wanted);
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
  r.check(bitwise_equal(after.value, cell(x, before).value));
  r.check(packed(fast) == fast);
  const auto xs = pattern<tensor<T, axis<"time", 4>, axis<"in", In>>>(3);
  const auto now = initial(pattern<tensor<T, hidden>>(9));
  const auto all = unroll(cell, xs, now);
  r.check(unroll(fast, xs, now) == all);
  r.check(bitwise_equal(select<0>(all.outputs, 0), cell(select<0>(xs, 0), now).value));
  r.bits(after.value);
  return r;
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
  auto now = [] {
    if constexpr (requires { Cell::state_type::cell; })
      return initial(lstm_state{pattern<rows>(7), pattern<rows>(9)});
    else
      return initial(pattern<rows>(7));
  }();
  const auto all = unroll<"time">(cell, xs, now);
  r.check(unroll<"time">(packed(cell), xs, now) == all);
  for (std::size_t t = 0; t < Steps; ++t) {
    const auto after = cell(select<"time">(xs, t), now);
    r.check(bitwise_equal(select<"time">(all.outputs, t), hidden_state(after)));
    if (t + 1 == Steps) r.check(all.last == after);
    now = advance(after);
  }
  r.bits(all.outputs);
}
template <class T>
constexpr report sequences() {
  using in = axis<"in", 2>;
  report r;
  check_sequence<nn::lstm_cell<T, in, axis<"hidden", 3>>, 4, 1>(r);
  check_sequence<nn::lstm_cell<T, in, axis<"hidden", 5>>, 3, 1>(r);
  check_sequence<nn::lstm_cell<T, in, axis<"hidden", 5>>, 1, 2>(r);
  check_sequence<nn::gru_cell<T, in, axis<"hidden", 5>>, 2, 1>(r);
  check_sequence<nn::gru_cell<T, in, axis<"hidden", 3>>, 3, 2>(r);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"lstm, float", lstm<float, 3, 2, 5, gate_order::ifgo>},
    {"lstm, whole lines of float", lstm<float, 2, 3, 16, gate_order::iofc>},
    {"lstm, whole lines of double", lstm<double, 3, 5, 8, gate_order::ifgo>},
    {"lstm, double", lstm<double, 1, 1, 1, gate_order::iofc>},
    {"gru, float", gru<float, 3, 2, 5, gate_order::rzn, linear_before_reset>},
    {"gru, whole lines of float", gru<float, 2, 3, 16, gate_order::zrh, linear_before_reset>},
    {"gru, whole lines of double", gru<double, 3, 5, 8, gate_order::rzn, reset_before_linear>},
    {"gru, double", gru<double, 1, 4, 7, gate_order::zrh, reset_before_linear>},
    {"rnn, float", rnn<float, 3, 2, 5, act::tanh>},
    {"rnn, whole lines of float", rnn<float, 1, 3, 16, act::relu>},
    {"rnn, double", rnn<double, 2, 7, 11, act::tanh>},
    {"lstm, a row of some vectors and a part", lstm<float, 1, 3, 21, gate_order::ifgo>},
    {"gru, a row of some vectors and a part",
     gru<double, 1, 2, 11, gate_order::zrh, linear_before_reset>},
    {"sequences, float", sequences<float>},
    {"sequences, double", sequences<double>},
};

}  // namespace attn_tests::packed_cell_tests
