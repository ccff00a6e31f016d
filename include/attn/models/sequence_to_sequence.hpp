// SPDX-License-Identifier: BSL-1.0
// Sequence to sequence: an encoder reads a sentence, a decoder writes another, a word at a time.
//
//   const auto [memory, last] = unroll(encoder, xs, initial<…>());   all its states, and the last
//
//   decoder_step(cell, before, y, memory, options…)    {after, context, weights}
//                                                      context = attend(before, memory, options…)
//                                                      after = cell([context; y], before)
//   decoder_logits(after, context, y, W_o, b_o)        W_o [h; context; y] + b_o,  h that of after
//
//   nn::decoder<cell, embedding, output> d;            d(before, id, memory, options…): all of that
//   greedy_decode<target>(d, before, start, memory, options…)    the likeliest word at every step
//   sampled_decode(d, before, start, memory, u, options…)        one drawn by u, (target) numbers
//
// y is the embedding of the word before; the first state before is advance(last). Without attention,
// memory is fixed_context(c), where c as a rule is the encoder's last hidden state. One sentence at
// a time; both decodings go on for as many steps as target has, whatever the words are.
//
// Rules: those of attend (models/attend.hpp); is_cell; is_state_after; is_matrix, for W_o; same_size
// of its input, and of state, context and y together; is_output_layer; those of embedding.
// Accuracy: bit for bit its parts. Special values: those of argmax, sample and softmax.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/embedding.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/attend.hpp>
#include <attn/ops/argmax.hpp>
#include <attn/ops/concat.hpp>
#include <attn/ops/sample.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/recurrent/state.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/text/token_id.hpp>

namespace attn {

// What a step makes.
template <class State, class Context, class Weights>
struct decoded_state {
  State after;
  Context context;
  Weights weights;
};
template <class State, class Context, class Weights, class Logits>
struct decoded_word {
  State after;
  Context context;
  Weights weights;
  Logits logits;
};
// Of all steps: the words, their probabilities, the weights; and the state after the last.
template <class Ids, class Probabilities, class Weights, class State>
struct decoded_sentence {
  Ids ids;
  Probabilities probabilities;
  Weights weights;
  State last;
};

template <class Cell, class State, class T, class Y, class Memory, class... Options>
constexpr auto decoder_step(const Cell& cell, const State& before, const tensor<T, Y>& y,
                            const Memory& memory, const Options&... options) {
  const auto found = attend(before, memory, options...);
  using context = std::remove_const_t<decltype(found.context)>;
  using after = std::remove_const_t<decltype(detail::after_no_step(before))>;
  constexpr bool is_before = rules::is_state_before<rules::state<State>>;
  if constexpr (is_before && context::rank == 1) {
    const auto input = concat<0>(unnamed(found.context), unnamed(y));
    using x = std::remove_const_t<decltype(input)>;
    constexpr bool steps =
        rules::is_cell<rules::option<Cell>, rules::operand<x>, rules::state<State>>;
    static_assert(rules::is_cell<rules::option<Cell>, rules::operand<x>, rules::state<State>>,
                  "attn::decoder_step(cell, before, y, memory): cell([context; y], before) must be "
                  "a state_after of the same state");
    if constexpr (steps)
      return decoded_state<after, context, decltype(found.weights)>{
          cell(input, before), found.context, found.weights};
    else
      return decoded_state<after, context, decltype(found.weights)>{
          detail::after_no_step(before), found.context, found.weights};
  } else {
    return decoded_state<after, context, decltype(found.weights)>{
        detail::after_no_step(before), found.context, found.weights};
  }
}

template <class Layout = output_by_input, class State, class T, class C, class Y, class... W,
          class... B>
constexpr auto decoder_logits(const State& after, const tensor<T, C>& context,
                              const tensor<T, Y>& y, const tensor<T, W...>& w,
                              const tensor<T, B...>& b) {
  constexpr bool sound =
      rules::is_state_after<rules::state<State>> && rules::is_matrix<rules::axes_of<W...>>;
  static_assert(rules::is_state_after<rules::state<State>>,
                "attn::decoder_logits(after, context, y, W, b): the logits are made of the state "
                "after the step");
  static_assert(rules::is_matrix<rules::axes_of<W...>>,
                "attn::decoder_logits(after, context, y, W, b): W must have two axes");
  if constexpr (sound) {
    using input = axis_at<shape<W...>, detail::input_at<Layout>>;
    using H = detail::hidden_tensor<State>;
    using all = dim<H::volume + C::size + Y::size>;
    constexpr bool fit = rules::same_size<rules::width_of_X<all>, rules::input_of_W<input>>;
    static_assert(rules::same_size<rules::width_of_X<all>, rules::input_of_W<input>>,
                  "attn::decoder_logits(after, context, y, W, b): the input of W must be as wide "
                  "as the state, the context and y together: [h; c; y]");
    if constexpr (fit)
      return linear<Layout>(concat<0>(unnamed(hidden_state(after)), unnamed(context), unnamed(y)),
                            w, b);
    else
      return b;
  } else {
    return b;
  }
}

// --- a sentence -----------------------------------------------------------------------------------

namespace rules {
template <class T, class In, class Out, class Layout>
inline constexpr bool is_output_layer<option<nn::linear<T, In, Out, Layout, with_bias>>> = true;
}  // namespace rules

namespace detail {

template <class Output>
struct output_parts {
  using words = dim<1>;
  using layout = output_by_input;
};
template <class T, class In, class Out, class Layout>
struct output_parts<nn::linear<T, In, Out, Layout, with_bias>> {
  using words = Out;
  using layout = Layout;
};

// x as the row of a matrix.
template <class T, class... M, class... X>
constexpr void put_row(tensor<T, M...>& rows, std::size_t t, const tensor<T, X...>& x) {
  for (std::size_t i = 0; i < x.size(); ++i) rows.data()[t * x.size() + i] = x.data()[i];
}
constexpr void put_row(no_weights&, std::size_t, no_weights) {}

// The rows of as many steps as Target has.
template <class Target, class X>
struct rows_over {
  using type = no_weights;
};
template <class Target, class T, class Axis>
struct rows_over<Target, tensor<T, Axis>> {
  using type = tensor<T, Target, Axis>;
};

// choose(probabilities, t) is the word of step t.
template <class Target, class Decoder, class State, class Id, class Memory, class Choose,
          class... Options>
constexpr auto decoded(const Decoder& decoder, const State& before, const Id& start,
                       const Memory& memory, const Choose& choose, const Options&... options) {
  using step = decltype(decoder(before, start, memory, options...));
  using id = token_id<decltype(step::logits)::volume>;
  using probabilities = typename rows_over<Target, decltype(step::logits)>::type;
  using weights = typename rows_over<Target, decltype(step::weights)>::type;
  decoded_sentence<tensor<id, Target>, probabilities, weights, decltype(step::after)> sentence{
      {}, {}, {}, after_no_step(before)};
  if constexpr (rules::is_state_before<rules::state<State>>) {
    State now = before;
    id last;
    for (std::size_t t = 0; t < Target::size; ++t) {
      const auto made = t == 0 ? decoder(now, start, memory, options...)
                               : decoder(now, last, memory, options...);
      const auto p = softmax(made.logits);
      last = id(choose(p, made.logits, t));
      sentence.ids.data()[t] = last;
      put_row(sentence.probabilities, t, p);
      put_row(sentence.weights, t, made.weights);
      sentence.last = made.after;
      now = advance(made.after);
    }
  }
  return sentence;
}

}  // namespace detail

namespace nn {

template <class Cell, class Embedding, class Output>
struct decoder {
  static_assert(rules::is_output_layer<rules::option<Output>>,
                "attn::nn::decoder: the output must be an nn::linear with a bias");
  BOOST_HANA_DEFINE_STRUCT(decoder, (Cell, cell), (Embedding, embedding), (Output, output));

  template <scalar U>
  using with_element =
      decoder<typename Cell::template with_element<U>, typename Embedding::template with_element<U>,
              typename Output::template with_element<U>>;

  template <class State, class Id, class Memory, class... Options>
  constexpr auto operator()(const State& before, const Id& id, const Memory& memory,
                            const Options&... options) const {
    const auto y = embedding(tensor<Id>(id));
    const auto made = decoder_step(cell, before, y, memory, options...);
    using output_layout = typename attn::detail::output_parts<Output>::layout;
    const auto logits = [&] {
      if constexpr (rules::is_state_after<rules::state<std::remove_const_t<decltype(made.after)>>>)
        return decoder_logits<output_layout>(made.after, made.context, y, output.weight,
                                             output.bias);
      else
        return output.bias;
    }();
    return decoded_word<decltype(made.after), decltype(made.context), decltype(made.weights),
                        std::remove_const_t<decltype(logits)>>{made.after, made.context,
                                                               made.weights, logits};
  }
  friend constexpr bool operator==(const decoder&, const decoder&) = default;
};

}  // namespace nn

template <axis_like Target, class Decoder, class State, class Id, class Memory, class... Options>
constexpr auto greedy_decode(const Decoder& decoder, const State& before, const Id& start,
                             const Memory& memory, const Options&... options) {
  const auto likeliest = [](const auto&, const auto& logits, std::size_t) {
    return static_cast<int>(argmax<0>(logits));
  };
  return detail::decoded<Target>(decoder, before, start, memory, likeliest, options...);
}

template <class Decoder, class State, class Id, class Memory, class T, class Target,
          class... Options>
constexpr auto sampled_decode(const Decoder& decoder, const State& before, const Id& start,
                              const Memory& memory, const tensor<T, Target>& u,
                              const Options&... options) {
  const auto drawn = [&u](const auto& p, const auto&, std::size_t t) {
    return static_cast<int>(sample(p, u(t)));
  };
  return detail::decoded<Target>(decoder, before, start, memory, drawn, options...);
}

}  // namespace attn
