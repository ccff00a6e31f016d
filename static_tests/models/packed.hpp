// SPDX-License-Identifier: BSL-1.0
// What attn/layers/packed.hpp promises of Transformers: the plain layer bit for bit, wherever it stands.
#pragma once

#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::packed_model_tests {
using model = axis<"model", 6>;

template <class T, class Layout, class Norm> constexpr void encoder_layer(report& r) {
  using plain = nn::encoder_layer<T, model, head, inner, Layout, act::gelu_tanh, Norm>;
  const auto layer = launder(made_up<plain>(5));
  const auto x = launder(filled<tensor<T, token, model>>(1, T(2)));
  const auto fast = packed(layer);
  has_type<nn::encoder_layer<T, model, head, inner, packed_weights, act::gelu_tanh, Norm>>(fast);
  r.same(fast(x, causal<>), layer(x, causal<>));
  r.check(packed(fast) == fast);
  r.bits(fast(x));
}

template <class T, class Layout, class Norm> constexpr void decoder_layer(report& r) {
  using plain = nn::decoder_layer<T, model, head, inner, Layout, act::relu, Norm>;
  const auto layer = launder(made_up<plain>(6));
  const auto y = launder(filled<tensor<T, token, model>>(1, T(2)));
  const auto memory = launder(filled<tensor<T, source, model>>(2, T(2)));
  const auto fast = packed(layer);
  r.same(fast(y, memory), layer(y, memory));
  r.check(packed(fast) == fast);
}

template <class Norm>
using float_layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, Norm>;
template <class Norm>
using float_decoder_layer =
    nn::decoder_layer<float, model, head, inner, input_by_output, act::relu, Norm>;

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("encoder layer, float",
      [](report& r) { encoder_layer<float, output_by_input, post_norm>(r); });
  tests.proved("encoder layer, double",
      [](report& r) { encoder_layer<double, input_by_output, pre_norm>(r); });
  tests.proved("decoder layer, float",
      [](report& r) { decoder_layer<float, output_by_input, pre_norm>(r); });
  tests.proved("decoder layer, double",
      [](report& r) { decoder_layer<double, input_by_output, post_norm>(r); });
  // Layers, and the norm behind them.
  tests.proved("stacks", [](report& r) {
    using norm = nn::layer_norm<float, model>;
    const auto encoder = launder(made_up<nn::encoder<float_layer<pre_norm>, 2, norm>>(7));
    const auto x = launder(filled<tensor<float, token, model>>(1));
    r.same(packed(encoder)(x), encoder(x));
    r.check(packed(packed(encoder)) == packed(encoder));
    const auto decoder = launder(made_up<nn::decoder<float_decoder_layer<pre_norm>, 2, norm>>(8));
    const auto memory = launder(filled<tensor<float, source, model>>(2));
    r.same(packed(decoder)(x, memory, self_options(causal<>)),
        decoder(x, memory, self_options(causal<>)));
    r.bits(packed(decoder)(x, memory));
  });
  // Word by word, and all at once.
  tests.proved("language model", [](report& r) {
    using plain = nn::language_model<word, float_layer<post_norm>, 2,
        nn::learned_positions<float, axis<"position", 5>, model>, nn::layer_norm<float, model>>;
    const auto slow = launder(made_up<plain>(9));
    const auto fast = packed(slow);
    const auto ids = as_token_ids<7>(launder(tensor<int, token>{3, 0, 6}));
    r.same(fast(ids), slow(ids));
    auto state = fast.start();
    fast.step(state, token_id<7>(3));
    auto plain_state = slow.start();
    slow.step(plain_state, token_id<7>(3));
    r.same(fast.step(state, token_id<7>(5)), slow.step(plain_state, token_id<7>(5)));
    r.check(packed(fast) == fast);
  });
  tests.proved("Transformer", [](report& r) {
    using target_word = axis<"target_word", 4>;
    using plain = nn::transformer<word, target_word, float_layer<post_norm>, 2,
        nn::layer_norm<float, model>, act::identity, 1>;
    const auto slow = launder(made_up<plain>(10));
    const auto fast = packed(slow);
    const auto from = as_token_ids<7>(launder(tensor<int, source>{3, 0, 6, 1}));
    const auto to = as_token_ids<4>(launder(tensor<int, token>{3, 0, 2}));
    r.same(fast.logits(from, to), slow.logits(from, to));
    r.check(packed(fast) == fast);
  });
};
}  // namespace attn_tests::packed_model_tests
