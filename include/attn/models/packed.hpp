// SPDX-License-Identifier: BSL-1.0
// packed(model): a Transformer's layer, stack or whole model with its weights in the order in which
// products read them.
//
//   constexpr auto fast = packed(model);    packed at compile time
//   fast(x, options…)                       model(x, options…), bit for bit
//
// For an nn::encoder_layer or nn::decoder_layer in either layout, an nn::encoder, nn::decoder,
// nn::language_model or nn::transformer of such layers; a packed one is returned unchanged. Its
// type has packed_weights instead of a layout, and can be used like the plain one. Tables and norms
// are not changed. It has no parameters: see layers/packed.hpp.
//
// Rules: those of the model. Exact.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/attention/packed.hpp>
#include <attn/layers/packed.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/language_model.hpp>
#include <attn/models/transformer.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T, class Width, class Head, class Inner, class Layout, class Activation, class Norm>
ATTN_ABI constexpr auto packed(
    const nn::encoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>& layer) {
  return nn::encoder_layer<T, Width, Head, Inner, packed_weights, Activation, Norm>{
      packed(layer.self_attn), packed(layer.feed_forward), layer.norm1, layer.norm2};
}

template <class T, class Width, class Head, class Inner, class Layout, class Activation, class Norm>
ATTN_ABI constexpr auto packed(
    const nn::decoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>& layer) {
  return nn::decoder_layer<T, Width, Head, Inner, packed_weights, Activation, Norm>{
      packed(layer.self_attn),
      packed(layer.multihead_attn),
      packed(layer.feed_forward),
      layer.norm1,
      layer.norm2,
      layer.norm3};
}

namespace detail {

template <class Layer>
using packed_type = decltype(packed(std::declval<const Layer&>()));

// to[i] = packed(from[i]): layers that are too many for the stack are packed one by one.
template <class To, class From, std::size_t N>
ATTN_ABI constexpr void pack_layers(To (&to)[N], const From (&from)[N]) {
  for (std::size_t i = 0; i < N; ++i) to[i] = packed(from[i]);
}

}  // namespace detail

template <class Layer, std::size_t N, class Norm>
ATTN_ABI constexpr auto packed(const nn::encoder<Layer, N, Norm>& model) {
  nn::encoder<detail::packed_type<Layer>, N, Norm> to{};
  detail::pack_layers(to.layers, model.layers);
  to.norm = model.norm;
  return to;
}

template <class Layer, std::size_t N, class Norm>
ATTN_ABI constexpr auto packed(const nn::decoder<Layer, N, Norm>& model) {
  nn::decoder<detail::packed_type<Layer>, N, Norm> to{};
  detail::pack_layers(to.layers, model.layers);
  to.norm = model.norm;
  return to;
}

template <class Word, class Layer, std::size_t N, class Positions, class Norm>
ATTN_ABI constexpr auto packed(const nn::language_model<Word, Layer, N, Positions, Norm>& model) {
  nn::language_model<Word, detail::packed_type<Layer>, N, Positions, Norm> to{};
  to.embedding = model.embedding;
  to.positions = model.positions;
  detail::pack_layers(to.layers, model.layers);
  to.norm = model.norm;
  return to;
}

template <class Source, class Target, class Layer, std::size_t N, class Norm, class Positions,
          std::size_t M>
ATTN_ABI constexpr auto packed(
    const nn::transformer<Source, Target, Layer, N, Norm, Positions, M>& model) {
  nn::transformer<Source, Target, detail::packed_type<Layer>, N, Norm, Positions, M> to{};
  to.src_embed = model.src_embed;
  to.tgt_embed = model.tgt_embed;
  detail::pack_layers(to.encoder.layers, model.encoder.layers);
  to.encoder.norm = model.encoder.norm;
  detail::pack_layers(to.decoder.layers, model.decoder.layers);
  to.decoder.norm = model.decoder.norm;
  to.generator = packed(model.generator);
  return to;
}

}  // namespace attn
ATTN_STRICT_FP_END
