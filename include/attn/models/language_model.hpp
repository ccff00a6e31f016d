// SPDX-License-Identifier: BSL-1.0
// A decoder-only language model: given a text, which word comes next. For all tokens at once, or
// token by token with a state that stores the keys and values of the previous tokens.
//
//   nn::language_model<word, layer, n, positions[, norm[, table]]> model;
//   model(ids)            x = positions(embedding(ids)); x = layers[i](x, causal<>) for each i;
//                         logits = norm(x) E^T, where E is the embedding's table
//   auto state = model.start();
//   model.step(state, id)      the logits of the word after `id`, (word); the state knows the id
//   model.step(state, ids)     … after each of several ids, (token, word)
//   state.reset(); state.crop(n)    as at the beginning; as after its first n ids
//
// A batch of texts, padded on either side, with its padding, a mask of (batch, token):
//
//   model(ids, padding)                 right_padding<token>(lengths), … (attention/lengths.hpp)
//   auto state = model.start<batch>();
//   model.step(state, ids[, padding])   ids (batch, token), or one for each text, (batch)
//   state.lengths                       (batch): the number of tokens of each text
//   state.reset(); state.crop(n)        as above, n columns, padding included
//   state.keep_last(n)                  only the last n columns, which keep their positions: frees
//                                       the room of a common padding, or of what is forgotten
//
// A text has its own positions, from 0 on, and does not see the padding: its logits are those that
// it has alone. Results of the padding mean nothing. In a state, padding takes room as tokens do.
//
// (token) of token_id -> (token, word). model(ids) takes a batch as well. `layer` is an
// nn::encoder_layer, pre_norm or post_norm, any other nn::stack_layer (models/block.hpp), or
// nn::sequential<A, B> for A, B, A, B, …, n times both; to step, an nn::recurrent_block.
// `positions` is nn::learned_positions, nn::sinusoidal_positions, or nn::no_positions for layers
// that know the position themselves: it limits the number of tokens.
// `norm`, after the layers, is nn::identity if it is left out. Embedding and output share one table
// ("tied"): there is no second one, in the type or in parameter_count. Unless `table` is
// nn::own_output<layout[, bias]>: then the logits are output(norm(x)), with a linear layer of its
// own, "embedding.output.weight". Names: "embedding.weight", "positions.weight",
// "layers.0.self_attn.q_proj.weight", "norm.weight". No bias at the end, no scale after the
// embedding: as in GPT-2. Without dropout.
//
// Rules: positive, for n; the rules of nn::stack_layer, is_norm_order and divides, of the layer;
// accepts and keeps_rows, of a user's; has_steps, for a step; same_element and same_axis
// (width) of positions, norm and the layer; is_token_id, ids_within the words, fits_into the
// positions, for ids; for a step is_vector as well.
// Exceeding the number of positions is not a constant expression, and ends the program at run time.
// Accuracy: bit for bit the composition above. Step, the row of model(all ids so far) (but for the
// sign of a zero, as key_value_cache says).
// Cost: cost_of<nn::language_model<…>, Ids>(), cost::step<Model, Ids>(n) of new ids after n others,
// whose products are over all positions of the model: the cost of the parts.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/cache.hpp>
#include <attn/attention/lengths.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/cost.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/layers/position.hpp>
#include <attn/models/encoder.hpp>
#include <attn/ops/selecting.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Layer>
concept position_layer = requires {
  typename Layer::position;
  typename Layer::width;
  typename Layer::value_type;
};

// In the place of a layer without positions, which has been reported.
template <class Layer, class Positions>
using known_positions =
    std::conditional_t<position_layer<Positions>, Positions,
                       nn::no_positions<typename Layer::value_type, dim<1>, typename Layer::width>>;

}  // namespace detail

namespace rules {

// What the positions have to be: see layer_of_language_model.
template <class Positions>
struct limits_tokens {
  static constexpr bool value = false;
};
template <attn::detail::position_layer Positions>
struct limits_tokens<model<Positions>> {
  static constexpr bool value = true;
};
template <class Positions>
struct positions_of_language_model {
  static_assert(
      limits_tokens<model<Positions>>::value,
      "attn::nn::language_model: Positions must be a layer of positions; for rotary layers: "
      "nn::no_positions<T, position, width>");
};

// The model itself. Of a layer that cannot be in a stack nothing else is asked.
template <class Word, class Layer, std::size_t N, class Positions, class Norm>
struct language_model_call {
  using has_layers = not_asked;
  using norm_order = not_asked;
  using heads_divide = not_asked;
  using positions_fit = not_asked;
  using norm_fits = not_asked;
  using distinct = not_asked;
  using all = in_order<std::false_type>;
};
template <class Word, class Layer, std::size_t N, class Positions, class Norm>
  requires(stack_layer_call<Layer, 1>::all::value)
struct language_model_call<Word, Layer, N, Positions, Norm> : stack_call<Layer, N, Norm> {
  using width = typename Layer::width;
  using positions_fit = each_of<same_axis<axis_of_A<typename Positions::width>, axis_of_B<width>>,
                                same_element<element_of_A<typename Positions::value_type>,
                                             element_of_B<typename Layer::value_type>>>;
  using distinct = distinct_axes<result_axes<Word, width>>;
};

// Texts of a batch, (batch, token), and which of their ids are no padding: none of them, if this is
// left out. For a step of a batch, (batch) is one id for each text.
template <class Model, class Batch, class Ids, class Padding = keep_mask<>>
struct texts_call;
template <class Model, class Batch, class Id, class... IdAxes, class E, class... Padding>
struct texts_call<Model, Batch, tensor<Id, IdAxes...>, tensor<E, Padding...>>
    : text_call<Model, tensor<Id, IdAxes...>> {
  using text = text_call<Model, tensor<Id, IdAxes...>>;
  using first = axis_at<attn::shape<IdAxes...>, 0>;
  static constexpr bool is_step = !std::is_void_v<Batch>;
  using of_batch =
      each_of<typename text::sequence, in_case<is_step && text::sequence::value,
                                               same_axis<axis_of_A<first>, axis_of_B<Batch>>>>;
  using has_positions = in_case<!is_step || sizeof...(IdAxes) == 2, typename text::has_positions>;
  using is_padding = is_mask_entry<element<E>>;
  using one_each = in_case<is_padding::value && sizeof...(Padding) != 0,
                           axes_agree<axes_of_A<Padding...>, axes_of_B<IdAxes...>>>;
  using all = in_order<typename text::ids::all, has_positions, of_batch, is_padding, one_each>;
};

}  // namespace rules

namespace nn {

template <axis_like Word, class Layer, std::size_t N, class Positions, class Norm = identity,
          class Table = tied_table>
struct language_model {
  // What the layer itself rejects is reported here, and not on the way through its call.
  using complete_layer = std::bool_constant<requires { sizeof(Layer); }>;
  using layer_parts = rules::stack_layer_call<Layer, 1>;
  static_assert(sizeof(rules::layer_of_language_model<Layer>) > 0);  // see there
  static_assert(sizeof(rules::positions_of_language_model<Positions>) > 0);
  using known_layer = attn::detail::layer_in_stack<Layer, 1>;
  using value_type = typename known_layer::value_type;
  using word = Word;
  using width = typename known_layer::width;
  using positions_type = attn::detail::known_positions<known_layer, Positions>;
  using position = typename positions_type::position;
  using parts = rules::language_model_call<Word, Layer, N, positions_type, Norm>;
  using layer_steps = rules::stack_steps_call<layer_parts::all::value, Layer>;
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
                "attn::nn::language_model: the words and the width have the same name");
  static_assert(rules::all_hold<rules::is_output_table<rules::option<Table>>>,
                "attn::nn::language_model: the output is nn::tied_table or nn::own_output<layout>");

  // A name that the width has goes, so that the table has nothing to add.
  using row = std::conditional_t<parts::distinct::value, Word, dim<Word::size>>;
  using embedding_type =
      attn::nn::embedding<value_type, row, width,
                          std::conditional_t<std::is_same_v<Table, tied_table>, void, Table>>;
  using layers_type = attn::detail::layers_of_stack<Layer, N>;
  ATTN_MEMBERS(language_model, (embedding_type, embedding), (positions_type, positions),
               (layers_type, layers), (Norm, norm));

  // What is known of the tokens so far, by every layer: their keys and values, mostly.
  static constexpr bool has_steps = rules::has_steps<rules::model<known_layer>>::value;
  static constexpr bool reads_texts =  // token by token
      attention_block<known_layer> && !attn::detail::has_own_state<known_layer>;
  struct state_type {
    std::size_t tokens = 0;
    attn::detail::states_or_nothing<has_steps, layers_type, position> layers{};

    ATTN_ABI constexpr std::size_t count() const { return tokens; }
    ATTN_ABI constexpr std::size_t room() const { return position::size - tokens; }

    // As start() returns it; as it was after its first n tokens.
    ATTN_ABI constexpr void reset() {
      tokens = 0;
      attn::detail::reset_state(layers);
    }
    ATTN_ABI constexpr void crop(std::size_t n)
      requires attn::detail::can_be_cropped<decltype(layers)>
    {
      if (n > tokens) key_value_cache_has_fewer_rows();
      tokens = n;
      attn::detail::crop_state(layers, n);
    }
    ATTN_ABI friend constexpr bool operator==(const state_type&, const state_type&) = default;
  };
  ATTN_ABI static constexpr state_type start() { return {}; }

  // The same for a batch of texts; `kept` are the columns of the caches that are text.
  template <axis_like Batch>
  struct batch_state_type {
    std::size_t tokens = 0;
    tensor<int, Batch> lengths{};
    keep_mask<Batch, position> kept{};
    typename attn::detail::states_of_texts<layers_type, position, Batch>::type layers{};

    ATTN_ABI constexpr std::size_t count() const { return tokens; }
    ATTN_ABI constexpr std::size_t room() const { return position::size - tokens; }

    // As start() returns it; as it was after its first n columns; only its last n columns, whose
    // tokens have the positions that they had.
    ATTN_ABI constexpr void reset() {
      crop(0);
      lengths = {};
    }
    ATTN_ABI constexpr void crop(std::size_t n) {
      if (n > tokens) key_value_cache_has_fewer_rows();
      keep(0, n);
      attn::detail::crop_state(layers, n);
    }
    ATTN_ABI constexpr void keep_last(std::size_t n) {
      if (n > tokens) key_value_cache_has_fewer_rows();
      for (auto& cache : layers.of) cache.keep_last(n);
      keep(tokens - n, n);
    }
    ATTN_ABI friend constexpr bool operator==(const batch_state_type&,
                                              const batch_state_type&) = default;

   private:
    // The n columns from `first` on. Tokens behind them have not been.
    ATTN_ABI constexpr void keep(std::size_t first, std::size_t n) {
      for (std::size_t text = 0; text < Batch::size; ++text) {
        keeps* const column = kept.data() + text * position::size;
        for (std::size_t i = first + n; i < tokens; ++i)
          if (column[i].allows()) --lengths.data()[text];
        for (std::size_t i = 0; i < tokens; ++i) column[i] = i < n ? column[first + i] : keeps{};
      }
      tokens = n;
    }
  };
  template <axis_like Batch>
  ATTN_ABI static constexpr batch_state_type<Batch> start() {
    using call = rules::single_rule_call<rules::reads_texts<reads_texts>>;
    ATTN_REQUIRE(call, rule,
                 "attn::nn::language_model::start<batch>(): requires attention blocks, such as "
                 "nn::encoder_layer");
    return {};
  }

  template <class Id, class... IdAxes>
  ATTN_ABI constexpr auto operator()(const tensor<Id, IdAxes...>& ids) const {
    using call = rules::text_call<language_model, tensor<Id, IdAxes...>>;
    ATTN_REQUIRE(call, sequence,
                 "attn::nn::language_model(ids): ids must be (token), or a batch of them");
    ATTN_REQUIRE_IDS(call, "attn::nn::language_model(ids)", "the ids");
    if constexpr (call::all::value && parts::all::value) {
      using x = std::remove_cvref_t<decltype(positions(embedding(ids)))>;
      using run = rules::stack_run_call<!attention_block<Layer>, layers_type, x,
                                        std::remove_const_t<decltype(causal<>)>>;
      ATTN_REQUIRE_RUN(run, "attn::nn::language_model(ids)", "x", "x, causal<>", "const X& x");
      if constexpr (run::all::value)
        return logits(attn::detail::through(layers, positions(embedding(ids)), causal<>));
      else
        return ids;
    } else {
      return ids;
    }
  }

  template <class Id, class... IdAxes, class E, class... Padding>
  ATTN_ABI constexpr auto operator()(const tensor<Id, IdAxes...>& ids,
                                     const tensor<E, Padding...>& padding) const {
    using call =
        rules::texts_call<language_model, void, tensor<Id, IdAxes...>, tensor<E, Padding...>>;
    ATTN_REQUIRE_TEXTS(call, "attn::nn::language_model(ids, padding)");
    if constexpr (call::all::value && parts::all::value) {
      const auto x = positions(embedding(ids), position_ids(padding));
      const auto mask = causal<> & key_padding(padding);
      using run = rules::stack_run_call<!attention_block<Layer>, layers_type,
                                        std::remove_const_t<decltype(x)>,
                                        std::remove_const_t<decltype(mask)>,
                                        std::remove_const_t<decltype(fully_masked<zero_rows>)>>;
      ATTN_REQUIRE_RUN(run, "attn::nn::language_model(ids, padding)", "x",
                       "x, mask, fully_masked<zero_rows>", "const X& x");
      if constexpr (run::all::value)
        return logits(attn::detail::through(layers, x, mask, fully_masked<zero_rows>));
      else
        return ids;
    } else {
      return ids;
    }
  }

  template <class Batch, class Id, class... IdAxes, class... Padding>
    requires(sizeof...(Padding) < 2)
  ATTN_ABI constexpr auto step(batch_state_type<Batch>& state, const tensor<Id, IdAxes...>& ids,
                               const Padding&... padding) const {
    using ids_type = tensor<Id, IdAxes...>;
    using call = rules::texts_call<language_model, Batch, ids_type, Padding...>;
    ATTN_REQUIRE_TEXTS(call, "attn::nn::language_model::step(state, ids, padding)");
    if constexpr (!(call::all::value && parts::all::value && reads_texts)) {
      return ids;
    } else if constexpr (sizeof...(Padding) == 0) {
      return step(state, ids, as_keep(ignore_mask<IdAxes...>{}));
    } else if constexpr (sizeof...(IdAxes) == 1) {
      using column = shape<IdAxes..., dim<1>>;
      return select<1>(read(state, attn::detail::with_shape<column>(ids),
                            attn::detail::with_shape<column>(padding)...),
                       0);
    } else {
      return read(state, ids, padding...);
    }
  }

  template <class Id, class... IdAxes>
  ATTN_ABI constexpr auto step(state_type& state, const tensor<Id, IdAxes...>& ids) const {
    using call = rules::text_call<language_model, tensor<Id, IdAxes...>>;
    ATTN_REQUIRE(call, one_sequence,
                 "attn::nn::language_model::step(state, ids): ids must be one sequence, (token)");
    ATTN_REQUIRE_IDS(call, "attn::nn::language_model::step(state, ids)", "the ids");
    ATTN_REQUIRE_STEPS(layer_steps, "attn::nn::language_model::step(state, ids)");
    if constexpr (call::all::value && call::one_sequence::value && parts::all::value && has_steps)
      return read(state, ids);
    else
      return ids;
  }
  template <std::size_t Bound>
  ATTN_ABI constexpr auto step(state_type& state, token_id<Bound> id) const {
    using call = rules::text_call<language_model, tensor<token_id<Bound>, dim<1>>>;
    ATTN_REQUIRE_IDS(call, "attn::nn::language_model::step(state, id)", "the id");
    ATTN_REQUIRE_STEPS(layer_steps, "attn::nn::language_model::step(state, id)");
    if constexpr (call::all::value && parts::all::value && has_steps)
      return select<0>(step(state, tensor<token_id<Bound>, dim<1>>{id}), 0);
    else
      return id;
  }

  // (token, width) -> (token, word): the norm, then the same table as at the beginning.
  template <class X>
  ATTN_ABI constexpr auto logits(const X& x) const {
    return embedding.logits(norm(x));
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
  // Of texts: each token has the position after the tokens of its text.
  template <class Batch, class Id, class Texts, class Token, class Padding>
  ATTN_ABI constexpr auto read(batch_state_type<Batch>& state, const tensor<Id, Texts, Token>& ids,
                               const Padding& padding) const {
    if (Token::size > state.room()) position_is_after_the_last();
    tensor<int, Texts, Token> at{};
    for (std::size_t i = 0; i < at.size(); ++i) {
      const std::size_t text = i / Token::size;
      const keeps kept(padding.data()[i].allows());
      state.kept.data()[text * position::size + state.tokens + i % Token::size] = kept;
      if (kept.allows()) at.data()[i] = state.lengths.data()[text]++;
    }
    state.tokens += Token::size;
    auto x = positions(embedding(ids), at);
    for (std::size_t i = 0; i < N; ++i)
      x = attn::detail::through_block(layers[i], x, state.layers.of[i], key_padding(state.kept));
    return logits(x);
  }
};

}  // namespace nn

namespace cost {
namespace detail {

// What every layer remembers of `tokens`: a cache counts them.
template <class State>
ATTN_ABI constexpr void set_tokens(State& state, std::size_t tokens) {
  if constexpr (requires { state.count = tokens; })
    state.count = tokens;
  else if constexpr (requires { state.of[0]; })
    for (auto& each : state.of) set_tokens(each, tokens);
}
template <std::size_t... Index, class... States>
ATTN_ABI constexpr void set_tokens(
    attn::detail::layer_slots<std::index_sequence<Index...>, States...>& states,
    std::size_t tokens) {
  (set_tokens(attn::detail::layer_at<Index>(states), tokens), ...);
}
template <class Model>
ATTN_ABI constexpr typename Model::state_type state_after(std::size_t tokens) {
  typename Model::state_type state{};
  state.tokens = tokens;
  set_tokens(state.layers, tokens);
  return state;
}

}  // namespace detail

template <class Model, class Ids>
ATTN_ABI constexpr operation_count step(std::size_t tokens) {
  auto state = detail::state_after<detail::without_numbers_t<Model>>(tokens);
  ATTN_COUNT(detail::part<Model>(n).step(state, Ids{}));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
