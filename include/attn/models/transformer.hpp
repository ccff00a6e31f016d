// SPDX-License-Identifier: BSL-1.0
// The Transformer: an encoder for the source, a decoder for the target that attends to the source,
// and a generator, which computes the probability of every word of the target's vocabulary.
//
//   nn::transformer<source_word, target_word, layer, n[, norm[, positions[, decoder_n]]]> model;
//   model.encode(source_ids, options…)      encoder(positions(src_embed(source_ids)), options…)
//   model.decode(target_ids, memory, …)     decoder(positions(tgt_embed(target_ids)), memory, …)
//   model.logits(source_ids, target_ids, …) generator(decode(target_ids, encode(source_ids)))
//   model(source_ids, target_ids, …)        log_softmax of the logits
//
// (source) x (target) of token ids -> (target, word). An optional leading axis (a batch). The
// options of its three attentions are source_options, self_options and cross_options
// (models/block.hpp); to generate, self_options(causal<>). encode and decode take what the
// encoder and the decoder take. The encoder has n layers, each an nn::encoder_layer. The decoder
// decoder_n (n, if it is left out) of the nn::decoder_layer of the same axes, layout and norm
// order. `norm` follows both stacks, as nn::layer_norm does in PyTorch's. There is none if it is
// left out, as in the article of 2017. All parts have one width and one element type, the type of
// the layer. `positions` is a stateless type that maps the embedded rows, as "times sqrt(width),
// plus a positional encoding" does, and act::identity by default.
//
// Rules: positive, for n and decoder_n; is_norm_order and divides, of the layer; same_element and
// same_axis (width) of the norm and the layer; for ids is_token_id, ids_within the words,
// is_sequence, same_axes of the leading ones, distinct_axes; is_activation, for positions;
// are_placed_options, one_of_each_kind; the rules of options, masks and biases.
// Accuracy: bit for bit the composition of its parts.
// Cost: cost_of<nn::transformer<…>, Source, Target>(options…); of the members, cost::encode<Model,
// Source>(options…), decode<Model, Target, Memory>(options…), logits<Model, Source,
// Target>(options…): the cost of the parts.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/activation.hpp>
#include <attn/layers/cost.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/ops/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The decoder's layer of the same axes.
template <class Layer>
struct decoder_like;
template <class T, class Width, class Head, class Inner, class Layout, class Block, class Order>
struct decoder_like<nn::encoder_layer<T, Width, Head, Inner, Layout, Block, Order>> {
  using type = nn::decoder_layer<T, Width, Head, Inner, Layout, Block, Order>;
  using layout = Layout;
};

// f(x, options…) with the options of one place. Not a lambda of the model: the model's type would
// be part of its name.
template <class Place, class F, class X, class... Options>
ATTN_ABI constexpr auto with_options_at(const F& f, const X& x, const Options&... options) {
  return with_options<Place>([&](const auto&... mine) { return f(x, mine...); }, options...);
}

}  // namespace detail

namespace rules {

// The whole model: ids of the source, ids of the target, or `void` where a call has none. Every
// part sees the ids as embedded rows, and has its own rules for these.
template <class Model, class Source, class Target, class... Options>
struct transformer_call {
  using layer = typename Model::layer_type;
  using source = model_ids_call<typename Model::source_word, typename Model::width, Source>;
  using target = model_ids_call<typename Model::target_word, typename Model::width, Target>;
  using x = typename source::template rows<typename Model::value_type>;
  using y = typename target::template rows<typename Model::value_type>;
  using placed = placed_call<transformer_places, Options...>;
  using stack = stack_call<layer, Model::fewest_layers, typename Model::norm_type>;
  using of_source = typename placed::template at<source_place>;
  using in_encoder = encoder_call<layer, x, of_source>;
  using in_decoder = decoder_call<typename Model::like::type, y, x, placed>;

  using of_target = role_of<axes_of_target, typename target::axes>;
  using both = roles<role_of<axes_of_source, typename source::axes>, of_target>;
  using operands = std::conditional_t<
      std::is_void_v<Source>, typename target::operands,
      std::conditional_t<std::is_void_v<Target>, typename source::operands, both>>;
  using norm_order = typename stack::norm_order;
  using heads_divide = typename stack::heads_divide;
  using has_layers = typename stack::has_layers;
  using norm_fits = typename stack::norm_fits;
  using token_ids = each_of<typename source::token_ids, typename target::token_ids>;
  using sequence = each_of<typename source::sequence, typename target::sequence>;
  using source_within = typename source::within;
  using target_within = typename target::within;
  using same_batch = typename in_decoder::same_batch;
  using distinct = each_of<typename source::distinct, typename target::distinct,
                           typename in_encoder::distinct, typename in_decoder::distinct>;
  using positions = option<typename Model::positions_type>;
  using positions_fit = each_of<in_case<!std::is_void_v<x>, is_activation<positions, operand<x>>>,
                                in_case<!std::is_void_v<y>, is_activation<positions, operand<y>>>>;
  using all_placed = typename placed::all_placed;
  using once_each = typename placed::once_each;
  using attentions = options_calls<operands, typename in_encoder::self, typename in_decoder::self,
                                   typename in_decoder::cross>;
  using all =
      in_order<typename stack::all, typename source::all, typename target::all, positions_fit,
               typename placed::all, typename in_encoder::all, typename in_decoder::all>;
};

}  // namespace rules

namespace nn {

template <axis_like SourceWord, axis_like TargetWord, transformer_block Layer, std::size_t N,
          class Norm = identity, class Positions = act::identity, std::size_t M = N>
struct transformer {
  using value_type = typename Layer::value_type;
  using width = typename Layer::width;
  using source_word = SourceWord;
  using target_word = TargetWord;
  using layer_type = Layer;
  using positions_type = Positions;
  using norm_type = Norm;
  static constexpr std::size_t fewest_layers = N < M ? N : M;
  using like = attn::detail::decoder_like<Layer>;
  using src_embed_type = embedding<value_type, SourceWord, width>;
  using tgt_embed_type = embedding<value_type, TargetWord, width>;
  using encoder_type = attn::nn::encoder<Layer, N, Norm>;
  using decoder_type = attn::nn::decoder<typename like::type, M, Norm>;
  using generator_type = linear<value_type, width, TargetWord, typename like::layout>;
  ATTN_MEMBERS(transformer, (src_embed_type, src_embed), (tgt_embed_type, tgt_embed),
               (encoder_type, encoder), (decoder_type, decoder), (generator_type, generator));

  template <class Id, class... IdAxes, class... Options>
  ATTN_ABI constexpr auto encode(const tensor<Id, IdAxes...>& source,
                                 const Options&... options) const {
    using call = rules::transformer_call<transformer, tensor<Id, IdAxes...>, void>;
    ATTN_REQUIRE_TRANSFORMER(call);
    if constexpr (call::all::value)
      return encoder(Positions{}(src_embed(source)), options...);
    else
      return source;
  }

  template <class Id, class... IdAxes, class Memory, class... Options>
  ATTN_ABI constexpr auto decode(const tensor<Id, IdAxes...>& target, const Memory& memory,
                                 const Options&... options) const {
    using call = rules::transformer_call<transformer, void, tensor<Id, IdAxes...>>;
    ATTN_REQUIRE_TRANSFORMER(call);
    if constexpr (call::all::value)
      return decoder(Positions{}(tgt_embed(target)), memory, options...);
    else
      return target;
  }

  template <attn::detail::any_tensor Source, attn::detail::any_tensor Target, class... Options>
  ATTN_ABI constexpr auto logits(const Source& source, const Target& target,
                                 const Options&... options) const {
    using call = rules::transformer_call<transformer, Source, Target, Options...>;
    ATTN_REQUIRE_TRANSFORMER(call);
    if constexpr (call::all::value)
      return scored(source, target, options...);
    else
      return target;
  }

  template <attn::detail::any_tensor Source, attn::detail::any_tensor Target, class... Options>
  ATTN_ABI constexpr auto operator()(const Source& source, const Target& target,
                                     const Options&... options) const {
    using call = rules::transformer_call<transformer, Source, Target, Options...>;
    ATTN_REQUIRE_TRANSFORMER(call);
    if constexpr (call::all::value)
      return log_softmax<-1>(scored(source, target, options...));
    else
      return target;
  }
  ATTN_ABI friend constexpr bool operator==(const transformer&, const transformer&) = default;

 private:
  // The composition, of what has been checked.
  template <class Source, class Target, class... Options>
  ATTN_ABI constexpr auto scored(const Source& source, const Target& target,
                                 const Options&... options) const {
    const auto memory = attn::detail::with_options_at<source_place>(
        encoder, Positions{}(src_embed(source)), options...);
    return generator(decode(target, memory, attn::detail::options_at<self_place>(options...),
                            attn::detail::options_at<cross_place>(options...)));
  }
};

}  // namespace nn

ATTN_COST_OF_MEMBER(encode)
ATTN_COST_OF_MEMBER(decode)
ATTN_COST_OF_MEMBER(logits)

}  // namespace attn
ATTN_STRICT_FP_END
