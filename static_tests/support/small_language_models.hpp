// SPDX-License-Identifier: BSL-1.0
// Small language models, a text of 5 tokens, and parameters for them.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::small_language_models {
using token = axis<"token", 5>;
using width = axis<"width", 6>;
using inner = axis<"inner", 9>;
using position = axis<"position", 8>;

// As GPT-2 is, and as the decoder of 2017 would be without an encoder.
template <class T, class Layout = output_by_input>
using modern = nn::language_model<word,
    nn::encoder_layer<T, width, head, inner, Layout, act::gelu_tanh, pre_norm>, 2,
    nn::learned_positions<T, position, width>, nn::layer_norm<T, width>>;
template <class T>
using classic = nn::language_model<word,
    nn::encoder_layer<T, width, head, inner, output_by_input, act::relu, post_norm>, 2,
    nn::sinusoidal_positions<T, position, width, interleaved>>;

template <class Model> constexpr Model made_up(std::uint64_t seed) {
  using T = typename Model::value_type;
  return vector_to_parameters<Model>(filled<tensor<T, dim<parameter_count<Model>>>>(seed, T(0.75)));
}

constexpr tensor<token_id<7>, token> sentence{3, 0, 6, 3, 5};
}  // namespace attn_tests::small_language_models
