// SPDX-License-Identifier: BSL-1.0
// packed(layer): an encoder or decoder layer with its weights in the order in which products read
// them.
//
//   constexpr auto fast = packed(layer);    packed by the compiler, part of the program
//   fast(x, options…)                       layer(x, options…) to the bit
//
// Of an nn::encoder_layer or nn::decoder_layer in either layout; of one that is packed, itself. It
// stands wherever the layer stands, in an nn::encoder or an nn::language_model, too: their type is
// that of their layers. As layers/packed.hpp says: it has no parameters, train the plain one.
//
// Rules: those of the layer. Exact.
#pragma once

#include <attn/attention/packed.hpp>
#include <attn/layers/packed.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>

namespace attn {

template <class T, class Width, class Head, class Inner, class Layout, class Activation, class Norm>
constexpr auto packed(
    const nn::encoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>& layer) {
  return nn::encoder_layer<T, Width, Head, Inner, packed_weights, Activation, Norm>{
      packed(layer.self_attn), packed(layer.feed_forward), layer.norm1, layer.norm2};
}

template <class T, class Width, class Head, class Inner, class Layout, class Activation, class Norm>
constexpr auto packed(
    const nn::decoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>& layer) {
  return nn::decoder_layer<T, Width, Head, Inner, packed_weights, Activation, Norm>{
      packed(layer.self_attn),
      packed(layer.multihead_attn),
      packed(layer.feed_forward),
      layer.norm1,
      layer.norm2,
      layer.norm3};
}

}  // namespace attn
