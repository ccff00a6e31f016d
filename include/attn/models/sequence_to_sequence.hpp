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

namespace detail {

// What a step would start from, were it rejected or not.
template <class State>
constexpr const State& as_before(const State& before) {
  return before;
}
template <class S>
constexpr state_before<S> as_before(const state_after<S>& after) {
  return {after.value};
}

// The input of a cell that says what it is.
template <class Cell, class Otherwise>
struct input_of {
  using type = Otherwise;
};
template <class Cell, class Otherwise>
  requires requires { typename Cell::input_tensor; }
struct input_of<Cell, Otherwise> {
  using type = last_axis<typename Cell::input_tensor::shape_type>;
};

}  // namespace detail

template <class Cell, class State, class Y, class Memory, class... Options>
constexpr auto decoder_step(const Cell& cell, const State& before, const Y& y, const Memory& memory,
                            const Options&... options) {
  using when = rules::moment_of<State>;
  using found_type = decltype(attend(detail::as_before(before), memory, options...));
  using context = decltype(found_type::context);
  using step = decoded_state<decltype(detail::after_no_step(before)), context,
                             decltype(found_type::weights)>;
  static_assert(rules::is_state_before<when>,
                "attn::decoder_step(cell, before, y, memory): a step starts from the state before "
                "it: advance(after)");
  if constexpr (rules::is_state_before<when>) {
    using both = dim<context::volume + Y::volume>;
    using input = typename detail::input_of<Cell, both>::type;
    constexpr bool takes = rules::same_size<rules::width_of_X<both>, rules::input_of_W<input>>;
    static_assert(rules::same_size<rules::width_of_X<both>, rules::input_of_W<input>>,
                  "attn::decoder_step(cell, before, y, memory): the input of the cell must be as "
                  "wide as [context; y]");
    const auto found = attend(before, memory, options...);
    if constexpr (takes)
      return step{cell(concat<0>(unnamed(found.context), unnamed(y)), before), found.context,
                  found.weights};
    else
      return step{detail::after_no_step(before), found.context, found.weights};
  } else {
    return step{before, {}, {}};
  }
}

template <class Layout = output_by_input, class State, class Context, class Y, class W, class B>
constexpr auto decoder_logits(const State& after, const Context& context, const Y& y, const W& w,
                              const B& b) {
  using when = rules::moment_of<State>;
  using role = rules::role_of<rules::axes_of, typename W::shape_type>;
  static_assert(rules::is_state_after<when>,
                "attn::decoder_logits(after, context, y, W, b): logits are made of the state after "
                "the step");
  static_assert(rules::is_matrix<role>,
                "attn::decoder_logits(after, context, y, W, b): W must have two axes");
  if constexpr (rules::is_state_after<when> && rules::is_matrix<role>) {
    using all = dim<detail::hidden_tensor<State>::volume + Context::volume + Y::volume>;
    using input = axis_at<typename W::shape_type, detail::input_at<Layout>>;
    static_assert(
        rules::same_size<rules::width_of_X<all>, rules::input_of_W<input>>,
        "attn::decoder_logits(after, context, y, W, b): the input of W must be as wide as "
        "[h; context; y]");
    if constexpr (rules::same_size<rules::width_of_X<all>, rules::input_of_W<input>>)
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

// What is fed in, and what comes out, of an output layer.
template <class Output>
struct output_parts {
  using input = dim<1>;
  using words = dim<1>;
};
template <class T, class In, class Out, class L>
struct output_parts<nn::linear<T, In, Out, L, with_bias>> {
  using input = In;
  using words = Out;
  using layout = L;
};

template <class Output>
using input_of_output = typename output_parts<Output>::input;

// [h; context; y], of a cell that says what it takes; otherwise the first step will tell.
template <class Cell, class Output>
struct all_together {
  using type = input_of_output<Output>;
};
template <class Cell, class Output>
  requires rules::is_output_layer<rules::option<Output>> && requires {
    typename Cell::input_tensor;
    typename Cell::state_type;
  }
struct all_together<Cell, Output> {
  using type = dim<hidden_tensor<state_before<typename Cell::state_type>>::volume +
                   Cell::input_tensor::volume>;
};
template <class Cell, class Output>
using all_of = typename all_together<Cell, Output>::type;

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

// choose(probabilities, logits, t) is the word of step t.
template <class Target, class Decoder, class State, class Id, class Memory, class Choose,
          class... Options>
constexpr auto decoded(const Decoder& decoder, const State& before, const Id& start,
                       const Memory& memory, const Choose& choose, const Options&... options) {
  using step = decltype(decoder(before, start, memory, options...));
  using id = token_id<decltype(step::logits)::volume>;
  using probabilities = typename rows_over<Target, decltype(step::logits)>::type;
  using weights = typename rows_over<Target, decltype(step::weights)>::type;
  decoded_sentence<tensor<id, Target>, probabilities, weights, decltype(step::after)> sentence{
      {}, {}, {}, {before.value}};
  State now = before;
  id last;
  for (std::size_t t = 0; t < Target::size; ++t) {
    const auto made =
        t == 0 ? decoder(now, start, memory, options...) : decoder(now, last, memory, options...);
    const auto p = softmax(made.logits);
    last = id(choose(p, made.logits, t));
    sentence.ids.data()[t] = last;
    put_row(sentence.probabilities, t, p);
    put_row(sentence.weights, t, made.weights);
    sentence.last = made.after;
    now = advance(made.after);
  }
  return sentence;
}

// What a rejected call implies.
template <class Target, class Id, class State>
constexpr auto not_decoded(const Id&, const State& before) {
  return decoded_sentence<tensor<Id, Target>, no_weights, no_weights, State>{{}, {}, {}, before};
}

}  // namespace detail

namespace nn {

template <class Cell, class Embedding, class Output>
struct decoder {
  static_assert(rules::is_output_layer<rules::option<Output>>,
                "attn::nn::decoder: the output must be an nn::linear with a bias");
  static_assert(rules::same_size<rules::width_of_X<attn::detail::all_of<Cell, Output>>,
                                 rules::input_of_W<attn::detail::input_of_output<Output>>>,
                "attn::nn::decoder: the input of the output layer must be as wide as [h; context; "
                "y]: the state and the input of the cell");
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
    using when = rules::moment_of<State>;
    using parts = attn::detail::output_parts<Output>;
    using logits = tensor<typename Output::bias_type::value_type, typename parts::words>;
    using word =
        decoded_word<decltype(made.after), decltype(made.context), decltype(made.weights), logits>;
    if constexpr (rules::is_state_before<when>)
      return word{made.after, made.context, made.weights,
                  decoder_logits<typename parts::layout>(made.after, made.context, y, output.weight,
                                                         output.bias)};
    else
      return word{made.after, made.context, made.weights, output.bias};
  }
  friend constexpr bool operator==(const decoder&, const decoder&) = default;
};

}  // namespace nn

template <axis_like Target, class Decoder, class State, class Id, class Memory, class... Options>
constexpr auto greedy_decode(const Decoder& decoder, const State& before, const Id& start,
                             const Memory& memory, const Options&... options) {
  using when = rules::moment_of<State>;
  static_assert(
      rules::is_state_before<when>,
      "attn::greedy_decode(decoder, before, …): it starts from the state before the first "
      "step: advance(last) of the encoder");
  if constexpr (rules::is_state_before<when>)
    return detail::decoded<Target>(
        decoder, before, start, memory,
        [](const auto&, const auto& logits, std::size_t) {
          return static_cast<int>(argmax<0>(logits));
        },
        options...);
  else
    return detail::not_decoded<Target>(start, before);
}

template <class Decoder, class State, class Id, class Memory, class T, class Target,
          class... Options>
constexpr auto sampled_decode(const Decoder& decoder, const State& before, const Id& start,
                              const Memory& memory, const tensor<T, Target>& u,
                              const Options&... options) {
  using when = rules::moment_of<State>;
  static_assert(rules::is_state_before<when>,
                "attn::sampled_decode(decoder, before, …): it starts from the state before the "
                "first step: advance(last) of the encoder");
  if constexpr (rules::is_state_before<when>)
    return detail::decoded<Target>(
        decoder, before, start, memory,
        [&u](const auto& p, const auto&, std::size_t t) {
          return static_cast<int>(sample(p, u(t)));
        },
        options...);
  else
    return detail::not_decoded<Target>(start, before);
}

}  // namespace attn
