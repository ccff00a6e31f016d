// SPDX-License-Identifier: BSL-1.0
// The Transformer: an encoder of the source, a decoder of the target that attends to it, and a
// generator, which gives every word of the target's vocabulary a probability.
//
//   nn::transformer<source, target, encoder, decoder, generator[, positions]> model;
//   model.encode(source_ids, options…)      encoder(positions(src_embed(source_ids)), options…)
//   model.decode(target_ids, memory, …)     decoder(positions(tgt_embed(target_ids)), memory, …)
//   model.logits(source_ids, target_ids, …) generator(decode(target_ids, encode(source_ids)))
//   model(source_ids, target_ids, …)        log_softmax of the logits
//
// (source) x (target) of token ids -> (target, word); a leading axis (a batch) goes along. Its
// three attentions take source_options, self_options and cross_options (models/options.hpp); to
// generate, self_options(causal<>). The parts are nn::embedding, nn::encoder, nn::decoder and
// nn::linear; `positions` is a stateless type that maps the embedded rows, as "times sqrt(width),
// plus a positional encoding" does, and act::identity by default.
//
// Rules: same_elements; same_axis of the parts' widths; are_placed_options, one_of_each_kind;
// is_activation, for positions; those of the parts.
// Accuracy: bit for bit the composition of its parts.
#pragma once

#include <type_traits>

#include <attn/layers/activation.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/options.hpp>
#include <attn/ops/log_softmax.hpp>

namespace attn {

namespace rules {

// Asserted once for each model; true if its parts go together.
template <class Source, class Target, class Encoder, class Decoder, class Generator>
consteval bool transformer_is_sound() {
  namespace d = attn::detail;
  using all = elements<typename Source::weight_type::value_type,
                       typename Target::weight_type::value_type, typename Encoder::value_type,
                       typename Decoder::value_type, typename d::projection<Generator>::element>;
  using source = axis_of_A<d::width_of_norm<Source>>;
  using target = axis_of_A<d::width_of_norm<Target>>;
  using encoded = axis_of_B<typename Encoder::width>;
  using memory = axis_of_A<typename Encoder::width>;
  using decoded = axis_of_B<typename Decoder::width>;
  using generated = axis_of_A<d::input_of_layer<Generator>>;
  static_assert(same_elements<all>, "attn::nn::transformer: the parts must have one element type");
  static_assert(same_axis<source, encoded>,
                "attn::nn::transformer: the source's embedding must be as wide as the encoder");
  static_assert(same_axis<target, decoded>,
                "attn::nn::transformer: the target's embedding must be as wide as the decoder");
  static_assert(same_axis<memory, decoded>,
                "attn::nn::transformer: the encoder must be as wide as the decoder");
  static_assert(same_axis<generated, decoded>,
                "attn::nn::transformer: the generator's input must be the decoder's width");
  return same_elements<all> && same_axis<source, encoded> && same_axis<target, decoded> &&
         same_axis<memory, decoded> && same_axis<generated, decoded>;
}

// Asserted for every call; true if the options are those of a Transformer.
template <class... Options>
consteval bool transformer_options_are_sound() {
  using places = options<source_place, self_place, cross_place>;
  static_assert(are_placed_options<options<Options...>, places>,
                "attn::nn::transformer(source, target, …): say for which attention: "
                "source_options(…), self_options(causal<>), cross_options(…)");
  static_assert(one_of_each_kind<attn::detail::places_of_options<Options...>>,
                "attn::nn::transformer(source, target, …): options for one attention twice");
  return are_placed_options<options<Options...>, places> &&
         one_of_each_kind<attn::detail::places_of_options<Options...>>;
}

}  // namespace rules

namespace detail {

template <class Positions, class X>
constexpr auto with_positions(const X& x) {
  constexpr bool maps = rules::is_activation<rules::option<Positions>, rules::operand<X>>;
  static_assert(rules::is_activation<rules::option<Positions>, rules::operand<X>>,
                "attn::nn::transformer: positions must be a type that maps the embedded rows to "
                "rows of the same axes");
  if constexpr (maps)
    return Positions{}(x);
  else
    return x;
}

}  // namespace detail

namespace nn {

template <class Source, class Target, class Encoder, class Decoder, class Generator,
          class Positions = act::identity>
struct transformer {
  using sound = std::bool_constant<
      rules::transformer_is_sound<Source, Target, Encoder, Decoder, Generator>()>;
  using value_type = typename Decoder::value_type;
  BOOST_HANA_DEFINE_STRUCT(transformer, (Source, src_embed), (Target, tgt_embed),
                           (Encoder, encoder), (Decoder, decoder), (Generator, generator));

  template <scalar U>
  using with_element = transformer<
      typename Source::template with_element<U>, typename Target::template with_element<U>,
      typename Encoder::template with_element<U>, typename Decoder::template with_element<U>,
      typename Generator::template with_element<U>, Positions>;

  template <class Id, class... I, class... Options>
  constexpr auto encode(const tensor<Id, I...>& source, const Options&... options) const {
    if constexpr (sound::value)
      return encoder(attn::detail::with_positions<Positions>(src_embed(source)), options...);
    else
      return source;
  }

  template <class Id, class... I, class Memory, class... Options>
  constexpr auto decode(const tensor<Id, I...>& target, const Memory& memory,
                        const Options&... options) const {
    if constexpr (sound::value)
      return decoder(attn::detail::with_positions<Positions>(tgt_embed(target)), memory,
                     options...);
    else
      return target;
  }

  template <class Id, class... I, class Jd, class... J, class... Options>
  constexpr auto logits(const tensor<Id, I...>& source, const tensor<Jd, J...>& target,
                        const Options&... options) const {
    if constexpr (rules::transformer_options_are_sound<Options...>() && sound::value) {
      const auto memory = attn::detail::with_options<source_place>(
          [&](const auto&... mine) { return encode(source, mine...); }, options...);
      return generator(decode(target, memory, attn::detail::options_at<self_place>(options...),
                              attn::detail::options_at<cross_place>(options...)));
    } else {
      return tensor<value_type, dim<1>>{};
    }
  }

  template <class Id, class... I, class Jd, class... J, class... Options>
  constexpr auto operator()(const tensor<Id, I...>& source, const tensor<Jd, J...>& target,
                            const Options&... options) const {
    return log_softmax<-1>(logits(source, target, options...));
  }
  friend constexpr bool operator==(const transformer&, const transformer&) = default;
};

}  // namespace nn

}  // namespace attn
