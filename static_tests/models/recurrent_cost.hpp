// SPDX-License-Identifier: BSL-1.0
// What the costs of models with a recurrent decoder promise: what counted numbers execute, and
// figures by hand.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::recurrent_model_cost_tests {
using source = axis<"source", 6>;
using kept = axis<"hidden", 4>;
using width = axis<"embedding", 3>;
using H = tensor<double, kept>;
using memory = tensor<double, source, kept>;
using state = state_before<H>;

template <class Cell>
using decoder_with = nn::recurrent_decoder<Cell, nn::embedding<double, word, width>,
    nn::linear<double, dim<4 + 4 + 3>, word, output_by_input>>;

// One word: the step, and 7 sums of 11 products and a bias.
template <class Cell, class S> constexpr void check_decoder(report& r) {
  using model = decoder_with<Cell>;
  using id = token_id<7>;
  constexpr operation_count constant = cost_of<model, state_before<S>, id, memory>();
  const auto call = [](const auto& d, const auto& s, const auto& i, const auto& m) {
    return d(initial(s), i, m);
  };
  cost_is_counted(r, constant, call, model{}, S{}, id{}, memory{});
  using x = tensor<double, dim<7>>;
  r.check(constant == cost::attend<state, memory>() + cost_of<Cell, x, state_before<S>>() +
                          operation_count{.additions = 7 * (10 + 1), .multiplications = 7 * 11});
  const auto fixed = [](const auto& d, const auto& s, const auto& i, const auto& c) {
    return d(initial(s), i, fixed_context(c));
  };
  cost_is_counted(
      r, cost_of<model, state_before<S>, id, fixed_context_t<H>>(), fixed, model{}, S{}, id{}, H{});
}

inline constexpr auto behaviours = [](test_table& tests) {
  // 6 scores of 4 products, scaled; their softmax; 4 sums of 6.
  tests.proved("attention on a memory", [](report& r) {
    constexpr operation_count by_hand{.additions = 6 * 3 + 6 + 5 + 4 * 5,
        .multiplications = 6 * 4 + 6 + 6 + 4 * 6,
        .divisions = 1,
        .exponentials = 6,
        .comparisons = 5};
    static_assert(cost::attend<state, memory>() == by_hand);
    const auto call = [](const auto& h, const auto& m) { return attend(initial(h), m); };
    cost_is_counted(r, by_hand, call, H{}, memory{});
    const auto masked = [](const auto& h, const auto& m) {
      return attend(initial(h), m, valid_keys(4), fully_masked<zero_rows>, skip_masked);
    };
    cost_is_counted(r,
        cost::attend<state, memory>(valid_keys(4), fully_masked<zero_rows>, skip_masked), masked,
        H{}, memory{});
    static_assert(cost::attend<state, fixed_context_t<H>>() == operation_count{});
  });
  tests.proved("words", [](report& r) {
    check_decoder<nn::rnn_cell<double, dim<7>, kept>, H>(r);
    check_decoder<nn::lstm_cell<double, dim<7>, kept>, lstm_state<H>>(r);
    check_decoder<nn::gru_cell<double, dim<7>, kept>, H>(r);
  });
  // Bahdanau's score: the step of the second article.
  tests.proved("steps with a score", [](report& r) {
    using cell = nn::gru_cell<double, dim<7>, kept>;
    using score = nn::additive_score<double, kept, kept, axis<"inner", 5>>;
    using Y = tensor<double, width>;
    const auto call = [](const auto& c, const auto& s, const auto& h, const auto& y,
                          const auto& m) {
      return decoder_step(c, initial(h), y, m, scored_by(s));
    };
    const operation_count constant = cost::decoder_step<cell, state, Y, memory>(scored_by(score{}));
    cost_is_counted(r, constant, call, cell{}, score{}, H{}, Y{}, memory{});
    r.check(constant.hyperbolic_tangents == 6 * 5 + 4);
    using W = tensor<double, word, dim<11>>;
    using B = tensor<double, word>;
    r.check(cost::decoder_logits<output_by_input, state_after<H>, H, Y, W, B>() ==
            operation_count{.additions = 7 * 11, .multiplications = 7 * 11});
  });
};
}  // namespace attn_tests::recurrent_model_cost_tests
