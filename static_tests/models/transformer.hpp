// SPDX-License-Identifier: BSL-1.0
// What attn/models/transformer.hpp promises.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/math/cos.hpp>
#include <attn/math/sin.hpp>
#include <attn/models/transformer.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/text/token_id.hpp>
#include <cstdint>
#include <type_traits>

#include "static_tests/reference/layers_transformer.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/torch_layers.hpp"

namespace attn_tests::transformer_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using inner = axis<"inner", 5>;
using head = axis<"head", 3>;
using word = axis<"word", 7>;
using wort = axis<"wort", 8>;

// Times sqrt(4), plus the positions of the article of 2017: sin and cos of t and of t / 100.
struct sinusoidal_of_4 {
  template <class T, class... Axes>
  constexpr auto operator()(const tensor<T, Axes...>& x) const {
    auto y = x;
    for (std::size_t t = 0; t < shape<Axes...>::extents[0]; ++t) {
      const T angles[] = {static_cast<T>(t), static_cast<T>(t) / T(100)};
      for (std::size_t i = 0; i < 2; ++i) {
        y(t, 2 * i) = T(2) * x(t, 2 * i) + math::sin(angles[i]);
        y(t, 2 * i + 1) = T(2) * x(t, 2 * i + 1) + math::cos(angles[i]);
      }
    }
    return y;
  }
};

template <class T, class Layout, class Norm>
using model_of =
    nn::transformer<word, wort, nn::encoder_layer<T, model, head, inner, Layout, act::relu, Norm>,
                    2,
                    std::conditional_t<Norm::norm_first, nn::layer_norm<T, model>, nn::identity>>;

template <class Model>
constexpr Model made_up(std::uint64_t seed) {
  using T = typename Model::value_type;
  return vector_to_parameters<Model>(filled<tensor<T, dim<parameter_count<Model>>>>(seed, T(1.5)));
}

// The composition of its parts, bit for bit: each of the three attentions has its own mask.
template <class T, class Layout, class Norm>
constexpr report is_its_parts() {
  report r;
  const auto f = launder(made_up<model_of<T, Layout, Norm>>(1));
  const auto s = as_token_ids<7>(launder(tensor<int, source>{5, 0, 6, 2}));
  const auto t = as_token_ids<8>(launder(tensor<int, target>{7, 1, 3}));
  // One for both: in the encoder the keys are the source's own, in the decoder the source.
  const auto keep = key_padding(launder(keep_mask<source>{1, 1, 0, 1}));
  const auto memory = f.encode(s, keep);
  static_assert(std::is_same_v<decltype(memory), const tensor<T, source, model>>);
  r.check(bitwise_equal(memory, f.encoder(f.src_embed(s), keep)));
  const auto decoded = f.decode(t, memory, self_options(causal<>), cross_options(keep));
  static_assert(std::is_same_v<decltype(decoded), const tensor<T, target, model>>);
  r.check(bitwise_equal(
      decoded, f.decoder(f.tgt_embed(t), memory, cross_options(keep), self_options(causal<>))));
  const auto logits =
      f.logits(s, t, cross_options(keep), source_options(keep), self_options(causal<>));
  static_assert(std::is_same_v<decltype(logits), const tensor<T, target, wort>>);
  r.check(bitwise_equal(logits, f.generator(decoded)));
  const auto y = f(s, t, source_options(keep), self_options(causal<>), cross_options(keep));
  r.check(bitwise_equal(y, log_softmax<"wort">(logits)));
  r.check(bitwise_equal(f.logits(s, t), f.generator(f.decode(t, f.encode(s)))));
  // A batch of them.
  const auto ss = as_token_ids<7>(launder(tensor<int, batch, source>{{1, 2, 3, 4}, {5, 0, 6, 2}}));
  const auto tt = as_token_ids<8>(launder(tensor<int, batch, target>{{0, 2, 4}, {7, 1, 3}}));
  r.check(bitwise_equal(select<"batch">(f(ss, tt, self_options(causal<>)), 1),
                        f(s, t, self_options(causal<>))));
  r.bits(y);
  return r;
}

// What a call requires, rules::transformer_call, is in static_tests/models/calls.hpp.
constexpr report names_and_counts() {
  report r;
  using small = model_of<float, output_by_input, pre_norm>;
  constexpr std::size_t attention = 4 * (6 * 6 + 6), network = 6 * 5 + 5 + 5 * 6 + 6;
  static_assert(parameter_count<small> == 7 * 6 + 8 * 6 + 2 * (attention + network + 24) + 12 +
                                              2 * (2 * attention + network + 36) + 12 +
                                              (6 * 8 + 8));
  // The type says an axis where it is chosen, and nowhere else; the parts follow.
  using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
  using same = nn::decoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
  using norm = nn::layer_norm<float, model>;
  static_assert(std::is_same_v<small::encoder_type, nn::encoder<layer, 2, norm>>);
  static_assert(std::is_same_v<small::decoder_type, nn::decoder<same, 2, norm>>);
  static_assert(
      std::is_same_v<small::generator_type, nn::linear<float, model, wort, output_by_input>>);
  using deeper = nn::transformer<word, wort, layer, 1, norm, act::identity, 2>;
  static_assert(std::is_same_v<deeper::encoder_type, nn::encoder<layer, 1, norm>>);
  static_assert(std::is_same_v<deeper::decoder_type, nn::decoder<same, 2, norm>>);
  static_assert(std::is_same_v<decltype(as<float>(deeper{})), deeper>);
  const auto f = made_up<small>(1);
  r.check(parameter<"src_embed.weight">(f) == f.src_embed.weight);
  r.check(parameter<"encoder.layers.1.norm2.bias">(f) == f.encoder.layers[1].norm2.bias);
  r.check(parameter<"decoder.norm.weight">(f) == f.decoder.norm.weight);
  r.check(parameter<"generator.bias">(f) == f.generator.bias);
  r.check(as<float>(as<double>(f)) == f && !(f == small{}));
  return r;
}

// Another number of layers in the decoder than in the encoder.
template <class T>
constexpr report depths_may_differ() {
  report r;
  using layer = nn::encoder_layer<T, model, head, inner, output_by_input, act::relu, post_norm>;
  using deeper = nn::transformer<word, wort, layer, 1, nn::identity, act::identity, 2>;
  const auto f = launder(made_up<deeper>(3));
  const auto s = as_token_ids<7>(launder(tensor<int, source>{5, 0, 6, 2}));
  const auto t = as_token_ids<8>(launder(tensor<int, target>{7, 1, 3}));
  const auto memory = f.encoder.layers[0](f.src_embed(s));
  const auto first = f.decoder.layers[0](f.tgt_embed(t), memory);
  const auto y = f.logits(s, t);
  r.check(bitwise_equal(y, f.generator(f.decoder.layers[1](first, memory))));
  r.bits(y);
  return r;
}

// The whole model in PyTorch's numbers: embeddings, positions, one layer of each, log-probabilities.
template <class T>
constexpr report reference_model() {
  using namespace reference::layers_transformer;
  report r;
  using norm = nn::layer_norm<T, dim<4>>;
  using encoder_layer =
      nn::encoder_layer<T, dim<4>, dim<2>, dim<6>, output_by_input, act::relu, post_norm>;
  using whole = nn::transformer<dim<6>, dim<5>, encoder_layer, 1, norm, sinusoidal_of_4>;
  const auto f =
      launder(whole{{as<T>(E_src)},
                    {as<T>(E_tgt)},
                    {{ATTN_TESTS_TORCH_ENCODER_LAYER(T, enc_)}, ATTN_TESTS_TORCH_PAIR(T, enc_norm)},
                    {{ATTN_TESTS_TORCH_DECODER_LAYER(T, dec_)}, ATTN_TESTS_TORCH_PAIR(T, dec_norm)},
                    ATTN_TESTS_TORCH_PAIR(T, gen)});
  const auto s = as_token_ids<6>(launder(src));
  const auto t = as_token_ids<5>(launder(tgt));
  r.check(near(sinusoidal_of_4{}(f.src_embed(s)), src_embedded));
  r.check(near(sinusoidal_of_4{}(f.tgt_embed(t)), tgt_embedded));
  r.check(near(f.encode(s), memory));
  r.check(near(f.decode(t, f.encode(s), self_options(causal<>)), decoded));
  r.check(near(f.logits(s, t, self_options(causal<>)), logits));
  const auto y = f(s, t, self_options(causal<>));
  r.check(near(y, log_probs));
  r.bits(y);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"is its parts, post-norm, float", is_its_parts<float, output_by_input, post_norm>},
    {"is its parts, post-norm, double", is_its_parts<double, output_by_input, post_norm>},
    {"is its parts, pre-norm, float", is_its_parts<float, input_by_output, pre_norm>},
    {"is its parts, pre-norm, double", is_its_parts<double, input_by_output, pre_norm>},
    {"depths may differ, float", depths_may_differ<float>},
    {"depths may differ, double", depths_may_differ<double>},
    {"names and counts", names_and_counts},
    {"reference, float", reference_model<float>},
    {"reference, double", reference_model<double>},
};

}  // namespace attn_tests::transformer_tests
