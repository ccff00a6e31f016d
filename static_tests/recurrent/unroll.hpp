// SPDX-License-Identifier: BSL-1.0
// Behaviours of unroll, unroll_states of attn/recurrent/.
#pragma once

#include <boost/hana/define_struct.hpp>
#include "static_tests/reference/seed2_recurrent.hpp"
#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::recurrent_unroll_tests {
using batch = axis<"batch", 3>;
using in = axis<"in", 2>;
using kept = axis<"kept", 5>;
using time = axis<"time", 4>;

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

// A cell of the user's own, with three tensors in its state.
template <class X> struct trio {
  BOOST_HANA_DEFINE_STRUCT(trio, (X, hidden), (X, sum), (X, largest));
};
struct trio_cell {
  template <class X>
  constexpr auto operator()(const X& x, const state_before<trio<X>>& before) const {
    trio<X> now{x, before.value.sum + x, before.value.largest};
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x.data()[i] > now.largest.data()[i]) now.largest.data()[i] = x.data()[i];
    return state_after<trio<X>>{now};
  }
};
struct pair_of_kinds {
  BOOST_HANA_DEFINE_STRUCT(pair_of_kinds, (tensor<int>, hidden), (tensor<int, dim<2>>, rest));
};
template <class X> struct two_kinds {
  BOOST_HANA_DEFINE_STRUCT(two_kinds, (X, hidden), (tensor<int, dim<2>>, rest));
};

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/recurrent/unroll.hpp promises.
  // S32, S33: all hidden and cell states of the reference case.
  tests.executed<float, double>("S33: reference", []<class T>(report& r) {
    using namespace reference::seed2_lstm_sequence;
    using gates = gate_order::ifgo::axis;
    const auto cell = launder(nn::lstm_cell<T, dim<3>, dim<4>>{split<0, gates, dim<4>>(as<T>(W_ih)),
        split<0, gates, dim<4>>(as<T>(W_hh)), split<0, gates, dim<4>>(as<T>(b_ih)),
        split<0, gates, dim<4>>(as<T>(b_hh))});
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
      r.same(hidden_state(after), attn::select<0>(all.outputs, t));
      for (std::size_t j = 0; j < 4; ++j) cells(t, j) = after.value.cell(j);
      now = advance(after);
    }
    r.check(near(cells, c_seq));
    r.check(now == advance(all.last));
    r.bits(all.outputs);
  });
  // CheckOutputValuesMatchPyTorch of PyTorch's C++ API test (test/cpp/api/rnn.cpp): parameter i of n
  // is i / n, element i of the input (24 - i) / 24, and these are the numbers it expects.
  tests.executed<float, double>("PyTorch's own test", []<class T>(report& r) {
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
    const tensor<T, step, row, out> outputs{{{T(0.4391), T(0.5402)}, {T(0.4330), T(0.5324)},
                                                {T(0.4261), T(0.5239)}, {T(0.4183), T(0.5147)}},
        {{T(0.6822), T(0.8064)}, {T(0.6726), T(0.7968)}, {T(0.6620), T(0.7860)},
            {T(0.6501), T(0.7741)}},
        {{T(0.7889), T(0.9003)}, {T(0.7769), T(0.8905)}, {T(0.7635), T(0.8794)},
            {T(0.7484), T(0.8666)}}};
    const tensor<T, row, out> hidden{{T(0.7889), T(0.9003)}, {T(0.7769), T(0.8905)},
        {T(0.7635), T(0.8794)}, {T(0.7484), T(0.8666)}};
    const tensor<T, row, out> cells{{T(1.1647), T(1.6106)}, {T(1.1425), T(1.5726)},
        {T(1.1187), T(1.5329)}, {T(1.0931), T(1.4911)}};
    // It allows an error of 1e-3; its numbers have four digits, of which all are right.
    r.check(allclose(all.outputs, outputs, T(0), T(0.5001e-4)));
    r.check(allclose(all.last.value.hidden, hidden, T(0), T(0.5001e-4)));
    r.check(allclose(all.last.value.cell, cells, T(0), T(0.5001e-4)));
    r.bits(all.outputs);
  });
  // Whichever axis is time, and whatever goes along.
  tests.executed<float, double>("batches", []<class T>(report& r) {
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
    r.same(turned.outputs, permute<"batch", "time", "kept">(all.outputs));
    r.check(turned.last == all.last);
    // One sequence alone.
    for (std::size_t b = 0; b < batch::size; ++b) {
      const auto alone = unroll(cell, select<"batch">(xs, b), initial(select<"batch">(h, b)));
      r.same(alone.outputs, select<"batch">(all.outputs, b));
    }
    r.bits(all.outputs);
  });
  // A sequence in two pieces is the sequence.
  tests.executed<float, double>("pieces", []<class T>(report& r) {
    const auto cell = made_up<nn::rnn_cell<T, in, kept>>(4);
    const auto xs = launder(filled<tensor<T, time, in>>(5));
    const auto all = unroll(cell, xs, initial<tensor<T, kept>>());
    const auto first = unroll(cell, narrow<"time", 1>(xs, 0), initial<tensor<T, kept>>());
    const auto second = unroll(cell, narrow<"time", 3>(xs, 1), advance(first.last));
    r.same(first.outputs, narrow<"time", 1>(all.outputs, 0));
    r.same(second.outputs, narrow<"time", 3>(all.outputs, 1));
    r.check(second.last == all.last);
  });
  // A negative length is length_of_text_is_negative: static_tests/rejected/. Layers: layers.hpp.
  tests.executed<float, double>("from the end", []<class T>(report& r) {
    const auto cell = made_up<nn::lstm_cell<T, in, kept>>(6);
    const auto xs = launder(filled<tensor<T, time, batch, in>>(7));
    using state = lstm_state<tensor<T, batch, kept>>;
    const auto before =
        initial(state{filled<tensor<T, batch, kept>>(8), filled<tensor<T, batch, kept>>(9)});
    const auto all = unroll_reversed<"time">(cell, xs, before);
    const auto turned = unroll<"time">(cell, flip<"time">(xs), before);
    r.same(flip<"time">(all.outputs), turned.outputs);
    r.check(all.last == turned.last);
    // Texts from their own ends, each with its state.
    const auto lengths = launder(tensor<short, batch>{4, 1, 2});
    const auto texts = unroll_reversed<"time">(cell, xs, before, lengths);
    r.same(select<"batch">(texts.outputs, 0), select<"batch">(all.outputs, 0));
    const auto of_text = [](const auto& s, std::size_t b) {
      return lstm_state{select<"batch">(s.hidden, b), select<"batch">(s.cell, b)};
    };
    const auto text = narrow<0, 2>(select<"batch">(xs, 2), 0);
    const auto alone = unroll_reversed(cell, text, initial(of_text(before.value, 2)));
    r.same(narrow<0, 2>(select<"batch">(texts.outputs, 2), 0), alone.outputs);
    r.same(narrow<0, 2>(select<"batch">(texts.outputs, 2), 2), matrix<T, 2, 5>{});
    r.check(of_text(texts.last.value, 2) == alone.last.value);
    r.bits(texts.outputs);
  });
  tests.executed("any cell", [](report& r) {
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
    has_type<unrolled<tensor<int, axis<"time", 3>, axis<"in", 2>>, tensor<int, axis<"in", 2>>>>(
        all);
    r.bits(all.outputs);
  });
  tests.proved("a call names its rules", [](report& r) {
    using cell = nn::rnn_cell<double, in, kept>;
    using xs = tensor<double, time, batch, in>;
    using before = state_before<tensor<double, batch, kept>>;
    constexpr axis_selector first{0}, last{-1};
    r.check(rules::unroll_call<first, cell, xs, before>::all::value);
    r.check(!rules::unroll_call<last, cell, xs, before>::has_time::value);
    r.check(!rules::unroll_call<first, cell, xs, tensor<double, batch, kept>>::is_before::value);
    r.check(!rules::unroll_call<first, cell, tensor<double, in>, before>::two_axes::value);
    r.check(!rules::unroll_call<first, cell, tensor<double, time, in>, before>::rows::value);
    using lengths = tensor<int, batch>;
    r.check(rules::unroll_texts_call<first, cell, xs, before, lengths>::all::value);
    using of_steps = rules::unroll_texts_call<first, cell, xs, before, tensor<int, time>>;
    r.check(!of_steps::one_each::value && of_steps::integers::value && !of_steps::all::value);
    using of_floats = rules::unroll_texts_call<first, cell, xs, before, tensor<float, batch>>;
    r.check(!of_floats::integers::value && !of_floats::all::value);
  });
  // What attn/recurrent/unroll.hpp promises.
  // S33: all hidden and cell states of the reference case.
  tests.proved<float, double>("S33: reference", []<class T>(report& r) {
    using namespace reference::seed2_lstm_sequence;
    using gates = gate_order::ifgo::axis;
    const auto cell = launder(nn::lstm_cell<T, dim<3>, dim<4>>{split<0, gates, dim<4>>(as<T>(W_ih)),
        split<0, gates, dim<4>>(as<T>(W_hh)), split<0, gates, dim<4>>(as<T>(b_ih)),
        split<0, gates, dim<4>>(as<T>(b_hh))});
    const auto all = unroll_states(cell, as<T>(x), initial(lstm_state{as<T>(h0), as<T>(c0)}));
    static_assert(std::is_same_v<decltype(all.states), lstm_state<matrix<T, 3, 4>>>);
    r.check(near(all.states.hidden, h_seq));
    r.check(near(all.states.cell, c_seq));
    r.bits(all.states.cell);
  });
  // Whichever axis is time; bit for bit the steps, and what unroll makes.
  tests.proved<float, double>("are the steps", []<class T>(report& r) {
    using state = lstm_state<tensor<T, batch, kept>>;
    const auto cell = made_up<nn::lstm_cell<T, in, kept>>(1);
    const auto xs = launder(filled<tensor<T, time, batch, in>>(2));
    const auto before =
        initial(state{filled<tensor<T, batch, kept>>(3), filled<tensor<T, batch, kept>>(4)});
    const auto all = unroll_states<"time">(cell, xs, before);
    has_type<unrolled_states<lstm_state<tensor<T, time, batch, kept>>, state>>(all);
    auto now = before;
    for (std::size_t t = 0; t < time::size; ++t) {
      const auto after = cell(select<"time">(xs, t), now);
      r.same(select<"time">(all.states.hidden, t), after.value.hidden);
      r.same(select<"time">(all.states.cell, t), after.value.cell);
      now = advance(after);
    }
    r.check(advance(all.last) == now);
    const auto outputs = unroll<"time">(cell, xs, before);
    r.check(bitwise_equal(all.states.hidden, outputs.outputs) && all.last == outputs.last);
    r.check(all == unroll_states<0>(cell, xs, before));
    // batch_first
    const auto turned = unroll_states<"time">(cell, permute<"batch", "time", "in">(xs), before);
    r.same(turned.states.cell, permute<"batch", "time", "kept">(all.states.cell));
    r.bits(all.states.cell);
  });
  // A state that is one tensor: the outputs.
  tests.proved<float, double>("of one tensor", []<class T>(report& r) {
    const auto xs = launder(filled<tensor<T, time, in>>(5));
    const auto gru = made_up<nn::gru_cell<T, in, kept>>(6);
    const auto all = unroll_states(gru, xs, initial<tensor<T, kept>>());
    static_assert(std::is_same_v<decltype(all.states), tensor<T, time, kept>>);
    r.same(all.states, unroll(gru, xs, initial<tensor<T, kept>>()).outputs);
    const auto rnn = made_up<nn::rnn_cell<T, in, kept>>(7);
    r.same(unroll_states(rnn, xs, initial<tensor<T, kept>>()).states,
        unroll(rnn, xs, initial<tensor<T, kept>>()).outputs);
  });
  tests.proved("any template of a tensor", [](report& r) {
    const auto xs = launder(tensor<int, axis<"time", 3>, in>{{1, 30}, {3, 20}, {2, 10}});
    const auto all = unroll_states(trio_cell{}, xs, initial<trio<tensor<int, in>>>());
    r.check(all.states.hidden == xs);
    r.check(all.states.sum == tensor<int, axis<"time", 3>, in>{{1, 30}, {4, 50}, {6, 60}});
    r.check(all.states.largest == tensor<int, axis<"time", 3>, in>{{1, 30}, {3, 30}, {3, 30}});
    r.check(all.last.value.sum == tensor<int, in>{6, 60});
    using rules::extends_over_time, rules::state;
    r.check(extends_over_time<state<tensor<int, dim<2>>>>::value);
    r.check(extends_over_time<state<trio<tensor<int>>>>::value);
    r.check(!extends_over_time<state<pair_of_kinds>>::value);
    r.check(!extends_over_time<state<two_kinds<tensor<int>>>>::value);
    using cell = nn::rnn_cell<double, in, kept>;
    using call = rules::unroll_states_call<axis_selector{0}, cell, tensor<double, time, in>,
        state_before<tensor<double, kept>>>;
    r.check(call::all::value && call::over_time::value);
    r.bits(all.states.sum);
  });
  tests.proved("costs what unroll does", [](report& r) {
    using cell = nn::lstm_cell<double, in, kept>;
    using xs = tensor<double, time, in>;
    using before = state_before<lstm_state<tensor<double, kept>>>;
    r.check(cost::unroll_states<cell, xs, before>() == cost::unroll<cell, xs, before>());
  });
};
}  // namespace attn_tests::recurrent_unroll_tests
