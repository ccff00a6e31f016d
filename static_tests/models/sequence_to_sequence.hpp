// SPDX-License-Identifier: BSL-1.0
// What attn/models/sequence_to_sequence.hpp promises.
#pragma once

#include <attn/models/sequence_to_sequence.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/reference/seed2_encoder_decoder.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::sequence_to_sequence_tests {

using namespace attn;

// --- the reference case: 4 words of 3 numbers in, 3 words of 5 out, states of 4 ---------------------

namespace of_reference {

using namespace reference::seed2_encoder_decoder;
using source = axis<"source", 4>;
using in = axis<"in", 3>;
using kept = axis<"hidden", 4>;
using width = axis<"embedding", 3>;
using word = axis<"word", 5>;
using target = axis<"target", 3>;

template <class Tu>
using encoder_type = nn::rnn_cell<Tu, in, kept>;
template <class Tu>
using decoder_type =
    nn::recurrent_decoder<nn::rnn_cell<Tu, dim<4 + 3>, kept>, nn::embedding<Tu, word, width>,
                          nn::linear<Tu, dim<4 + 4 + 3>, word, output_by_input>>;

// The parameters, in order.
template <class Model, class... X>
constexpr Model of_tensors(const X&... x) {
  using T = typename decltype(parameters_to_vector(Model{}))::value_type;
  tensor<T, dim<parameter_count<Model>>> all;
  T* to = all.data();
  const auto put = [&to](const auto& from) {
    for (const auto& element : from) *to++ = static_cast<T>(element);
  };
  (put(x), ...);
  return vector_to_parameters<Model>(all);
}
template <class T>
constexpr auto encoder() {
  return of_tensors<encoder_type<T>>(We, Ue, be, tensor<double, dim<4>>{});
}
template <class T>
constexpr auto decoder() {
  return of_tensors<decoder_type<T>>(Wd, Ud, bd, tensor<double, dim<4>>{}, E, Wo, bo);
}
template <class T>
constexpr auto encoded() {
  return unroll(launder(encoder<T>()), with_axes<source, in>(as<T>(x)), initial<tensor<T, kept>>());
}

// S40 to S43, step by step: the memory, and then scores, weights, context, state, logits,
// probabilities and word of each step.
template <class T>
constexpr report steps() {
  report r;
  const auto d = launder(decoder<T>());
  const auto all = encoded<T>();
  r.check(near(all.outputs, S));
  auto before = advance(all.last);
  token_id<5> id(0);
  const auto row_of = [](const auto& wanted, std::size_t t) {
    const auto row = attn::select<0>(wanted.value, t);
    return expected<std::remove_const_t<decltype(row)>>{row, wanted.abs64, wanted.rel64,
                                                        wanted.abs32, wanted.rel32};
  };
  for (std::size_t t = 0; t < target::size; ++t) {
    const auto query = transpose(expand<dim<1>>(hidden_state(before)));
    const auto scores = attention_scores(query, all.outputs) * default_scale<T>(4);
    r.check(near(attn::select<0>(scores, 0), row_of(score, t)));
    const auto made = d(before, id, all.outputs);
    static_assert(std::is_same_v<decltype(made),
                                 const decoded_word<state_after<tensor<T, kept>>, tensor<T, kept>,
                                                    tensor<T, source>, tensor<T, word>>>);
    r.check(near(made.weights, row_of(alpha, t)));
    r.check(near(made.context, row_of(c, t)));
    r.check(near(hidden_state(made.after), row_of(h, t)));
    r.check(near(made.logits, row_of(logits, t)));
    r.check(near(softmax(made.logits), row_of(p, t)));
    id = token_id<5>(static_cast<int>(argmax<"word">(made.logits)));
    r.check(id == token(t));
    r.bits(made.logits);
    before = advance(made.after);
  }
  return r;
}

// The same, in one call: a greedy decode of several steps.
template <class T>
constexpr report greedy() {
  report r;
  const auto d = launder(decoder<T>());
  const auto all = encoded<T>();
  const auto said = greedy_decode<target>(d, advance(all.last), token_id<5>(0), all.outputs);
  static_assert(std::is_same_v<
                decltype(said),
                const decoded_sentence<tensor<token_id<5>, target>, tensor<T, target, word>,
                                       tensor<T, target, source>, state_after<tensor<T, kept>>>>);
  r.check(said.ids == as_token_ids<5>(token));
  r.check(near(said.probabilities, p) && near(said.weights, alpha));
  r.check(near(hidden_state(said.last),
               expected<tensor<double, dim<4>>>{attn::select<0>(h.value, 2), h.abs64, h.rel64,
                                                h.abs32, h.rel32}));
  // argmax_margin: the words are no near ties.
  T margin = T(10);
  auto before = advance(all.last);
  token_id<5> id(0);
  for (std::size_t t = 0; t < target::size; ++t) {
    const auto made = d(before, id, all.outputs);
    id = said.ids(t);
    const T best = made.logits(static_cast<std::size_t>(id));
    for (std::size_t w = 0; w < word::size; ++w)
      if (w != static_cast<std::size_t>(id) && best - made.logits(w) < margin)
        margin = best - made.logits(w);
    before = advance(made.after);
  }
  r.check(near(tensor<T>(margin), argmax_margin));
  r.bits(said.probabilities);
  r.bits(said.weights);
  return r;
}

}  // namespace of_reference

// --- a companion of which all sizes differ -----------------------------------------------------------

using source = axis<"source", 6>;
using target = axis<"target", 5>;
using in = axis<"in", 2>;
using kept = axis<"hidden", 4>;
using width = axis<"embedding", 3>;
using word = axis<"word", 7>;

template <class T, class Cell>
using decoder_with = nn::recurrent_decoder<Cell, nn::embedding<T, word, width>,
                                           nn::linear<T, dim<4 + 4 + 3>, word, output_by_input>>;

// Greedy and sampled: the likeliest word is fed back, or the drawn one.
template <class T>
constexpr report decoding() {
  report r;
  using cell_type = nn::gru_cell<T, dim<4 + 3>, kept>;
  const auto d = launder(made_up<decoder_with<T, cell_type>>(11));
  const auto memory = launder(filled<tensor<T, source, kept>>(12, T(2)));
  const auto before = initial(filled<tensor<T, kept>>(13));
  const token_id<7> start(2);
  const tensor<T, target> u{T(0.9), T(0.1), T(0.5), T(0.99), T(0)};
  const auto greedy = greedy_decode<target>(d, before, start, memory);
  const auto drawn = sampled_decode(d, before, start, memory, u);
  auto now = before, other = before;
  token_id<7> id = start, other_id = start;
  for (std::size_t t = 0; t < target::size; ++t) {
    const auto a = d(now, id, memory);
    const auto b = d(other, other_id, memory);
    id = token_id<7>(static_cast<int>(argmax<0>(a.logits)));
    other_id = token_id<7>(static_cast<int>(sample(softmax(b.logits), u(t))));
    r.check(greedy.ids(t) == id && drawn.ids(t) == other_id);
    r.check(bitwise_equal(attn::select<0>(drawn.probabilities, t), softmax(b.logits)));
    r.check(bitwise_equal(attn::select<0>(drawn.weights, t), b.weights));
    now = advance(a.after);
    other = advance(b.after);
  }
  r.check(advance(greedy.last) == now && advance(drawn.last) == other);
  r.check(!(greedy.ids == drawn.ids));
  r.bits(greedy.probabilities);
  r.bits(drawn.probabilities);
  return r;
}

// S35: an encoder whose last state is all that the decoder sees.
template <class T>
constexpr report without_attention() {
  report r;
  const auto encoder = launder(made_up<nn::rnn_cell<T, in, kept>>(21));
  const auto d = launder(made_up<decoder_with<T, nn::rnn_cell<T, dim<4 + 3>, kept>>>(22));
  const auto all = unroll(encoder, filled<tensor<T, source, in>>(23), initial<tensor<T, kept>>());
  const auto c = fixed_context(hidden_state(all.last));
  const auto said = greedy_decode<target>(d, advance(all.last), token_id<7>(0), c);
  static_assert(std::is_same_v<decltype(said.weights), no_weights>);
  const auto step = d(advance(all.last), token_id<7>(0), c);
  r.check(bitwise_equal(step.context, hidden_state(all.last)));
  r.check(bitwise_equal(attn::select<0>(said.probabilities, 0), softmax(step.logits)));
  // With attention to a memory of one word, the context is that word: the same, bit for bit.
  const auto one = transpose(expand<dim<1>>(hidden_state(all.last)));
  const auto asked = greedy_decode<target>(d, advance(all.last), token_id<7>(0), one);
  r.check(asked.ids == said.ids && bitwise_equal(asked.probabilities, said.probabilities));
  r.bits(said.probabilities);
  return r;
}

// What the steps make, of a state of two tensors; greedily and drawn, with attention and without.
template <class T>
constexpr report all_that_the_steps_make() {
  report r;
  using state = lstm_state<tensor<T, kept>>;
  const auto d = launder(made_up<decoder_with<T, nn::lstm_cell<T, dim<4 + 3>, kept>>>(31));
  const auto memory = launder(filled<tensor<T, source, kept>>(32, T(2)));
  const auto before = initial(state{filled<tensor<T, kept>>(33), filled<tensor<T, kept>>(34)});
  const token_id<7> start(2);
  const tensor<T, target> u{T(0.9), T(0.1), T(0.5), T(0.99), T(0)};
  const auto check = [&](const auto& all, const auto& said, const auto& of) {
    r.check(all.ids == said.ids && all.last == said.last);
    r.check(bitwise_equal(all.probabilities, said.probabilities));
    auto now = before;
    token_id<7> id = start;
    for (std::size_t t = 0; t < target::size; ++t) {
      const auto made = d(now, id, of);
      r.check(bitwise_equal(attn::select<0>(all.logits, t), made.logits));
      r.check(bitwise_equal(attn::select<0>(all.contexts, t), made.context));
      r.check(bitwise_equal(attn::select<0>(all.states.hidden, t), made.after.value.hidden));
      r.check(bitwise_equal(attn::select<0>(all.states.cell, t), made.after.value.cell));
      id = all.ids(t);
      now = advance(made.after);
    }
    r.bits(all.logits);
    r.bits(all.states.cell);
  };
  const auto greedy = greedy_decode_steps<target>(d, before, start, memory);
  static_assert(
      std::is_same_v<decltype(greedy),
                     const decoded_steps<tensor<token_id<7>, target>, tensor<T, target, word>,
                                         tensor<T, target, kept>, tensor<T, target, source>,
                                         lstm_state<tensor<T, target, kept>>, state_after<state>>>);
  const auto said = greedy_decode<target>(d, before, start, memory);
  check(greedy, said, memory);
  r.check(bitwise_equal(greedy.weights, said.weights));
  const auto drawn = sampled_decode_steps(d, before, start, memory, u);
  check(drawn, sampled_decode(d, before, start, memory, u), memory);
  r.check(!(drawn.ids == greedy.ids));
  const auto c = fixed_context(attn::select<0>(memory, 1));
  check(greedy_decode_steps<target>(d, before, start, c),
        greedy_decode<target>(d, before, start, c), c);
  static_assert(rules::decoding_steps_call<state_before<state>>::holds);
  static_assert(!rules::decoding_steps_call<state_after<state>>::holds);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"S40 to S43: reference, step by step, float", of_reference::steps<float>},
    {"S40 to S43: reference, step by step, double", of_reference::steps<double>},
    {"S43: reference, greedy decode, float", of_reference::greedy<float>},
    {"S43: reference, greedy decode, double", of_reference::greedy<double>},
    {"S43: decoding, float", decoding<float>},
    {"S43: decoding, double", decoding<double>},
    {"all that the steps make, float", all_that_the_steps_make<float>},
    {"all that the steps make, double", all_that_the_steps_make<double>},
    {"S35: without attention, float", without_attention<float>},
    {"S35: without attention, double", without_attention<double>},
};

}  // namespace attn_tests::sequence_to_sequence_tests
