// SPDX-License-Identifier: BSL-1.0
// PyTorch's own tests of its Transformer, in this library: the models of test/cpp/api/transformer.cpp,
// whose parameters are all cosines, give the results that stand there. In float, as there.
#pragma once

#include "static_tests/reference/pytorch_transformer.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::pytorch_tests {
namespace torch = reference::pytorch_transformer;
using width = dim<4>;

template <class Activation>
using encoder_layer =
    nn::encoder_layer<float, width, dim<2>, dim<16>, output_by_input, Activation, post_norm>;
template <class Activation>
using decoder_layer =
    nn::decoder_layer<float, width, dim<2>, dim<16>, output_by_input, Activation, post_norm>;
using norm = nn::layer_norm<float, width>;

// cos(0), cos(1), … in the shape of a parameter.
template <class Tensor> constexpr Tensor cosines() {
  Tensor x;
  float i = 0;
  for (float& element : x) element = math::cos(i++);
  return x;
}
struct any_cosines {
  template <class... Axes> constexpr operator tensor<float, Axes...>() const {
    return cosines<tensor<float, Axes...>>();
  }
};
constexpr auto attention() {
  return torch_multi_head<dim<2>>(cosines<matrix<float, 12, 4>>(),
      cosines<tensor<float, dim<12>>>(), cosines<matrix<float, 4, 4>>(),
      cosines<tensor<float, width>>());
}
inline constexpr any_cosines c{};
template <class Activation> constexpr encoder_layer<Activation> layer_for_encoder() {
  return {attention(), {{c, c}, {c, c}}, {c, c}, {c, c}};
}
template <class Activation> constexpr decoder_layer<Activation> layer_for_decoder() {
  return {attention(), attention(), {{c, c}, {c, c}}, {c, c}, {c, c}, {c, c}};
}

// N times the same layer; a final norm is 1 and 0, as new.
template <class Stack, class Layer> constexpr Stack stack_of(const Layer& layer) {
  Stack stack{};
  for (Layer& each : stack.layers) each = layer;
  if constexpr (std::is_same_v<decltype(stack.norm), norm>) stack.norm = norm::initial();
  return stack;
}

// (token, batch, width) as (batch, token, width), under names.
template <label Token, std::size_t T, std::size_t N>
constexpr auto sequences(const torch::sequences<T, N>& x) {
  return launder(
      with_axes<axis<"batch", N>, axis<Token, T>, width>(as<float>(permute<1, 0, 2>(x))));
}
template <class Y, class Want> constexpr void check_near(report& r, const Y& y, const Want& want) {
  r.check(near(permute<1, 0, 2>(y), want));
  r.bits(y);
}

// PyTorch's masks say what to ignore.
template <std::size_t N, std::size_t T> using padding = ignore_mask<axis<"batch", N>, dim<T>>;
inline constexpr padding<2, 5> padded_five{{0, 1, 0, 0, 0}, {0, 0, 0, 1, 1}};

template <std::size_t N, class Norm, const auto& Want> constexpr void encoder_stack(report& r) {
  using stack = nn::encoder<encoder_layer<act::relu>, N, Norm>;
  const auto f = launder(stack_of<stack>(layer_for_encoder<act::relu>()));
  check_near(r, f(sequences<"token">(torch::five), key_padding(launder(padded_five))), Want);
}

template <class Activation> constexpr void decoder_layer_small(report& r) {
  constexpr bool relu = std::is_same_v<Activation, act::relu>;
  const auto f = launder(layer_for_decoder<Activation>());
  const auto want = [](const auto& if_relu, const auto& if_gelu) {
    return relu ? if_relu : if_gelu;
  };
  check_near(r, f(sequences<"target">(torch::one), sequences<"source">(torch::one_memory)),
      want(torch::decoder_layer_one_out, torch::decoder_layer_one_gelu_out));
  check_near(r, f(sequences<"target">(torch::two_later), sequences<"source">(torch::short_memory)),
      want(torch::decoder_layer_short_memory_out, torch::decoder_layer_short_memory_gelu_out));
  check_near(r, f(sequences<"target">(torch::two), sequences<"source">(torch::two_later)),
      want(torch::decoder_layer_two_out, torch::decoder_layer_two_gelu_out));
}
template <class Activation, const auto& Want> constexpr void decoder_layer_three(report& r) {
  const auto f = launder(layer_for_decoder<Activation>());
  check_near(r, f(sequences<"target">(torch::three), sequences<"source">(torch::five)), Want);
}

template <std::size_t N, class Norm, const auto& Want> constexpr void decoder_of_one(report& r) {
  using stack = nn::decoder<decoder_layer<act::relu>, N, Norm>;
  const auto f = launder(stack_of<stack>(layer_for_decoder<act::relu>()));
  check_near(r, f(sequences<"target">(torch::one), sequences<"source">(torch::one_memory)), Want);
}
template <class Activation, std::size_t N, class Norm, const auto& Want>
constexpr void decoder_of_three(report& r) {
  using stack = nn::decoder<decoder_layer<Activation>, N, Norm>;
  const auto f = launder(stack_of<stack>(layer_for_decoder<Activation>()));
  check_near(r, f(sequences<"target">(torch::three), sequences<"source">(torch::five)), Want);
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("encoder layer, relu, 1 and 2 tokens", [](report& r) {
    const auto f = launder(layer_for_encoder<act::relu>());
    const auto one = sequences<"token">(torch::one);
    check_near(r, f(one), torch::encoder_layer_one_out);
    check_near(r, f(one, key_padding(launder(padding<1, 1>{{0}}))), torch::encoder_layer_one_out);
    const auto two = sequences<"token">(torch::two);
    check_near(r, f(two), torch::encoder_layer_two_out);
    check_near(
        r, f(two, key_padding(launder(padding<1, 2>{{0, 0}}))), torch::encoder_layer_two_out);
    check_near(r, f(two, key_padding(launder(padding<1, 2>{{1, 0}}))),
        torch::encoder_layer_two_masked_out);
  });
  tests.proved("encoder layer, relu, 5 tokens", [](report& r) {
    const auto f = launder(layer_for_encoder<act::relu>());
    const auto x = sequences<"token">(torch::five);
    check_near(r, f(x), torch::encoder_layer_five_out);
    check_near(r, f(x, key_padding(launder(padding<2, 5>{}))), torch::encoder_layer_five_out);
    check_near(r, f(x, key_padding(launder(padded_five))), torch::encoder_layer_five_masked_out);
  });
  tests.proved("encoder layer, gelu", [](report& r) {
    const auto f = launder(layer_for_encoder<act::gelu_exact>());
    check_near(r, f(sequences<"token">(torch::one)), torch::encoder_layer_one_gelu_out);
    check_near(r, f(sequences<"token">(torch::five)), torch::encoder_layer_five_gelu_out);
  });
  tests.proved("encoder, 1 layer",
      [](report& r) { encoder_stack<1, nn::identity, torch::encoder_layer_five_masked_out>(r); });
  tests.proved("encoder, 2 layers",
      [](report& r) { encoder_stack<2, nn::identity, torch::two_layers_out>(r); });
  tests.proved("encoder, 6 layers",
      [](report& r) { encoder_stack<6, nn::identity, torch::six_layers_out>(r); });
  tests.proved("encoder, 2 layers and a norm",
      [](report& r) { encoder_stack<2, norm, torch::two_layers_norm_out>(r); });
  tests.proved("encoder, 6 layers and a norm",
      [](report& r) { encoder_stack<6, norm, torch::six_layers_norm_out>(r); });
  tests.proved(
      "decoder layer, relu, 1 and 2 tokens", [](report& r) { decoder_layer_small<act::relu>(r); });
  tests.proved("decoder layer, gelu, 1 and 2 tokens",
      [](report& r) { decoder_layer_small<act::gelu_exact>(r); });
  tests.proved("decoder layer, relu, 3 tokens",
      [](report& r) { decoder_layer_three<act::relu, torch::decoder_layer_three_out>(r); });
  tests.proved("decoder layer, gelu, 3 tokens", [](report& r) {
    decoder_layer_three<act::gelu_exact, torch::decoder_layer_three_gelu_out>(r);
  });
  tests.proved("decoder layer, padded", [](report& r) {
    const auto f = launder(layer_for_decoder<act::relu>());
    const auto y = sequences<"target">(torch::three);
    const auto memory = sequences<"source">(torch::five);
    const auto of_target = key_padding(launder(padding<2, 3>{{0, 0, 1}, {0, 1, 1}}));
    const auto of_memory = key_padding(launder(padding<2, 5>{{0, 0, 0, 0, 1}, {0, 0, 0, 1, 1}}));
    check_near(r, f(y, memory, self_options(of_target)), torch::decoder_layer_target_masked_out);
    check_near(r, f(y, memory, cross_options(of_memory)), torch::decoder_layer_memory_masked_out);
  });
  tests.proved("decoder layer, masks that ignore nothing", [](report& r) {
    const auto f = launder(layer_for_decoder<act::relu>());
    const auto y = f(sequences<"target">(torch::three), sequences<"source">(torch::five),
        cross_options(key_padding(launder(padding<2, 5>{}))),
        self_options(key_padding(launder(padding<2, 3>{}))));
    check_near(r, y, torch::decoder_layer_three_out);
  });
  tests.proved("decoder, 1 layer",
      [](report& r) { decoder_of_one<1, nn::identity, torch::decoder_layer_one_out>(r); });
  tests.proved("decoder, 2 layers",
      [](report& r) { decoder_of_one<2, nn::identity, torch::decoder_two_layers_out>(r); });
  tests.proved("decoder, 2 layers and a norm",
      [](report& r) { decoder_of_one<2, norm, torch::decoder_two_layers_norm_out>(r); });
  tests.proved("decoder, 6 layers", [](report& r) {
    decoder_of_three<act::relu, 6, nn::identity, torch::decoder_six_layers_out>(r);
  });
  tests.proved("decoder, 6 layers and a norm", [](report& r) {
    decoder_of_three<act::relu, 6, norm, torch::decoder_six_layers_norm_out>(r);
  });
  tests.proved("decoder, 6 layers, gelu", [](report& r) {
    decoder_of_three<act::gelu_exact, 6, nn::identity, torch::decoder_six_layers_gelu_out>(r);
  });
  tests.proved("decoder, 6 layers and a norm, gelu", [](report& r) {
    decoder_of_three<act::gelu_exact, 6, norm, torch::decoder_six_layers_norm_gelu_out>(r);
  });
  // Two encoder layers and one decoder layer, each stack with a norm behind it, all of cosines.
  tests.proved("encoder and decoder", [](report& r) {
    using encoder = nn::encoder<encoder_layer<act::relu>, 2, norm>;
    using decoder = nn::decoder<decoder_layer<act::relu>, 1, norm>;
    auto encode = stack_of<encoder>(layer_for_encoder<act::relu>());
    auto decode = stack_of<decoder>(layer_for_decoder<act::relu>());
    encode.norm = {c, c};
    decode.norm = {c, c};
    const auto x = sequences<"source">(torch::source);
    const auto y = sequences<"target">(torch::target);
    check_near(r, decode(y, encode(x)), torch::transformer_out);
    const auto memory = encode(x, causal<>);
    check_near(r, decode(y, memory), torch::transformer_out);
    const auto padded = key_padding(launder(padding<2, 2>{{1, 0}, {0, 1}}));
    check_near(r, decode(y, memory, self_options(padded)), torch::transformer_target_masked_out);
  });
};
}  // namespace attn_tests::pytorch_tests
