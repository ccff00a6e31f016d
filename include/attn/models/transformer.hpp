// SPDX-License-Identifier: BSL-1.0
// The Transformer: an encoder of the source, a decoder of the target that attends to it, and a
// generator, which gives every word of the target's vocabulary a probability.
//
//   nn::transformer<source_word, target_word, layer, n[, norm[, positions[, decoder_n]]]> model;
//   model.encode(source_ids, options…)      encoder(positions(src_embed(source_ids)), options…)
//   model.decode(target_ids, memory, …)     decoder(positions(tgt_embed(target_ids)), memory, …)
//   model.logits(source_ids, target_ids, …) generator(decode(target_ids, encode(source_ids)))
//   model(source_ids, target_ids, …)        log_softmax of the logits
//
// (source) x (target) of token ids -> (target, word); a leading axis (a batch) goes along. Its
// three attentions take source_options, self_options and cross_options (models/options.hpp); to
// generate, self_options(causal<>). encode and decode take what the encoder and the decoder take.
// The encoder has n layers, each an nn::encoder_layer; the decoder decoder_n (n, if it is left out)
// of the nn::decoder_layer of the same axes, layout and norm order. `norm` stands behind both
// stacks, as nn::layer_norm does in PyTorch's; there is none if it is left out, as in the article
// of 2017. All parts have one width and one element type: the type says them once. `positions` is a
// stateless type that maps the embedded rows, as "times sqrt(width), plus a positional encoding"
// does, and act::identity by default.
//
// Rules: positive, for n and decoder_n; is_norm_order and divides, of the layer; same_element and
// same_axis (width) of the norm and the layer; for ids is_token_id, ids_within the words,
// is_sequence, same_axes of the leading ones, distinct_axes; is_activation, for positions;
// are_placed_options, one_of_each_kind; those of options, masks and biases.
// Accuracy: bit for bit the composition of its parts.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/activation.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/identity.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/options.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/rules/broken.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

// Asserted for every call, of the first rule that it breaks; true if it can be made.
template <broken Rule>
consteval bool transformer_is_sound() {
  static_assert(Rule != broken::positive, "attn::nn::transformer: a stack has a layer or more");
  static_assert(Rule != broken::is_norm_order,
                "attn::nn::transformer: say where the norms of its layers stand: post_norm, behind "
                "the sums, or pre_norm");
  static_assert(Rule != broken::divides,
                "attn::nn::transformer: the number of heads must divide the width");
  static_assert(Rule != broken::norm_fits,
                "attn::nn::transformer: the norm must have the width and the element type of the "
                "layers");
  static_assert(Rule != broken::is_token_id,
                "attn::nn::transformer: source and target must be token ids; "
                "as_token_ids<words>(ids)");
  static_assert(Rule != broken::source_ids_within,
                "attn::nn::transformer: the source's ids are of another vocabulary: "
                "there are more than its embedding has words; are source and target swapped?");
  static_assert(Rule != broken::target_ids_within,
                "attn::nn::transformer: the target's ids are of another vocabulary: "
                "there are more than its embedding has words");
  static_assert(Rule != broken::is_sequence,
                "attn::nn::transformer: ids must be (token), or a batch of them");
  static_assert(Rule != broken::same_batch,
                "attn::nn::transformer: the leading axes (batch) must agree");
  static_assert(Rule != broken::distinct_axes,
                "attn::nn::transformer: an axis of the ids has the name of one of "
                "the model's: its width, heads, inner width or words");
  static_assert(Rule != broken::is_activation,
                "attn::nn::transformer: positions must be a type that maps the embedded rows to "
                "rows of the same axes");
  static_assert(Rule != broken::are_placed_options,
                "attn::nn::transformer: say for which attention: "
                "source_options(…), self_options(causal<>), cross_options(…)");
  static_assert(Rule != broken::once_each,
                "attn::nn::transformer: options for one attention twice");
  static_assert(Rule != broken::are_options,
                "attn::nn::transformer: an argument of source_options, self_options or "
                "cross_options is no option; a mask is keep_where(m)");
  static_assert(Rule != broken::one_of_each_kind,
                "attn::nn::transformer: two options of one kind for one "
                "attention; masks are combined with &");
  static_assert(Rule != broken::scores_fit,
                "attn::nn::transformer: a score or a bias of yours must have the "
                "axes of its attention's scores, and their element type");
  static_assert(Rule != broken::aligned_mask,
                "attn::nn::transformer: causal<> in cross_options must say from "
                "where: causal<top_left>, causal<bottom_right>");
  static_assert(
      Rule != broken::mask_fits,
      "attn::nn::transformer: a mask must have the axes of its attention's scores, (…, query, "
      "key)");
  static_assert(Rule != broken::rows_are_settled,
                "attn::nn::transformer: a mask leaves a query without any key; "
                "say what its weights are: fully_masked<zero_rows>, fully_masked<nan_rows>");
  return Rule == broken::no_rule;
}

}  // namespace rules

namespace detail {

// The decoder's layer of the same axes.
template <class Layer>
struct decoder_like;
template <class T, class Width, class Head, class Inner, class Layout, class Activation, class Norm>
struct decoder_like<nn::encoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>> {
  using type = nn::decoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>;
  using layout = Layout;
};

// f(x, options…) with the options of one place. Not a lambda of the model: the model's type would
// be part of its name.
template <class Place, class F, class X, class... Options>
ATTN_ABI constexpr auto with_options_at(const F& f, const X& x, const Options&... options) {
  return with_options<Place>([&](const auto&... mine) { return f(x, mine...); }, options...);
}

// The rule that ids of one language break: the source's, or the target's.
template <class Model, class Word, rules::broken Outside, class Ids>
struct ids_call;
template <class Model, class Word, rules::broken Outside, class Id, class... I>
struct ids_call<Model, Word, Outside, tensor<Id, I...>> {
  // Every part of the model sees them embedded.
  static consteval bool have_room() {
    using width = typename Model::width;
    if constexpr (!rules::distinct_axes<rules::result_axes<I..., width>>::value ||
                  !rules::distinct_axes<rules::result_axes<I..., Word>>::value)
      return false;
    else
      return has_room_in<typename Model::layer_type, shape<I..., width>>;
  }

  static consteval rules::broken rule() {
    using rules::broken;
    if constexpr (Model::by_parts != broken::no_rule) {
      return Model::by_parts;
    } else if constexpr (!rules::is_token_id<rules::element<Id>>::value) {
      return broken::is_token_id;
    } else if constexpr (sizeof...(I) != 1 && sizeof...(I) != 2) {
      return broken::is_sequence;
    } else if constexpr (!rules::ids_within<rules::element<Id>, rules::any_axis<Word>>::value) {
      return Outside;
    } else if constexpr (!have_room()) {
      return broken::distinct_axes;
    } else {
      using rows = tensor<typename Model::value_type, I..., typename Model::width>;
      using positions = rules::option<typename Model::positions_type>;
      return rules::is_activation<positions, rules::operand<rows>>::value ? broken::no_rule
                                                                          : broken::is_activation;
    }
  }
};
template <class Model, class Source>
using source_call =
    ids_call<Model, typename Model::source_word, rules::broken::source_ids_within, Source>;
template <class Model, class Target>
using target_call =
    ids_call<Model, typename Model::target_word, rules::broken::target_ids_within, Target>;

template <class Model, class Source, class Target, class... Options>
struct transformer_call;
template <class Model, class Id, class... I, class Jd, class... J, class... Options>
struct transformer_call<Model, tensor<Id, I...>, tensor<Jd, J...>, Options...> {
  using source = shape<I...>;
  using target = shape<J...>;

  static consteval rules::broken by_ids() {
    constexpr auto each = first_of(source_call<Model, tensor<Id, I...>>::rule(),
                                   target_call<Model, tensor<Jd, J...>>::rule());
    if constexpr (each != rules::broken::no_rule) {
      return each;
    } else {
      using batch = rules::role_of<rules::axes_of_A, without_axis<source, source::rank - 1>>;
      using of_target = rules::role_of<rules::axes_of_B, without_axis<target, target::rank - 1>>;
      return rules::same_axes<batch, of_target>::value ? each : rules::broken::same_batch;
    }
  }

  static consteval rules::broken rule() {
    using places = rules::options<source_place, self_place, cross_place>;
    if constexpr (by_ids() != rules::broken::no_rule) {
      return by_ids();
    } else if constexpr (broken_by_places<places, Options...>() != rules::broken::no_rule) {
      return broken_by_places<places, Options...>();
    } else {
      using attention = typename Model::layer_type::attention_type;
      using x = shape<I..., typename Model::width>;
      using y = shape<J..., typename Model::width>;
      const auto in_source = broken_in_heads<true, attention, x, x>(
          static_cast<options_for_place<source_place, Options...>*>(nullptr));
      const auto in_self = broken_in_heads<true, attention, y, y>(
          static_cast<options_for_place<self_place, Options...>*>(nullptr));
      const auto in_cross = broken_in_heads<true, attention, y, x>(
          static_cast<options_for_place<cross_place, Options...>*>(nullptr));
      return first_of(in_source, first_of(in_self, in_cross));
    }
  }
};

}  // namespace detail

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
  using behind = attn::detail::norm_behind<Norm, Layer>;
  static constexpr auto by_parts = rules::broken_by_parts<Layer, (N < M ? N : M), behind>();
  using like = attn::detail::decoder_like<Layer>;
  using src_embed_type = embedding<value_type, SourceWord, width>;
  using tgt_embed_type = embedding<value_type, TargetWord, width>;
  using encoder_type = attn::nn::encoder<Layer, N, Norm>;
  using decoder_type = attn::nn::decoder<typename like::type, M, Norm>;
  using generator_type = linear<value_type, width, TargetWord, typename like::layout>;
  ATTN_MEMBERS(transformer, (src_embed_type, src_embed), (tgt_embed_type, tgt_embed),
               (encoder_type, encoder), (decoder_type, decoder), (generator_type, generator));

  template <scalar U>
  using with_element = transformer<SourceWord, TargetWord, typename Layer::template with_element<U>,
                                   N, typename Norm::template with_element<U>, Positions, M>;

  template <class Id, class... I, class... Options>
  ATTN_ABI constexpr auto encode(const tensor<Id, I...>& source, const Options&... options) const {
    using call = attn::detail::source_call<transformer, tensor<Id, I...>>;
    if constexpr (rules::transformer_is_sound<call::rule()>())
      return encoder(Positions{}(src_embed(source)), options...);
    else
      return source;
  }

  template <class Id, class... I, class Memory, class... Options>
  ATTN_ABI constexpr auto decode(const tensor<Id, I...>& target, const Memory& memory,
                                 const Options&... options) const {
    using call = attn::detail::target_call<transformer, tensor<Id, I...>>;
    if constexpr (rules::transformer_is_sound<call::rule()>())
      return decoder(Positions{}(tgt_embed(target)), memory, options...);
    else
      return target;
  }

  template <attn::detail::any_tensor Source, attn::detail::any_tensor Target, class... Options>
  ATTN_ABI constexpr auto logits(const Source& source, const Target& target,
                                 const Options&... options) const {
    using call = attn::detail::transformer_call<transformer, Source, Target, Options...>;
    if constexpr (rules::transformer_is_sound<call::rule()>())
      return scored(source, target, options...);
    else
      return target;
  }

  template <attn::detail::any_tensor Source, attn::detail::any_tensor Target, class... Options>
  ATTN_ABI constexpr auto operator()(const Source& source, const Target& target,
                                     const Options&... options) const {
    using call = attn::detail::transformer_call<transformer, Source, Target, Options...>;
    if constexpr (rules::transformer_is_sound<call::rule()>())
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

}  // namespace attn
ATTN_STRICT_FP_END
