// SPDX-License-Identifier: BSL-1.0
// What attn/recurrent/unroll_states.hpp promises.
#pragma once

#include <attn/ops/permute.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/split.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/unroll_states.hpp>
#include <attn/tensor/compare.hpp>
#include <boost/hana/define_struct.hpp>
#include <type_traits>

#include "static_tests/reference/seed2_lstm_sequence.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::unroll_states_tests {

using namespace attn;
using time = axis<"time", 4>;
using in = axis<"in", 2>;
using kept = axis<"kept", 5>;
using batch = axis<"batch", 3>;

// S33: all hidden and cell states of the reference case.
template <class T>
constexpr report reference_sequence() {
  using namespace reference::seed2_lstm_sequence;
  report r;
  using gates = gate_order::ifgo::axis;
  const auto cell = launder(nn::lstm_cell<T, dim<3>, dim<4>>{
      split<0, gates, dim<4>>(as<T>(W_ih)), split<0, gates, dim<4>>(as<T>(W_hh)),
      split<0, gates, dim<4>>(as<T>(b_ih)), split<0, gates, dim<4>>(as<T>(b_hh))});
  const auto all = unroll_states(cell, as<T>(x), initial(lstm_state{as<T>(h0), as<T>(c0)}));
  static_assert(std::is_same_v<decltype(all.states), lstm_state<matrix<T, 3, 4>>>);
  r.check(near(all.states.hidden, h_seq));
  r.check(near(all.states.cell, c_seq));
  r.bits(all.states.cell);
  return r;
}

// Whichever axis is time; bit for bit the steps, and what unroll makes.
template <class T>
constexpr report are_the_steps() {
  report r;
  using state = lstm_state<tensor<T, batch, kept>>;
  const auto cell = made_up<nn::lstm_cell<T, in, kept>>(1);
  const auto xs = launder(filled<tensor<T, time, batch, in>>(2));
  const auto before =
      initial(state{filled<tensor<T, batch, kept>>(3), filled<tensor<T, batch, kept>>(4)});
  const auto all = unroll_states<"time">(cell, xs, before);
  static_assert(
      std::is_same_v<decltype(all),
                     const unrolled_states<lstm_state<tensor<T, time, batch, kept>>, state>>);
  auto now = before;
  for (std::size_t t = 0; t < time::size; ++t) {
    const auto after = cell(select<"time">(xs, t), now);
    r.check(bitwise_equal(select<"time">(all.states.hidden, t), after.value.hidden));
    r.check(bitwise_equal(select<"time">(all.states.cell, t), after.value.cell));
    now = advance(after);
  }
  r.check(advance(all.last) == now);
  const auto outputs = unroll<"time">(cell, xs, before);
  r.check(bitwise_equal(all.states.hidden, outputs.outputs) && all.last == outputs.last);
  r.check(all == unroll_states<0>(cell, xs, before));
  // batch_first
  const auto turned = unroll_states<"time">(cell, permute<"batch", "time", "in">(xs), before);
  r.check(bitwise_equal(turned.states.cell, permute<"batch", "time", "kept">(all.states.cell)));
  r.bits(all.states.cell);
  return r;
}

// A state that is one tensor: the outputs.
template <class T>
constexpr report of_one_tensor() {
  report r;
  const auto xs = launder(filled<tensor<T, time, in>>(5));
  const auto gru = made_up<nn::gru_cell<T, in, kept>>(6);
  const auto all = unroll_states(gru, xs, initial<tensor<T, kept>>());
  static_assert(std::is_same_v<decltype(all.states), tensor<T, time, kept>>);
  r.check(bitwise_equal(all.states, unroll(gru, xs, initial<tensor<T, kept>>()).outputs));
  const auto rnn = made_up<nn::rnn_cell<T, in, kept>>(7);
  r.check(bitwise_equal(unroll_states(rnn, xs, initial<tensor<T, kept>>()).states,
                        unroll(rnn, xs, initial<tensor<T, kept>>()).outputs));
  r.bits(all.states);
  return r;
}

// A cell of the user's own, with three tensors in its state.
template <class X>
struct trio {
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
template <class X>
struct two_kinds {
  BOOST_HANA_DEFINE_STRUCT(two_kinds, (X, hidden), (tensor<int, dim<2>>, rest));
};
constexpr report any_template_of_a_tensor() {
  report r;
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
  r.check(call::holds && call::over_time::value);
  r.bits(all.states.sum);
  return r;
}

constexpr report costs_what_unroll_does() {
  report r;
  using cell = nn::lstm_cell<double, in, kept>;
  using xs = tensor<double, time, in>;
  using before = state_before<lstm_state<tensor<double, kept>>>;
  r.check(cost::unroll_states<cell, xs, before>() == cost::unroll<cell, xs, before>());
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"S33: reference, float", reference_sequence<float>},
    {"S33: reference, double", reference_sequence<double>},
    {"are the steps, float", are_the_steps<float>},
    {"are the steps, double", are_the_steps<double>},
    {"of one tensor, float", of_one_tensor<float>},
    {"of one tensor, double", of_one_tensor<double>},
    {"any template of a tensor", any_template_of_a_tensor},
    {"costs what unroll does", costs_what_unroll_does},
};

}  // namespace attn_tests::unroll_states_tests
