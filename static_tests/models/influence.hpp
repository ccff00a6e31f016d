// SPDX-License-Identifier: BSL-1.0
// What can reach what in whole models, for all weights and all inputs: proofs by influence.
#pragma once

#include <attn/attention/multi_head.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/arbitrary_parameters.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/layers/position_layer.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/language_model.hpp>
#include <attn/models/transformer.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/scalars/reach.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::model_influence_tests {

using namespace attn;
using token = axis<"token", 3>;
using source = axis<"source", 2>;
using model = axis<"model", 4>;
using head = axis<"head", 2>;
using inner = axis<"inner", 5>;
using word = axis<"word", 6>;

template <class... Axes>
using table = tensor<bool, Axes...>;
using by_token = table<token, dim<3>>;

// The model with any parameters.
template <class M>
constexpr M any_weights() {
  return arbitrary<typename detail::leaf_type<M, 0>::value_type>(M{});
}

template <class T, class Norm>
using encoder_of =
    nn::encoder<nn::encoder_layer<T, model, head, inner, output_by_input, act::gelu_exact, Norm>,
                2>;
template <class T, class Norm>
using decoder_of =
    nn::decoder<nn::decoder_layer<T, model, head, inner, output_by_input, act::relu, Norm>, 2>;

// Two layers of it: everything sees everything; with a causal mask, nothing that comes later; through
// a window of one to the left, two layers see two.
template <class Norm>
constexpr report an_encoder() {
  report r;
  const auto x = marked<"token">(tensor<double, token, model>{});
  const auto f = any_weights<encoder_of<influence<double, 3>, Norm>>();
  r.check(reach<"token">(f(x)) == by_token{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
  r.check(reach<"token">(f(x, causal<>)) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  r.check(reach<"token">(f.layers[0](x, sliding_window<1, 0>)) ==
          by_token{{1, 0, 0}, {1, 1, 0}, {0, 1, 1}});
  r.check(reach<"token">(f(x, sliding_window<1, 0>)) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  return r;
}

// The target sees its own past and all of the memory.
constexpr report a_decoder() {
  report r;
  using I = influence<double, 3>;
  const auto f = any_weights<decoder_of<I, pre_norm>>();
  const auto y = marked<"token">(tensor<double, token, model>{});
  const auto memory = arbitrary_as(tensor<double, source, model>{}, y);
  r.check(reach<"token">(f(y, memory, self_options(causal<>))) ==
          by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  const auto target = arbitrary<I>(tensor<double, token, model>{});
  auto marked_memory = arbitrary<I>(tensor<double, source, model>{});
  for (int j = 0; j < 4; ++j) marked_memory(1, j) = I::input(2);
  r.check(reach<"token">(f(target, marked_memory, self_options(causal<>))) ==
          by_token{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}});
  return r;
}

// Marked are the positions, as the row of the embedding table that a token takes is at the output,
// too. All at once, and token by token from the caches.
constexpr report a_language_model() {
  report r;
  using I = influence<double, 3>;
  using position = axis<"position", 3>;
  using layer = nn::encoder_layer<I, model, head, inner, output_by_input, act::gelu_tanh, pre_norm>;
  using network = nn::language_model<word, layer, 2, nn::learned_positions<I, position, model>,
                                     nn::layer_norm<I, model>>;
  auto f = any_weights<network>();
  f.positions.weight = marked<"position">(tensor<double, position, model>{});
  const tensor<token_id<6>, token> ids{4, 1, 3};
  r.check(reach<"token">(f(ids)) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  auto state = network::start();
  for (std::size_t t = 0; t < 3; ++t) {
    const auto seen = reach(f.step(state, ids(t)));
    for (std::size_t i = 0; i < 3; ++i) r.check(seen(i) == (i <= t));
  }
  return r;
}

constexpr report a_transformer() {
  report r;
  using I = influence<double, 6>;
  using layer = nn::encoder_layer<I, model, head, inner, output_by_input, act::relu, post_norm>;
  using network = nn::transformer<word, word, layer, 2>;
  auto f = any_weights<network>();
  f.tgt_embed.weight = marked<"word">(tensor<double, word, model>{});
  const tensor<token_id<6>, source> said{0, 5};
  const tensor<token_id<6>, token> saying{4, 1, 3};
  const auto y = f(said, saying, self_options(causal<>));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t w = 0; w < 6; ++w)
      r.check(reach<"token">(y)(i, w) == ((w == 4) || (w == 1 && i >= 1) || (w == 3 && i >= 2)));
  return r;
}

// A recurrent network is causal by construction.
template <template <class> class Cell, class State>
constexpr report a_recurrent_cell() {
  report r;
  using I = influence<double, 3>;
  const auto x = marked<"token">(tensor<double, token, model>{});
  const auto all = unroll(any_weights<Cell<I>>(), x, initial(State{}));
  r.check(reach<"token">(all.outputs) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  return r;
}
template <class I>
using rnn_of = nn::rnn_cell<I, model, inner>;
template <class I>
using gru_of = nn::gru_cell<I, model, inner>;
template <class I>
using lstm_of = nn::lstm_cell<I, model, inner>;
using hidden = tensor<influence<double, 3>, inner>;

// Multi-head attention, by its three sequences: the queries reach their own rows alone.
constexpr report multi_head_attention_of_sequences() {
  report r;
  using I = influence<double, 3>;
  const auto f = any_weights<nn::multi_head_attention<I, model, head, output_by_input>>();
  const auto x = marked<"token">(tensor<double, token, model>{});
  const auto others = arbitrary<I>(tensor<double, source, model>{});
  r.check(reach<"token">(f(x, others, others)) == by_token{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  r.check(reach<"token">(f(x)) == by_token{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
  r.check(reach<"token">(f(x, causal<>)) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"an encoder, pre-norm", an_encoder<pre_norm>},
    {"an encoder, post-norm", an_encoder<post_norm>},
    {"a decoder", a_decoder},
    {"a language model", a_language_model},
    {"a transformer", a_transformer},
    {"an RNN", a_recurrent_cell<rnn_of, hidden>},
    {"a GRU", a_recurrent_cell<gru_of, hidden>},
    {"an LSTM", a_recurrent_cell<lstm_of, lstm_state<hidden>>},
    {"multi-head attention of sequences", multi_head_attention_of_sequences},
};

}  // namespace attn_tests::model_influence_tests
