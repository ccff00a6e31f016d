// SPDX-License-Identifier: BSL-1.0
// What the costs of attn/recurrent/ promise: what counted numbers execute, and figures by hand.
#pragma once

#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/unroll.hpp>

#include "static_tests/support/executed.hpp"

namespace attn_tests::recurrent_cost_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using time = axis<"time", 3>;
using in = axis<"in", 5>;
using hidden = axis<"hidden", 4>;
using X = tensor<double, in>;
using XX = tensor<double, batch, in>;
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
  check_executed(r, executed(step, Cell{}, X{}, S{}), constant);
  r.check(cost_of<Cell, XX, state_before<SS>>() == 2 * by_hand);
  check_executed(r, executed(step, Cell{}, XX{}, SS{}), 2 * by_hand);
  using Xs = tensor<double, time, in>;
  const auto steps = [](const auto& cell, const auto& xs, const auto& s) {
    return unroll(cell, xs, initial(s));
  };
  r.check(cost::unroll<Cell, Xs, state_before<S>>() == 3 * by_hand);
  check_executed(r, executed(steps, Cell{}, Xs{}, S{}), 3 * by_hand);
}

// 4 sums of 5 products, 4 of 4, 2 biases.
inline constexpr operation_count one_gate{.additions = 4 * (4 + 3 + 1 + 2),
                                          .multiplications = 4 * (5 + 4)};

constexpr report rnn() {
  report r;
  check_cell<nn::rnn_cell<double, in, hidden>, H, HH>(
      r, one_gate + operation_count{.hyperbolic_tangents = 4});
  check_cell<nn::rnn_cell<double, in, hidden, act::relu>, H, HH>(
      r, one_gate + operation_count{.comparisons = 4});
  return r;
}

constexpr report lstm() {
  report r;
  check_cell<nn::lstm_cell<double, in, hidden>, lstm_state<H>, lstm_state<HH>>(
      r, 4 * one_gate +
             operation_count{
                 .additions = 4, .multiplications = 12, .hyperbolic_tangents = 8, .sigmoids = 12});
  return r;
}

constexpr report gru() {
  report r;
  const operation_count torch = 3 * one_gate + operation_count{.additions = 12,
                                                               .multiplications = 12,
                                                               .hyperbolic_tangents = 4,
                                                               .sigmoids = 8};
  check_cell<nn::gru_cell<double, in, hidden>, H, HH>(r, torch);
  check_cell<nn::gru_cell<double, in, hidden, gate_order::zrh, reset_before_linear>, H, HH>(
      r, torch + operation_count{.additions = 16, .multiplications = 16});
  return r;
}

constexpr report steps_without_a_cell() {
  report r;
  using W = tensor<double, hidden, in>;
  using U = tensor<double, hidden, dim<4>>;
  using state = state_before<H>;
  const auto step = [](const auto& x, const auto& h, const auto&... w) {
    return rnn_step(x, initial(h), w...);
  };
  constexpr operation_count bare = cost::rnn_step<act::tanh, X, state, W, U>();
  constexpr operation_count two = cost::rnn_step<act::tanh, X, state, W, U, H, H>();
  check_executed(r, executed(step, X{}, H{}, W{}, U{}), bare);
  check_executed(r, executed(step, X{}, H{}, W{}, U{}, H{}),
                 cost::rnn_step<act::tanh, X, state, W, U, H>());
  check_executed(r, executed(step, X{}, H{}, W{}, U{}, H{}, H{}), two);
  r.check(two == bare + operation_count{.additions = 8});
  using Xs = tensor<double, batch, time, in>;
  using cell = nn::rnn_cell<double, in, hidden>;
  const auto steps = [](const auto& c, const auto& xs, const auto& h) {
    return unroll<"time">(c, xs, initial(h));
  };
  constexpr operation_count all = cost::unroll<cell, Xs, state_before<HH>, "time">();
  static_assert(all == 6 * two);
  check_executed(r, executed(steps, cell{}, Xs{}, HH{}), all);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"rnn", rnn},
    {"lstm", lstm},
    {"gru", gru},
    {"steps without a cell", steps_without_a_cell},
};

}  // namespace attn_tests::recurrent_cost_tests
