// SPDX-License-Identifier: BSL-1.0
// The cost of models: the sum of the costs of their parts, for the types of their inputs.
//
//   cost_of<nn::encoder<…>, X>(causal<>)                     N layers and the final norm
//   cost_of<nn::transformer<…>, Source, Target>(options…)    to the logarithms of the weights
//   cost_of<nn::language_model<…>, Ids>()                    the logits of every place
//   cost::step<nn::language_model<…>, Ids>(n)                of new ids, n ids being cached
//
// A residual connection is a sum for each number; a layer's norms cost the same before and after.
// Choosing a word (argmax, sample) compares and is not counted: generate has no constant; its steps
// do. Recurrent models are in models/recurrent_cost.hpp.
//
// An invalid call is rejected with the error of that call.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/attention/cache.hpp>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/layers/cost.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/language_model.hpp>
#include <attn/models/transformer.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost {

namespace detail {

// norm(x + f(x)), or x + f(norm(x)): without f.
template <class Layer, class X>
ATTN_ABI constexpr operation_count residual() {
  return cost_of<typename Layer::norm_type, X>() + add<X>();
}

template <class Model, class Source>
using encoded = decltype(some<Model>().encode(some<Source>()));

// A block of a language model on rows X, after n that its cache has.
template <class Layer, class Cache, class X>
ATTN_ABI constexpr operation_count cached_block(std::size_t n) {
  using attention = typename Layer::attention_type;
  using query = typename attention::query_type;
  using value = typename attention::value_projection;
  return 2 * residual<Layer, X>() + cost_of<query, X>() +
         cost_of<typename attention::key_type, X>() + cost_of<value, X>() +
         cost::cached_attention<Cache, cut<typename attention::head, result_of<query, X>>>(
             n + length_of<X>, causal_from(n)) +
         cost_of<typename attention::output_type, result_of<value, X>>() +
         cost_of<typename Layer::network_type, X>();
}

}  // namespace detail

// --- a Transformer in parts
template <class Model, class Source, class... Options>
ATTN_ABI constexpr operation_count encode(const Options&... options) {
  using call = decltype(detail::some<Model>().encode(detail::some<Source>(), options...));
  using embedding = decltype(Model::src_embed);
  using x = detail::result_of<embedding, Source>;
  return detail::possible<call> + cost_of<embedding, Source>() +
         cost_of<typename Model::positions_type, x>() +
         cost_of<decltype(Model::encoder), x>(options...);
}
template <class Model, class Target, class Memory, class... Options>
ATTN_ABI constexpr operation_count decode(const Options&... options) {
  using call = decltype(detail::some<Model>().decode(detail::some<Target>(), detail::some<Memory>(),
                                                     options...));
  using embedding = decltype(Model::tgt_embed);
  using y = detail::result_of<embedding, Target>;
  return detail::possible<call> + cost_of<embedding, Target>() +
         cost_of<typename Model::positions_type, y>() +
         cost_of<decltype(Model::decoder), y, Memory>(options...);
}
template <class Model, class Source, class Target, class... Options>
ATTN_ABI constexpr operation_count logits(const Options&... options) {
  using namespace attn::detail;
  using call = decltype(detail::some<Model>().logits(detail::some<Source>(), detail::some<Target>(),
                                                     options...));
  using memory = detail::encoded<Model, Source>;
  using decoded =
      decltype(detail::some<Model>().decode(detail::some<Target>(), detail::some<memory>()));
  return detail::possible<call> +
         with_options<source_place>(
             [](const auto&... mine) { return cost::encode<Model, Source>(mine...); }, options...) +
         cost::decode<Model, Target, memory>(options_at<self_place>(options...),
                                             options_at<cross_place>(options...)) +
         cost_of<decltype(Model::generator), decoded>();
}

// --- new ids of a language model, after n that its state has seen
template <class Model, class Ids>
ATTN_ABI constexpr operation_count step(std::size_t n) {
  using state = typename Model::state_type;
  using logits = decltype(detail::some<Model>().step(std::declval<state&>(), detail::some<Ids>()));
  using x = detail::result_of<decltype(Model::embedding), Ids>;
  using layer = std::remove_extent_t<typename Model::layers_type>;
  using cache = std::remove_extent_t<decltype(state::caches)>;
  return cost_of<decltype(Model::positions), x>() +
         std::extent_v<typename Model::layers_type> * detail::cached_block<layer, cache, x>(n) +
         cost_of<decltype(Model::norm), x>() +
         logits::volume * detail::contraction(detail::width_of<x>);
}

}  // namespace attn::cost

namespace attn {

template <class T, class Width, class Head, class Inner, class Layout, class Activation, class Norm>
struct counting_rule<nn::encoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>> {
  using layer = nn::encoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>;
  template <class X, class... Options>
  ATTN_ABI static constexpr operation_count of(input_types<X>, const Options&... options) {
    using namespace cost::detail;
    using out = decltype(some<layer>()(some<X>(), options...));
    return possible<out> + 2 * residual<layer, X>() +
           cost_of<typename layer::attention_type, X>(options...) +
           cost_of<typename layer::network_type, X>();
  }
};

template <class T, class Width, class Head, class Inner, class Layout, class Activation, class Norm>
struct counting_rule<nn::decoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>> {
  using layer = nn::decoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>;
  using attention = typename layer::attention_type;
  template <class Y, class Memory, class... Options>
  ATTN_ABI static constexpr operation_count of(input_types<Y, Memory>, const Options&... options) {
    using namespace cost::detail;
    using out = decltype(some<layer>()(some<Y>(), some<Memory>(), options...));
    return possible<out> + 3 * residual<layer, Y>() +
           detail::with_options<self_place>(
               [](const auto&... mine) { return cost_of<attention, Y>(mine...); }, options...) +
           detail::with_options<cross_place>(
               [](const auto&... mine) { return cost_of<attention, Y, Memory, Memory>(mine...); },
               options...) +
           cost_of<typename layer::network_type, Y>();
  }
};

template <class Layer, std::size_t N, class Norm>
struct counting_rule<nn::encoder<Layer, N, Norm>> {
  template <class X, class... Options>
  ATTN_ABI static constexpr operation_count of(input_types<X>, const Options&... options) {
    using namespace cost::detail;
    using out = decltype(some<nn::encoder<Layer, N, Norm>>()(some<X>(), options...));
    return possible<out> + N * cost_of<Layer, X>(options...) + cost_of<Norm, X>();
  }
};
template <class Layer, std::size_t N, class Norm>
struct counting_rule<nn::decoder<Layer, N, Norm>> {
  template <class Y, class Memory, class... Options>
  ATTN_ABI static constexpr operation_count of(input_types<Y, Memory>, const Options&... options) {
    using namespace cost::detail;
    using out =
        decltype(some<nn::decoder<Layer, N, Norm>>()(some<Y>(), some<Memory>(), options...));
    return possible<out> + N * cost_of<Layer, Y, Memory>(options...) + cost_of<Norm, Y>();
  }
};

template <class SourceWord, class TargetWord, class Layer, std::size_t N, class Norm,
          class Positions, std::size_t M>
struct counting_rule<nn::transformer<SourceWord, TargetWord, Layer, N, Norm, Positions, M>> {
  using model = nn::transformer<SourceWord, TargetWord, Layer, N, Norm, Positions, M>;
  template <class S, class T, class... Options>
  ATTN_ABI static constexpr operation_count of(input_types<S, T>, const Options&... options) {
    using namespace cost::detail;
    using out = decltype(some<model>().logits(some<S>(), some<T>(), options...));
    return cost::logits<model, S, T>(options...) + cost::log_softmax<out>();
  }
};

template <class Word, class Layer, std::size_t N, class Positions, class Norm>
struct counting_rule<nn::language_model<Word, Layer, N, Positions, Norm>> {
  using model = nn::language_model<Word, Layer, N, Positions, Norm>;
  template <class Ids>
  ATTN_ABI static constexpr operation_count of(input_types<Ids>) {
    using namespace cost::detail;
    using logits = result_of<model, Ids>;
    using x = result_of<typename model::embedding_type, Ids>;
    return cost_of<Positions, x>() + N * cost_of<Layer, x>(causal<>) + cost_of<Norm, x>() +
           logits::volume * contraction(width_of<x>);
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
