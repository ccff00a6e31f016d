// SPDX-License-Identifier: BSL-1.0
// What attn/recurrent/unroll.hpp promises.
#pragma once

#include <attn/ops/permute.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/split.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/tensor/compare.hpp>
#include <boost/hana/define_struct.hpp>
#include <type_traits>

#include "static_tests/reference/seed2_lstm_sequence.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::unroll_tests {

using namespace attn;
using time = axis<"time", 4>;
using in = axis<"in", 2>;
using kept = axis<"kept", 5>;
using batch = axis<"batch", 3>;

// S32, S33: all hidden and cell states of the reference case.
template <class T>
constexpr report reference_sequence() {
  using namespace reference::seed2_lstm_sequence;
  report r;
  using gates = gate_order::ifgo::axis;
  const auto cell = launder(nn::lstm_cell<T, dim<3>, dim<4>>{
      split<0, gates, dim<4>>(as<T>(W_ih)), split<0, gates, dim<4>>(as<T>(W_hh)),
      split<0, gates, dim<4>>(as<T>(b_ih)), split<0, gates, dim<4>>(as<T>(b_hh))});
  const auto xs = as<T>(x);
  const auto before = initial(lstm_state{as<T>(h0), as<T>(c0)});
  const auto all = unroll(cell, xs, before);
  r.check(near(all.outputs, h_seq));
  r.check(near(all.last.value.hidden, h) && near(all.last.value.cell, c));
  // Step by step, bit for bit; a cell state of every step.
  auto now = before;
  matrix<T, 3, 4> cells;
  for (std::size_t t = 0; t < 3; ++t) {
    const auto after = cell(attn::select<0>(xs, t), now);
    r.check(bitwise_equal(hidden_state(after), attn::select<0>(all.outputs, t)));
    for (std::size_t j = 0; j < 4; ++j) cells(t, j) = after.value.cell(j);
    now = advance(after);
  }
  r.check(near(cells, c_seq));
  r.check(now == advance(all.last));
  r.bits(all.outputs);
  return r;
}

// CheckOutputValuesMatchPyTorch of PyTorch's C++ API test (test/cpp/api/rnn.cpp): parameter i of n
// is i / n, element i of the input (24 - i) / 24, and these are the numbers it expects.
template <class T>
constexpr report pytorch_own_test() {
  report r;
  using step = axis<"time", 3>;
  using row = axis<"batch", 4>;
  using out = axis<"hidden", 2>;
  using cell_type = nn::lstm_cell<T, in, out>;
  cell_type cell;
  for_each_parameter(
      [](const auto&, auto& x) {
        for (std::size_t i = 0; i < x.size(); ++i)
          x.data()[i] = static_cast<T>(i) / static_cast<T>(x.size());
      },
      cell);
  tensor<T, step, row, in> xs;
  for (std::size_t i = 0; i < 24; ++i) xs.data()[i] = static_cast<T>(24 - i) / T(24);
  const auto all = unroll<"time">(launder(cell), xs, initial<lstm_state<tensor<T, row, out>>>());
  const tensor<T, step, row, out> outputs{{{T(0.4391), T(0.5402)},
                                           {T(0.4330), T(0.5324)},
                                           {T(0.4261), T(0.5239)},
                                           {T(0.4183), T(0.5147)}},
                                          {{T(0.6822), T(0.8064)},
                                           {T(0.6726), T(0.7968)},
                                           {T(0.6620), T(0.7860)},
                                           {T(0.6501), T(0.7741)}},
                                          {{T(0.7889), T(0.9003)},
                                           {T(0.7769), T(0.8905)},
                                           {T(0.7635), T(0.8794)},
                                           {T(0.7484), T(0.8666)}}};
  const tensor<T, row, out> hidden{{T(0.7889), T(0.9003)},
                                   {T(0.7769), T(0.8905)},
                                   {T(0.7635), T(0.8794)},
                                   {T(0.7484), T(0.8666)}};
  const tensor<T, row, out> cells{{T(1.1647), T(1.6106)},
                                  {T(1.1425), T(1.5726)},
                                  {T(1.1187), T(1.5329)},
                                  {T(1.0931), T(1.4911)}};
  // It allows an error of 1e-3; its numbers have four digits, of which all are right.
  r.check(allclose(all.outputs, outputs, T(0), T(0.5001e-4)));
  r.check(allclose(all.last.value.hidden, hidden, T(0), T(0.5001e-4)));
  r.check(allclose(all.last.value.cell, cells, T(0), T(0.5001e-4)));
  r.bits(all.outputs);
  return r;
}

// Whichever axis is time, and whatever goes along.
template <class T>
constexpr report batches() {
  report r;
  const auto cell = made_up<nn::gru_cell<T, in, kept>>(1);
  const auto xs = launder(filled<tensor<T, time, batch, in>>(2));
  const auto h = filled<tensor<T, batch, kept>>(3);
  const auto all = unroll<"time">(cell, xs, initial(h));
  static_assert(std::is_same_v<decltype(all.outputs), tensor<T, time, batch, kept>>);
  static_assert(std::is_same_v<decltype(all.last), state_after<tensor<T, batch, kept>>>);
  r.check(all == unroll<0>(cell, xs, initial(h)) && all == unroll<-3>(cell, xs, initial(h)));
  // batch_first
  const auto turned = unroll<"time">(cell, permute<"batch", "time", "in">(xs), initial(h));
  static_assert(std::is_same_v<decltype(turned.outputs), tensor<T, batch, time, kept>>);
  r.check(bitwise_equal(turned.outputs, permute<"batch", "time", "kept">(all.outputs)));
  r.check(turned.last == all.last);
  // One sequence alone.
  for (std::size_t b = 0; b < batch::size; ++b) {
    const auto alone = unroll(cell, select<"batch">(xs, b), initial(select<"batch">(h, b)));
    r.check(bitwise_equal(alone.outputs, select<"batch">(all.outputs, b)));
  }
  r.bits(all.outputs);
  return r;
}

// A sequence in two pieces is the sequence.
template <class T>
constexpr report pieces() {
  report r;
  const auto cell = made_up<nn::rnn_cell<T, in, kept>>(4);
  const auto xs = launder(filled<tensor<T, time, in>>(5));
  const auto all = unroll(cell, xs, initial<tensor<T, kept>>());
  const auto first = unroll(cell, narrow<"time", 1>(xs, 0), initial<tensor<T, kept>>());
  const auto second = unroll(cell, narrow<"time", 3>(xs, 1), advance(first.last));
  r.check(bitwise_equal(first.outputs, narrow<"time", 1>(all.outputs, 0)));
  r.check(bitwise_equal(second.outputs, narrow<"time", 3>(all.outputs, 1)));
  r.check(second.last == all.last);
  r.bits(second.outputs);
  return r;
}

// A cell of the reader's own: it remembers the sum, and how often it was asked.
struct tally {
  BOOST_HANA_DEFINE_STRUCT(tally, (tensor<int>, hidden), (tensor<int>, count));
};
struct running_sum {
  constexpr auto operator()(const tensor<int>& x, const state_before<tally>& before) const {
    return state_after<tally>{{before.value.hidden + x, before.value.count + tensor<int>(1)}};
  }
};
struct prefix_sums {
  template <class X, class S>
  constexpr auto operator()(const X& x, const state_before<S>& before) const {
    return state_after<S>{before.value + x};
  }
};
constexpr report any_cell() {
  report r;
  const auto xs = launder(tensor<int, axis<"time", 3>, axis<"in", 2>>{{1, 10}, {2, 20}, {3, 30}});
  const auto all = unroll(prefix_sums{}, xs, initial(tensor<int, axis<"in", 2>>{100, 1000}));
  r.check(all.outputs == matrix<int, 3, 2>{{101, 1010}, {103, 1030}, {106, 1060}});
  r.check(all.last.value == tensor<int, dim<2>>{106, 1060});
  const auto after = running_sum{}(tensor<int>(5), initial<tally>());
  r.check(hidden_state(after) == tensor<int>(5) && after.value.count == tensor<int>(1));
  using rules::is_cell, rules::state;
  r.check(is_cell<state<state_after<tally>>, state<state_before<tally>>>::value);
  r.check(!is_cell<state<tally>, state<state_before<tally>>>::value);
  r.check(!is_cell<state<state_after<tensor<int>>>, state<state_before<tally>>>::value);
  r.check(rules::has_leading_axis<rules::axes_of<time, in>, rules::indices<0>>::value);
  r.check(!rules::has_leading_axis<rules::axes_of<time, in>, rules::indices<1>>::value);
  r.check(rules::names_its_time<rules::axes_of<time, in>>::value);
  r.check(!rules::names_its_time<rules::axes_of<time, batch, in>>::value);
  static_assert(
      std::is_same_v<decltype(all), const unrolled<tensor<int, axis<"time", 3>, axis<"in", 2>>,
                                                   tensor<int, axis<"in", 2>>>>);
  r.bits(all.outputs);
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  using cell = nn::rnn_cell<double, in, kept>;
  using xs = tensor<double, time, batch, in>;
  using before = state_before<tensor<double, batch, kept>>;
  constexpr axis_selector first{0}, last{-1};
  r.check(rules::unroll_call<first, cell, xs, before>::holds);
  r.check(!rules::unroll_call<last, cell, xs, before>::has_time::value);
  r.check(!rules::unroll_call<first, cell, xs, tensor<double, batch, kept>>::is_before::value);
  r.check(!rules::unroll_call<first, cell, tensor<double, in>, before>::two_axes::value);
  r.check(!rules::unroll_call<first, cell, tensor<double, time, in>, before>::rows::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"S33: reference, float", reference_sequence<float>},
    {"S33: reference, double", reference_sequence<double>},
    {"PyTorch's own test, float", pytorch_own_test<float>},
    {"PyTorch's own test, double", pytorch_own_test<double>},
    {"batches, float", batches<float>},
    {"batches, double", batches<double>},
    {"pieces, float", pieces<float>},
    {"pieces, double", pieces<double>},
    {"any cell", any_cell},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::unroll_tests
