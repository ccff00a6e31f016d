// SPDX-License-Identifier: BSL-1.0
// What attn/models/recurrent_decoder.hpp promises; its numbers are in sequence_to_sequence.hpp.
#pragma once

#include <attn/models/recurrent_decoder.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::recurrent_decoder_tests {

using namespace attn;
using source = axis<"source", 6>;
using in = axis<"in", 2>;
using kept = axis<"hidden", 4>;
using width = axis<"embedding", 3>;
using word = axis<"word", 7>;

template <class T, class Cell>
using decoder_with = nn::recurrent_decoder<Cell, nn::embedding<T, word, width>,
                                           nn::linear<T, dim<4 + 4 + 3>, word, output_by_input>>;

// S41, S42: a step is its parts.
template <class T>
constexpr report is_its_parts() {
  report r;
  using cell_type = nn::lstm_cell<T, dim<4 + 3>, kept>;
  const auto d = launder(made_up<decoder_with<T, cell_type>>(1));
  const auto memory = launder(filled<tensor<T, source, kept>>(2, T(2)));
  const auto before = initial(lstm_state{filled<tensor<T, kept>>(3), filled<tensor<T, kept>>(4)});
  const token_id<7> id(5);
  const auto y = d.embedding(tensor<token_id<7>>(id));
  const auto found = attend(before, memory);
  const auto step = decoder_step(d.cell, before, y, memory);
  r.check(bitwise_equal(step.context, found.context));
  r.check(bitwise_equal(step.weights, found.weights));
  r.check(step.after == d.cell(concat<0>(unnamed(found.context), unnamed(y)), before));
  const auto logits = decoder_logits(step.after, found.context, y, d.output.weight, d.output.bias);
  const auto all = concat<0>(unnamed(hidden_state(step.after)), unnamed(found.context), unnamed(y));
  r.check(bitwise_equal(logits, d.output(all)));
  r.check(bitwise_equal(
      logits, decoder_logits<input_by_output>(step.after, found.context, y,
                                              transpose(d.output.weight), d.output.bias)));
  const auto made = d(before, id, memory);
  r.check(made.after == step.after && bitwise_equal(made.logits, logits));
  static_assert(
      std::is_same_v<decltype(step), const decoded_state<state_after<lstm_state<tensor<T, kept>>>,
                                                         tensor<T, kept>, tensor<T, source>>>);
  static_assert(
      std::is_same_v<decltype(made),
                     const decoded_word<state_after<lstm_state<tensor<T, kept>>>, tensor<T, kept>,
                                        tensor<T, source>, tensor<T, word>>>);
  r.bits(made.logits);
  return r;
}

constexpr report names() {
  report r;
  using model = decoder_with<double, nn::lstm_cell<double, dim<7>, kept>>;
  const auto d = made_up<model>(1);
  static_assert(parameter_count<model> == 4 * (4 * 7 + 4 * 4 + 2 * 4) + 7 * 3 + 7 * 11 + 7);
  r.check(parameter<"cell.weight_hh">(d) == d.cell.weight_hh);
  r.check(parameter<"embedding.weight">(d) == d.embedding.weight);
  r.check(parameter<"output.bias">(d) == d.output.bias);
  static_assert(std::is_same_v<decltype(as<float>(d)),
                               decoder_with<float, nn::lstm_cell<float, dim<7>, kept>>>);
  r.check(
      rules::is_output_layer<rules::option<nn::linear<float, in, word, input_by_output>>>::value);
  r.check(!rules::is_output_layer<
          rules::option<nn::linear<float, in, word, input_by_output, without_bias>>>::value);
  r.check(!rules::is_output_layer<rules::option<nn::embedding<float, word, width>>>::value);
  return r;
}

// Where each relation of a call holds, and where it does not.
constexpr report what_a_step_requires() {
  report r;
  using hidden = tensor<float, kept>;
  using y = tensor<float, width>;
  using cell = nn::rnn_cell<float, dim<4 + 3>, kept>;
  using before = state_before<hidden>;
  using after = state_after<hidden>;
  r.check(rules::decoder_step_call<cell, before, hidden, y>::holds);
  r.check(!rules::decoder_step_call<cell, after, hidden, y>::before_step::value);
  r.check(!rules::decoder_step_call<cell, before, y, y>::input_size::value);
  using weight = tensor<float, word, dim<4 + 4 + 3>>;
  using narrow = tensor<float, word, dim<4 + 4>>;
  using stored = output_by_input;
  r.check(rules::decoder_logits_call<stored, after, hidden, y, weight>::holds);
  r.check(!rules::decoder_logits_call<stored, before, hidden, y, weight>::after_step::value);
  r.check(!rules::decoder_logits_call<stored, after, hidden, y, narrow>::input_size::value);
  r.check(!rules::decoder_logits_call<stored, after, hidden, y, hidden>::is_matrix::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"what a step requires", what_a_step_requires},
    {"S41, S42: is its parts, float", is_its_parts<float>},
    {"S41, S42: is its parts, double", is_its_parts<double>},
    {"names", names},
};

}  // namespace attn_tests::recurrent_decoder_tests
