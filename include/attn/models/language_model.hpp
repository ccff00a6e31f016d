// SPDX-License-Identifier: BSL-1.0
// A decoder-only language model: given a text, which word comes next. For all tokens at once, or
// token by token with a state that stores the keys and values of the previous tokens.
//
//   nn::language_model<word, layer, n, positions[, norm]> model;
//   model(ids)            x = positions(embedding(ids)); x = layers[i](x, causal<>) for each i;
//                         logits = norm(x) E^T, where E is the embedding's table
//   auto state = model.start();
//   model.step(state, id)      the logits of the word after `id`, (word); the state knows the id
//   model.step(state, ids)     … after each of several ids, (token, word)
//
// (token) of token_id -> (token, word); model(ids) takes a batch, too. `layer` is an
// nn::encoder_layer, pre_norm or post_norm, any other nn::stack_layer (models/block.hpp), or
// nn::sequential<A, B> for A, B, A, B, …, n times both; to step, an nn::recurrent_block.
// `positions` is nn::learned_positions or nn::sinusoidal_positions: it limits the number of tokens;
// `norm`, after the layers, is nn::identity if it is left out. Embedding and output share one table
// ("tied"): there is no second one, in the type or in parameter_count. Names: "embedding.weight",
// "positions.weight", "layers.0.self_attn.q_proj.weight", "norm.weight". No bias at the end, no
// scale after the embedding: as in GPT-2. Without dropout.
//
// Rules: positive, for n; those of nn::stack_layer, is_norm_order and divides, of the layer;
// accepts and keeps_rows, of a user's; has_steps, for a step; same_element and same_axis
// (width) of positions, norm and the layer; is_token_id, ids_within the words, fits_into the
// positions, for ids; for a step is_vector, too.
// Exceeding the number of positions is not a constant expression, and ends the program at run time.
// Accuracy: bit for bit the composition above; step, the row of model(all ids so far) (but for the
// sign of a zero, as key_value_cache says).
// Cost: cost_of<nn::language_model<…>, Ids>(), cost::step<Model, Ids>(n) of new ids after n others,
// whose products are over all positions of the model: that of the parts.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/cache.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/identity.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/encoder.hpp>
#include <attn/ops/slice.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Layer>
concept position_layer = requires { typename Layer::position; };

}  // namespace detail

namespace rules {

// The model itself. Of a layer that cannot be in a stack nothing else is asked.
template <class Word, class Layer, std::size_t N, class Positions, class Norm>
struct language_model_call {
  using has_layers = not_asked;
  using norm_order = not_asked;
  using heads_divide = not_asked;
  using positions_fit = not_asked;
  using norm_fits = not_asked;
  using distinct = not_asked;
  static constexpr bool holds = false;
};
template <class Word, class Layer, std::size_t N, class Positions, class Norm>
  requires(stack_layer_call<Layer, 1>::holds)
struct language_model_call<Word, Layer, N, Positions, Norm> : stack_call<Layer, N, Norm> {
  using width = typename Layer::width;
  using positions_fit = each_of<same_axis<axis_of_A<typename Positions::width>, axis_of_B<width>>,
                                same_element<element_of_A<typename Positions::value_type>,
                                             element_of_B<typename Layer::value_type>>>;
  using distinct = distinct_axes<result_axes<Word, width>>;
};

}  // namespace rules

namespace nn {

template <axis_like Word, class Layer, std::size_t N, attn::detail::position_layer Positions,
          class Norm = identity>
struct language_model {
  using layer_parts = rules::stack_layer_call<Layer, 1>;
  static_assert(sizeof(rules::layer_of_language_model<Layer>) > 0);  // see there
  using known_layer = attn::detail::layer_in_stack<Layer, 1>;
  using value_type = typename known_layer::value_type;
  using word = Word;
  using width = typename known_layer::width;
  using position = typename Positions::position;
  using parts = rules::language_model_call<Word, Layer, N, Positions, Norm>;
  using layer_steps = rules::stack_steps_call<layer_parts::holds, Layer>;
  static_assert(rules::all_hold<typename parts::has_layers>,
                "attn::nn::language_model: a stack must have at least one layer");
  static_assert(rules::all_hold<typename parts::norm_order>,
                "attn::nn::language_model: the order of the norms is post_norm or pre_norm");
  static_assert(rules::all_hold<typename parts::heads_divide>,
                "attn::nn::language_model: the number of heads must divide the width");
  static_assert(rules::all_hold<typename parts::positions_fit>,
                "attn::nn::language_model: positions and layers differ in width or type");
  static_assert(rules::all_hold<typename parts::norm_fits>,
                "attn::nn::language_model: norm and layers differ in width or type");
  static_assert(rules::all_hold<typename parts::distinct>,
                "attn::nn::language_model: the words and the width have one name");

  // A name that the width has goes, so that the table has nothing to add.
  using row = std::conditional_t<parts::distinct::value, Word, dim<Word::size>>;
  using embedding_type = attn::nn::embedding<value_type, row, width>;
  using layers_type = attn::detail::layers_of_stack<Layer, N>;
  ATTN_MEMBERS(language_model, (embedding_type, embedding), (Positions, positions),
               (layers_type, layers), (Norm, norm));

  // What is known of the tokens so far, by every layer: their keys and values, mostly.
  static constexpr bool has_steps = rules::has_steps<rules::model<known_layer>>::value;
  struct state_type {
    std::size_t tokens = 0;
    attn::detail::states_or_nothing<has_steps, layers_type, position> layers{};

    ATTN_ABI constexpr std::size_t count() const { return tokens; }
    ATTN_ABI constexpr std::size_t room() const { return position::size - tokens; }
    ATTN_ABI friend constexpr bool operator==(const state_type&, const state_type&) = default;
  };
  ATTN_ABI static constexpr state_type start() { return {}; }

  template <class Id, class... I>
  ATTN_ABI constexpr auto operator()(const tensor<Id, I...>& ids) const {
    using call = rules::text_call<language_model, tensor<Id, I...>>;
    ATTN_REQUIRE(call, sequence,
                 "attn::nn::language_model(ids): ids must be (token), or a batch of them");
    ATTN_REQUIRE_IDS(call, "attn::nn::language_model(ids)", "the ids");
    if constexpr (call::holds && parts::holds) {
      using x = std::remove_cvref_t<decltype(positions(embedding(ids)))>;
      using run = rules::stack_run_call<!attention_block<Layer>, layers_type, x,
                                        std::remove_const_t<decltype(causal<>)>>;
      ATTN_REQUIRE_RUN(run, "attn::nn::language_model(ids)", "x", "x, causal<>", "const X& x");
      if constexpr (run::holds)
        return logits(attn::detail::through(layers, positions(embedding(ids)), causal<>));
      else
        return ids;
    } else {
      return ids;
    }
  }

  template <class Id, class... I>
  ATTN_ABI constexpr auto step(state_type& state, const tensor<Id, I...>& ids) const {
    using call = rules::text_call<language_model, tensor<Id, I...>>;
    ATTN_REQUIRE(call, one_sequence,
                 "attn::nn::language_model::step(state, ids): ids must be one sequence, (token)");
    ATTN_REQUIRE_IDS(call, "attn::nn::language_model::step(state, ids)", "the ids");
    ATTN_REQUIRE_STEPS(layer_steps, "attn::nn::language_model::step(state, ids)");
    if constexpr (call::holds && call::one_sequence::value && parts::holds && has_steps)
      return read(state, ids);
    else
      return ids;
  }
  template <std::size_t Bound>
  ATTN_ABI constexpr auto step(state_type& state, token_id<Bound> id) const {
    using call = rules::text_call<language_model, tensor<token_id<Bound>, dim<1>>>;
    ATTN_REQUIRE_IDS(call, "attn::nn::language_model::step(state, id)", "the id");
    ATTN_REQUIRE_STEPS(layer_steps, "attn::nn::language_model::step(state, id)");
    if constexpr (call::holds && parts::holds && has_steps)
      return select<0>(step(state, tensor<token_id<Bound>, dim<1>>{id}), 0);
    else
      return id;
  }

  // (token, width) -> (token, word): the norm, then the same table as at the beginning, which a
  // linear layer reads as it lies.
  template <class X>
  ATTN_ABI constexpr auto logits(const X& x) const {
    return attn::linear<output_by_input>(norm(x), embedding.weight);
  }
  ATTN_ABI friend constexpr bool operator==(const language_model&, const language_model&) = default;

 private:
  // The logits after each of the ids, which the state has seen then.
  template <class Ids>
  ATTN_ABI constexpr auto read(state_type& state, const Ids& ids) const {
    const auto x = positions(embedding(ids), state.tokens);
    const auto y = attn::detail::step_of_layers(layers, state.layers, x);
    state.tokens += Ids::volume;
    return logits(y);
  }
};

}  // namespace nn

namespace cost {
namespace detail {

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
template <class Layers>
struct layers_with_caches {
  template <class Position, class X>
  ATTN_ABI static constexpr operation_count cost(std::size_t n) {
    static_assert(nn::attention_block<Layers>,
                  "attn::cost::step<Model, Ids>(n): known of attention blocks only");
    return cached_block<Layers, attn::detail::cache_of<Layers, Position>, X>(n);
  }
};
template <class Layer, std::size_t N>
struct layers_with_caches<Layer[N]> {
  template <class Position, class X>
  ATTN_ABI static constexpr operation_count cost(std::size_t n) {
    return N * layers_with_caches<Layer>::template cost<Position, X>(n);
  }
};
template <class... Layers>
struct layers_with_caches<nn::sequential<Layers...>> {
  template <class Position, class X>
  ATTN_ABI static constexpr operation_count cost(std::size_t n) {
    return (operation_count{} + ... + layers_with_caches<Layers>::template cost<Position, X>(n));
  }
};
template <class Layers, class Position, class X>
ATTN_ABI constexpr operation_count cached_layers(std::size_t n) {
  return layers_with_caches<Layers>::template cost<Position, X>(n);
}

}  // namespace detail

template <class Model, class Ids>
ATTN_ABI constexpr operation_count step(std::size_t n) {
  using state = typename Model::state_type;
  using logits = decltype(detail::some<Model>().step(std::declval<state&>(), detail::some<Ids>()));
  using x = detail::result_of<decltype(Model::embedding), Ids>;
  return detail::possible<logits> + cost_of<decltype(Model::positions), x>() +
         detail::cached_layers<typename Model::layers_type, typename Model::position, x>(n) +
         cost_of<decltype(Model::norm), x>() +
         logits::volume * detail::contraction(detail::width_of<x>);
}
}  // namespace cost

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
