// SPDX-License-Identifier: BSL-1.0
// Behaviours of analysis, influence of attn/models/.
#pragma once

#include "static_tests/support/analysis.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::models_analysis_tests {
using source = axis<"source", 2>;
using word_6 = axis<"word", 6>;
template <class... Axes> using table = tensor<bool, Axes...>;
using by_token = table<token, dim<3>>;

// The model with any parameters.
template <class M> constexpr M any_weights() {
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
template <class Norm> constexpr void an_encoder(report& r) {
  const auto x = marked<"token">(tensor<double, token, model>{});
  const auto f = any_weights<encoder_of<influence<double, 3>, Norm>>();
  r.check(reach<"token">(f(x)) == by_token{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
  r.check(reach<"token">(f(x, causal<>)) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  r.check(reach<"token">(f.layers[0](x, sliding_window<1, 0>)) ==
          by_token{{1, 0, 0}, {1, 1, 0}, {0, 1, 1}});
  r.check(reach<"token">(f(x, sliding_window<1, 0>)) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
}

// A recurrent network is causal by construction.
template <template <class> class Cell, class State> constexpr void a_recurrent_cell(report& r) {
  using I = influence<double, 3>;
  const auto x = marked<"token">(tensor<double, token, model>{});
  const auto all = unroll(any_weights<Cell<I>>(), x, initial(State{}));
  r.check(reach<"token">(all.outputs) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
}
template <class I> using rnn_of = nn::rnn_cell<I, model, inner>;
template <class I> using gru_of = nn::gru_cell<I, model, inner>;
template <class I> using lstm_of = nn::lstm_cell<I, model, inner>;
using hidden_of_model_influence = tensor<influence<double, 3>, inner>;

using namespace analysis;

template <class M> constexpr M made_up(std::uint64_t seed) {
  return vector_to_parameters<M>(filled<tensor<double, dim<parameter_count<M>>>>(seed, 0.5));
}

template <class T> constexpr void recurrence(report& r) {
  using hidden = axis<"hidden", 3>;
  const auto run = [](auto x, auto cell) {
    using state = typename decltype(cell)::state_type;
    return unroll(cell, x, initial(state{})).outputs;
  };
  agrees<T>(r, run, a, made_up<nn::rnn_cell<double, model, hidden>>(1));
  agrees<T>(r, run, a, made_up<nn::gru_cell<double, model, hidden>>(2));
  agrees<T>(r, run, a, made_up<nn::lstm_cell<double, model, hidden>>(3));
}

template <class T> constexpr void encoders(report& r) {
  using inner = axis<"inner", 3>;
  using encoder =
      nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
  agrees<T>(r, [](auto x, auto f) { return f(x, causal<>); }, a, made_up<encoder>(1));
}
template <class T> constexpr void decoders(report& r) {
  using inner = axis<"inner", 3>;
  using decoder =
      nn::decoder_layer<double, model, head, inner, output_by_input, act::gelu_exact, pre_norm>;
  agrees<T>(
      r, [](auto x, auto y, auto f) { return f(x, y, self_options(causal<>)); }, a, b,
      made_up<decoder>(2));
}
template <class T> constexpr void language_model(report& r) {
  using layer = nn::encoder_layer<double, model, head, axis<"inner", 3>, output_by_input,
      act::gelu_tanh, pre_norm>;
  using network = nn::language_model<word_5, layer, 1,
      nn::learned_positions<double, token_2, model>, nn::layer_norm<double, model>>;
  const tensor<token_id<5>, token_2> ids{4, 1};
  agrees<T>(r, [&](auto f) { return f(ids); }, made_up<network>(3));
}
template <class T> constexpr void transformer(report& r) {
  using layer = nn::encoder_layer<double, model, head, axis<"inner", 3>, output_by_input, act::relu,
      post_norm>;
  using network = nn::transformer<word_5, word_5, layer, 1, nn::layer_norm<double, model>>;
#if defined(__clang__) && __cplusplus > 202302L
  // Of intervals a third word takes more steps than Clang allows a constant.
  constexpr std::size_t words = std::is_same_v<T, range> ? 2 : 3;
#else
  constexpr std::size_t words = 3;
#endif
  tensor<token_id<5>, axis<"source", words>> said{};
  for (std::size_t i = 0; i < words; ++i) said(i) = token_id<5>(4 - 2 * i);
  const tensor<token_id<5>, token_2> saying{3, 1};
  agrees<T>(
      r, [&](auto f) { return f(said, saying, self_options(causal<>)); }, made_up<network>(4));
}

inline constexpr auto behaviours = [](test_table& tests) {
  // Every recurrent cell and model accepts the analysis scalars.
  tests.proved("recurrence, dual", [](report& r) { recurrence<variable>(r); });
  tests.proved("recurrence, interval", [](report& r) { recurrence<range>(r); });
  tests.proved("recurrence, envelope", [](report& r) { recurrence<enclosed>(r); });
  tests.proved("recurrence, influence", [](report& r) { recurrence<traced>(r); });
  tests.proved("encoders, dual", [](report& r) { encoders<variable>(r); });
  tests.proved("encoders, interval", [](report& r) { encoders<range>(r); });
  tests.proved("encoders, envelope", [](report& r) { encoders<enclosed>(r); });
  tests.proved("encoders, influence", [](report& r) { encoders<traced>(r); });
  tests.proved("decoders, dual", [](report& r) { decoders<variable>(r); });
  tests.proved("decoders, interval", [](report& r) { decoders<range>(r); });
  tests.proved("decoders, envelope", [](report& r) { decoders<enclosed>(r); });
  tests.proved("decoders, influence", [](report& r) { decoders<traced>(r); });
  tests.proved("language_model, dual", [](report& r) { language_model<variable>(r); });
  tests.proved("language_model, interval", [](report& r) { language_model<range>(r); });
  tests.proved("language_model, envelope", [](report& r) { language_model<enclosed>(r); });
  tests.proved("language_model, influence", [](report& r) { language_model<traced>(r); });
  // Of envelopes it takes more steps than Clang allows a constant.
  tests.proved("transformer, dual", [](report& r) { transformer<variable>(r); });
  tests.proved("transformer, interval", [](report& r) { transformer<range>(r); });
  tests.proved("transformer, influence", [](report& r) { transformer<traced>(r); });
  // A proof for all weights has all of them: no layer or model of the library has another member.
  tests.proved<double, float>("every member is listed", []<class T>(report& r) {
    const auto lists_its_members = []<class... M>() {
      return (rules::enumerated_call<M>::enumerated::value && ...);
    };
    using hidden = axis<"hidden", 3>;
    using layer =
        nn::encoder_layer<T, model, head, inner, output_by_input, act::gelu_tanh, pre_norm>;
    r.check(lists_its_members.template operator()<encoder_of<T, pre_norm>, decoder_of<T, post_norm>,
        nn::language_model<word_6, layer, 2, nn::learned_positions<T, token, model>,
            nn::layer_norm<T, model>>,
        nn::transformer<word_6, word_6, layer, 2>, nn::rnn_cell<T, model, hidden>,
        nn::gru_cell<T, model, hidden>, nn::lstm_cell<T, model, hidden>,
        nn::rms_norm<T, model, 1e-6>, nn::additive_score<T, model, model, hidden>>());
  });
  // What can reach what in whole models, for all weights and all inputs: proofs by influence.
  tests.proved("an encoder, pre-norm", [](report& r) { an_encoder<pre_norm>(r); });
  tests.proved("an encoder, post-norm", [](report& r) { an_encoder<post_norm>(r); });
  // The target sees its own past and all of the memory.
  tests.proved("a decoder", [](report& r) {
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
  });
  // Positions are marked, because the row of the embedding table that a token takes is also in the
  // output layer. All at once, and token by token from the caches.
  tests.proved("a language model", [](report& r) {
    using I = influence<double, 3>;
    using position = axis<"position", 3>;
    using layer =
        nn::encoder_layer<I, model, head, inner, output_by_input, act::gelu_tanh, pre_norm>;
    using network = nn::language_model<word_6, layer, 2, nn::learned_positions<I, position, model>,
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
  });
  tests.proved("a transformer", [](report& r) {
    using I = influence<double, 6>;
    using layer = nn::encoder_layer<I, model, head, inner, output_by_input, act::relu, post_norm>;
    using network = nn::transformer<word_6, word_6, layer, 2>;
    auto f = any_weights<network>();
    f.tgt_embed.weight = marked<"word">(tensor<double, word_6, model>{});
    const tensor<token_id<6>, source> said{0, 5};
    const tensor<token_id<6>, token> saying{4, 1, 3};
    const auto y = f(said, saying, self_options(causal<>));
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t w = 0; w < 6; ++w)
        r.check(reach<"token">(y)(i, w) == ((w == 4) || (w == 1 && i >= 1) || (w == 3 && i >= 2)));
  });
  tests.proved("an RNN", [](report& r) { a_recurrent_cell<rnn_of, hidden_of_model_influence>(r); });
  tests.proved("a GRU", [](report& r) { a_recurrent_cell<gru_of, hidden_of_model_influence>(r); });
  tests.proved("an LSTM",
      [](report& r) { a_recurrent_cell<lstm_of, lstm_state<hidden_of_model_influence>>(r); });
  // Multi-head attention, by its three sequences: the queries reach their own rows alone.
  tests.proved("multi-head attention of sequences", [](report& r) {
    using I = influence<double, 3>;
    const auto f = any_weights<nn::multi_head_attention<I, model, head, output_by_input>>();
    const auto x = marked<"token">(tensor<double, token, model>{});
    const auto others = arbitrary<I>(tensor<double, source, model>{});
    r.check(reach<"token">(f(x, others, others)) == by_token{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    r.check(reach<"token">(f(x)) == by_token{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
    r.check(reach<"token">(f(x, causal<>)) == by_token{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}});
  });
};
}  // namespace attn_tests::models_analysis_tests
