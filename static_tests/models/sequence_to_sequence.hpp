// SPDX-License-Identifier: BSL-1.0
// Behaviours of sequence_to_sequence, attend, recurrent_decoder of attn/models/.
#pragma once

#include "static_tests/reference/seed2_recurrent.hpp"
#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::models_sequence_to_sequence_tests {
using in = axis<"in", 2>;
using kept_4 = axis<"hidden", 4>;
using source_6 = axis<"source", 6>;
using width = axis<"embedding", 3>;

// --- the reference case: 4 words of 3 numbers in, 3 words of 5 out, states of 4 ---------------------

namespace of_reference {
using namespace reference::seed2_encoder_decoder;
using reference::seed2_encoder_decoder::token;
using in = axis<"in", 3>;
using word = axis<"word", 5>;
using target = axis<"target", 3>;
template <class Tu> using encoder_type = nn::rnn_cell<Tu, in, kept_4>;
template <class Tu>
using decoder_type = nn::recurrent_decoder<nn::rnn_cell<Tu, dim<4 + 3>, kept_4>,
    nn::embedding<Tu, word, width>, nn::linear<Tu, dim<4 + 4 + 3>, word, output_by_input>>;

// The parameters, in order.
template <class Model, class... X> constexpr Model of_tensors(const X&... x) {
  using T = typename decltype(parameters_to_vector(Model{}))::value_type;
  tensor<T, dim<parameter_count<Model>>> all;
  T* to = all.data();
  const auto put = [&to](const auto& from) {
    for (const auto& element : from) *to++ = static_cast<T>(element);
  };
  (put(x), ...);
  return vector_to_parameters<Model>(all);
}
template <class T> constexpr auto encoder() {
  return of_tensors<encoder_type<T>>(We, Ue, be, tensor<double, dim<4>>{});
}
template <class T> constexpr auto decoder() {
  return of_tensors<decoder_type<T>>(Wd, Ud, bd, tensor<double, dim<4>>{}, E, Wo, bo);
}
template <class T> constexpr auto encoded() {
  return unroll(
      launder(encoder<T>()), with_axes<source, in>(as<T>(x)), initial<tensor<T, kept_4>>());
}

// S40 to S43, step by step: the memory, and then scores, weights, context, state, logits,
// probabilities and word of each step.
template <class T> constexpr report steps() {
  report r;
  const auto d = launder(decoder<T>());
  const auto all = encoded<T>();
  r.check(near(all.outputs, S));
  auto before = advance(all.last);
  token_id<5> id(0);
  const auto row_of = [](const auto& wanted, std::size_t t) {
    const auto row = attn::select<0>(wanted.value, t);
    return expected<std::remove_const_t<decltype(row)>>{
        row, wanted.abs64, wanted.rel64, wanted.abs32, wanted.rel32};
  };
  for (std::size_t t = 0; t < target::size; ++t) {
    const auto query = transpose(expand<dim<1>>(hidden_state(before)));
    const auto scores = attention_scores(query, all.outputs) * default_scale<T>(4);
    r.check(near(attn::select<0>(scores, 0), row_of(score, t)));
    const auto made = d(before, id, all.outputs);
    has_type<decoded_word<state_after<tensor<T, kept_4>>, tensor<T, kept_4>, tensor<T, source>,
        tensor<T, word>>>(made);
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
template <class T> constexpr report greedy() {
  report r;
  const auto d = launder(decoder<T>());
  const auto all = encoded<T>();
  const auto said = greedy_decode<target>(d, advance(all.last), token_id<5>(0), all.outputs);
  has_type<decoded_sentence<tensor<token_id<5>, target>, tensor<T, target, word>,
      tensor<T, target, source>, state_after<tensor<T, kept_4>>>>(said);
  r.check(said.ids == as_token_ids<5>(token));
  r.check(near(said.probabilities, p) && near(said.weights, alpha));
  r.check(
      near(hidden_state(said.last), expected<tensor<double, dim<4>>>{attn::select<0>(h.value, 2),
                                        h.abs64, h.rel64, h.abs32, h.rel32}));
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
using target = axis<"target", 5>;

template <class T, class Cell>
using decoder_with = nn::recurrent_decoder<Cell, nn::embedding<T, word, width>,
    nn::linear<T, dim<4 + 4 + 3>, word, output_by_input>>;

using width_3 = axis<"width", 3>;
using query_1 = axis<"query", 1>;

template <class T, class Cell>
using decoder_with_of_recurrent_decoder = nn::recurrent_decoder<Cell, nn::embedding<T, word, width>,
    nn::linear<T, dim<4 + 4 + 3>, word, output_by_input>>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/models/sequence_to_sequence.hpp promises.
  tests.proved(
      "S40 to S43: reference, step by step, float", [] { return of_reference::steps<float>(); });
  tests.proved(
      "S40 to S43: reference, step by step, double", [] { return of_reference::steps<double>(); });
  tests.proved<float, double>(
      "S43: reference, greedy decode", []<class T>() { return of_reference::greedy<T>(); });
  // Greedy and sampled: the likeliest word is fed back, or the drawn one.
  tests.proved<float, double>("S43: decoding", []<class T>(report& r) {
    using cell_type = nn::gru_cell<T, dim<4 + 3>, kept_4>;
    const auto d = launder(made_up<decoder_with<T, cell_type>>(11));
    const auto memory = launder(filled<tensor<T, source_6, kept_4>>(12, T(2)));
    const auto before = initial(filled<tensor<T, kept_4>>(13));
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
      r.same(attn::select<0>(drawn.probabilities, t), softmax(b.logits));
      r.same(attn::select<0>(drawn.weights, t), b.weights);
      now = advance(a.after);
      other = advance(b.after);
    }
    r.check(advance(greedy.last) == now && advance(drawn.last) == other);
    r.check(!(greedy.ids == drawn.ids));
    r.bits(greedy.probabilities);
    r.bits(drawn.probabilities);
  });
  // What the steps make, of a state of two tensors; greedily and drawn, with attention and without.
  tests.proved<float, double>("all that the steps make", []<class T>(report& r) {
    using state = lstm_state<tensor<T, kept_4>>;
    const auto d = launder(made_up<decoder_with<T, nn::lstm_cell<T, dim<4 + 3>, kept_4>>>(31));
    const auto memory = launder(filled<tensor<T, source_6, kept_4>>(32, T(2)));
    const auto before =
        initial(state{filled<tensor<T, kept_4>>(33), filled<tensor<T, kept_4>>(34)});
    const token_id<7> start(2);
    const tensor<T, target> u{T(0.9), T(0.1), T(0.5), T(0.99), T(0)};
    const auto check = [&](const auto& all, const auto& said, const auto& of) {
      r.check(all.ids == said.ids && all.last == said.last);
      r.same(all.probabilities, said.probabilities);
      auto now = before;
      token_id<7> id = start;
      for (std::size_t t = 0; t < target::size; ++t) {
        const auto made = d(now, id, of);
        r.same(attn::select<0>(all.logits, t), made.logits);
        r.same(attn::select<0>(all.contexts, t), made.context);
        r.same(attn::select<0>(all.states.hidden, t), made.after.value.hidden);
        r.same(attn::select<0>(all.states.cell, t), made.after.value.cell);
        id = all.ids(t);
        now = advance(made.after);
      }
      r.bits(all.logits);
      r.bits(all.states.cell);
    };
    const auto greedy = greedy_decode_steps<target>(d, before, start, memory);
    has_type<decoded_steps<tensor<token_id<7>, target>, tensor<T, target, word>,
        tensor<T, target, kept_4>, tensor<T, target, source_6>,
        lstm_state<tensor<T, target, kept_4>>, state_after<state>>>(greedy);
    const auto said = greedy_decode<target>(d, before, start, memory);
    check(greedy, said, memory);
    r.same(greedy.weights, said.weights);
    const auto drawn = sampled_decode_steps(d, before, start, memory, u);
    check(drawn, sampled_decode(d, before, start, memory, u), memory);
    r.check(!(drawn.ids == greedy.ids));
    const auto c = fixed_context(attn::select<0>(memory, 1));
    check(greedy_decode_steps<target>(d, before, start, c),
        greedy_decode<target>(d, before, start, c), c);
    static_assert(rules::decoding_steps_call<state_before<state>>::all::value);
    static_assert(!rules::decoding_steps_call<state_after<state>>::all::value);
  });
  // S35: an encoder whose last state is all that the decoder sees.
  tests.proved<float, double>("S35: without attention", []<class T>(report& r) {
    const auto encoder = launder(made_up<nn::rnn_cell<T, in, kept_4>>(21));
    const auto d = launder(made_up<decoder_with<T, nn::rnn_cell<T, dim<4 + 3>, kept_4>>>(22));
    const auto all =
        unroll(encoder, filled<tensor<T, source_6, in>>(23), initial<tensor<T, kept_4>>());
    const auto c = fixed_context(hidden_state(all.last));
    const auto said = greedy_decode<target>(d, advance(all.last), token_id<7>(0), c);
    static_assert(std::is_same_v<decltype(said.weights), no_weights>);
    const auto step = d(advance(all.last), token_id<7>(0), c);
    r.same(step.context, hidden_state(all.last));
    r.same(attn::select<0>(said.probabilities, 0), softmax(step.logits));
    // With attention to a memory of one word, the context is that word: the same, bit for bit.
    const auto one = transpose(expand<dim<1>>(hidden_state(all.last)));
    const auto asked = greedy_decode<target>(d, advance(all.last), token_id<7>(0), one);
    r.check(asked.ids == said.ids && bitwise_equal(asked.probabilities, said.probabilities));
    r.bits(said.probabilities);
  });
  // What attn/models/attend.hpp promises.
  // S40: one query, the state, asks the memory: keys and values.
  tests.proved<float, double>("S40: is cross attention", []<class T>(report& r) {
    const auto h = launder(filled<tensor<T, width_3>>(1, T(2)));
    const auto memory = launder(filled<tensor<T, source, width_3>>(2, T(2)));
    const auto found = attend(initial(h), memory);
    has_type<attended<tensor<T, width_3>, tensor<T, source>>>(found);
    const auto row = transpose(expand<query_1>(h));
    r.same(transpose(expand<query_1>(found.weights)), attention_weights(row, memory));
    r.same(transpose(expand<query_1>(found.context)),
        scaled_dot_product_attention(row, memory, memory));
    // Of a state with more in it, its hidden part asks.
    const auto state = initial(lstm_state{h, filled<tensor<T, width_3>>(3)});
    r.same(attend(state, memory).context, found.context);
    r.bits(found.weights);
  });
  // Options are passed on: a scale, a mask, a score for widths that differ.
  tests.proved<float, double>("options", []<class T>(report& r) {
    const auto before = initial(launder(filled<tensor<T, width_3>>(1, T(2))));
    const auto memory = launder(filled<tensor<T, source, width_3>>(2, T(2)));
    const auto even = attend(before, memory, scaled_by(T(0)));
    r.check(even.weights == tensor<T, source>{T(0.25), T(0.25), T(0.25), T(0.25)});
    const auto scaled = attend(before, memory, unscaled);
    r.check(!bitwise_equal(scaled.weights, attend(before, memory).weights));
    // Bahdanau's and Luong's scores take another width; here it is a matrix between the two.
    const auto slim = initial(launder(filled<tensor<T, axis<"slim", 2>>>(3)));
    const auto between = filled<tensor<T, axis<"slim", 2>, width_3>>(4);
    const auto bilinear = scored_by(
        [&](const auto& q, const auto& k) { return matmul(matmul(q, between), transpose(k)); });
    const auto found = attend(slim, memory, bilinear);
    static_assert(std::is_same_v<decltype(found.context), tensor<T, width_3>>);
    const auto through = matmul(transpose(expand<query_1>(slim.value)), between);
    r.same(transpose(expand<query_1>(found.weights)), attention_weights(through, memory, unscaled));
    // Padding behind the sentence: as if it were not there.
    const auto padded = attend(before, memory, valid_keys(3));
    const auto alone = attend(before, narrow<"source", 3>(memory, 0));
    r.same(padded.context, alone.context);
    r.same(narrow<"source", 3>(padded.weights, 0), alone.weights);
    r.check(padded.weights(3) == T(0));
    r.bits(found.context);
  });
  // S35: C, whatever the state is.
  tests.proved("S35: without attention", [](report& r) {
    const auto c = launder(tensor<float, width_3>{1, 2, 3});
    const auto memory = fixed_context(c);
    has_type<fixed_context_t<tensor<float, width_3>>>(memory);
    const auto found = attend(initial<tensor<float, axis<"other", 7>>>(), memory);
    r.check(found.context == c && found.weights == no_weights{});
    r.bits(found.context);
  });
  // Where each relation of a call holds, and where it does not.
  tests.proved("what it requires", [](report& r) {
    using kept = axis<"hidden", 4>;
    using before = state_before<tensor<float, kept>>;
    using after = state_after<tensor<float, kept>>;
    using memory = tensor<float, axis<"source", 6>, kept>;
    using other = tensor<float, axis<"source", 6>, dim<5>>;
    const auto score = [](const auto&, const auto&) {
      return tensor<float, dim<1>, axis<"source", 6>>{};
    };
    using scored = decltype(scored_by(score));
    using none = rules::options<>;
    r.check(rules::asking_state_call<before>::before_step::value);
    r.check(!rules::asking_state_call<after>::before_step::value);
    r.check(rules::attend_call<before, memory, none>::all::value);
    r.check(!rules::attend_call<after, memory, none>::all::value);
    r.check(!rules::attend_call<before, tensor<float, kept>, none>::memory_is_matrix::value);
    r.check(!rules::attend_call<before, tensor<double, kept, kept>, none>::one_element::value);
    r.check(!rules::attend_call<before, other, none>::width_size::value);
    r.check(rules::attend_call<before, other, rules::options<scored>>::width_size::value);
    using batches = state_before<tensor<float, dim<2>, kept>>;
    r.check(!rules::attend_call<batches, memory, none>::one_sentence::value);
  });
  // What attn/models/recurrent_decoder.hpp promises; its numbers are in sequence_to_sequence.hpp.
  // Where each relation of a call holds, and where it does not.
  tests.proved("what a step requires", [](report& r) {
    using hidden = tensor<float, kept_4>;
    using y = tensor<float, width>;
    using cell = nn::rnn_cell<float, dim<4 + 3>, kept_4>;
    using before = state_before<hidden>;
    using after = state_after<hidden>;
    r.check(rules::decoder_step_call<cell, before, hidden, y>::all::value);
    r.check(!rules::decoder_step_call<cell, after, hidden, y>::before_step::value);
    r.check(!rules::decoder_step_call<cell, before, y, y>::input_size::value);
    using weight = tensor<float, word, dim<4 + 4 + 3>>;
    using narrow = tensor<float, word, dim<4 + 4>>;
    using stored = output_by_input;
    r.check(rules::decoder_logits_call<stored, after, hidden, y, weight>::all::value);
    r.check(!rules::decoder_logits_call<stored, before, hidden, y, weight>::after_step::value);
    r.check(!rules::decoder_logits_call<stored, after, hidden, y, narrow>::input_size::value);
    r.check(!rules::decoder_logits_call<stored, after, hidden, y, hidden>::is_matrix::value);
  });
  // S41, S42: a step is its parts.
  tests.proved<float, double>("S41, S42: is its parts", []<class T>(report& r) {
    using cell_type = nn::lstm_cell<T, dim<4 + 3>, kept_4>;
    const auto d = launder(made_up<decoder_with_of_recurrent_decoder<T, cell_type>>(1));
    const auto memory = launder(filled<tensor<T, source_6, kept_4>>(2, T(2)));
    const auto before =
        initial(lstm_state{filled<tensor<T, kept_4>>(3), filled<tensor<T, kept_4>>(4)});
    const token_id<7> id(5);
    const auto y = d.embedding(tensor<token_id<7>>(id));
    const auto found = attend(before, memory);
    const auto step = decoder_step(d.cell, before, y, memory);
    r.same(step.context, found.context);
    r.same(step.weights, found.weights);
    r.check(step.after == d.cell(concat<0>(unnamed(found.context), unnamed(y)), before));
    const auto logits =
        decoder_logits(step.after, found.context, y, d.output.weight, d.output.bias);
    const auto all =
        concat<0>(unnamed(hidden_state(step.after)), unnamed(found.context), unnamed(y));
    r.same(logits, d.output(all));
    r.same(logits, decoder_logits<input_by_output>(
                       step.after, found.context, y, transpose(d.output.weight), d.output.bias));
    const auto made = d(before, id, memory);
    r.check(made.after == step.after && bitwise_equal(made.logits, logits));
    has_type<decoded_state<state_after<lstm_state<tensor<T, kept_4>>>, tensor<T, kept_4>,
        tensor<T, source_6>>>(step);
    has_type<decoded_word<state_after<lstm_state<tensor<T, kept_4>>>, tensor<T, kept_4>,
        tensor<T, source_6>, tensor<T, word>>>(made);
    r.bits(made.logits);
  });
  tests.proved("names", [](report& r) {
    using model = decoder_with_of_recurrent_decoder<double, nn::lstm_cell<double, dim<7>, kept_4>>;
    const auto d = made_up<model>(1);
    static_assert(parameter_count<model> == 4 * (4 * 7 + 4 * 4 + 2 * 4) + 7 * 3 + 7 * 11 + 7);
    r.check(parameter<"cell.weight_hh">(d) == d.cell.weight_hh);
    r.check(parameter<"embedding.weight">(d) == d.embedding.weight);
    r.check(parameter<"output.bias">(d) == d.output.bias);
    static_assert(std::is_same_v<decltype(as<float>(d)),
        decoder_with_of_recurrent_decoder<float, nn::lstm_cell<float, dim<7>, kept_4>>>);
    r.check(
        rules::is_output_layer<rules::option<nn::linear<float, in, word, input_by_output>>>::value);
    r.check(!rules::is_output_layer<
        rules::option<nn::linear<float, in, word, input_by_output, without_bias>>>::value);
    r.check(!rules::is_output_layer<rules::option<nn::embedding<float, word, width>>>::value);
  });
};
}  // namespace attn_tests::models_sequence_to_sequence_tests
