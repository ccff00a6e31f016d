// SPDX-License-Identifier: BSL-1.0
// A recurrent decoder: at every step it computes a context, a new state, and the logits of the next
// word.
//
//   decoder_step(cell, before, y, memory, options…)    {after, context, weights}:
//                                                      context = attend(before, memory, options…)
//                                                      after = cell([context; y], before)
//   decoder_logits(after, context, y, W_o, b_o)        W_o [h; context; y] + b_o,  h of after
//   nn::recurrent_decoder<cell, embedding, output> d;            all of that:
//   d(before, id, memory, options…)                    {after, context, weights, logits}
//
// y (width) is the embedding of the previous word. Without attention, memory is fixed_context(c),
// where c is usually the encoder's last hidden state. [a. b] is concatenation, in this order. W_o
// is (word, input), or (input, word) for decoder_logits<input_by_output>.
//
// Rules: is_state_before, is_state_after; same_size, of [context; y] and the input of the cell, of
// [h; context; y] and the width of W_o; is_matrix, for W_o; is_output_layer; the rules of attend,
// of embedding and of a step. Accuracy: bit for bit its parts.
// Cost: cost::decoder_step<Cell, State, Y, Memory>(options…), decoder_logits<layout, State, C, Y,
// W, B>(), cost_of<nn::recurrent_decoder<…>, State, Id, Memory>(options…): the cost of the parts.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/cost.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/attend.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/recurrent/gates.hpp>
#include <attn/recurrent/state.hpp>
#include <attn/text/token_id.hpp>

ATTN_STRICT_FP_BEGIN
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
namespace detail {

// What a step would start from, were it rejected or not.
template <class State>
ATTN_ABI constexpr const State& as_before(const State& before) {
  return before;
}
template <class S>
ATTN_ABI constexpr state_before<S> as_before(const state_after<S>& after) {
  return {after.value};
}

// The input of a cell that says what it is.
template <class Cell, class Otherwise>
struct cell_input {
  using type = Otherwise;
};
template <class Cell, class Otherwise>
  requires requires { typename Cell::input_tensor; }
struct cell_input<Cell, Otherwise> {
  using type = last_axis<typename Cell::input_tensor::shape_type>;
};

// The step, of what has passed the rules.
template <class Step, class Cell, class State, class Y, class Found>
ATTN_ABI constexpr Step step_of(const Cell& cell, const State& before, const Y& y,
                                const Found& found) {
  return {cell(concat<0>(unnamed(found.context), unnamed(y)), before), found.context,
          found.weights};
}

}  // namespace detail

namespace rules {

template <class Cell, class State, class Context, class Y>
struct decoder_step_call {
  using operands = roles<>;
  using both = dim<Context::volume + Y::volume>;
  using input = typename attn::detail::cell_input<Cell, both>::type;
  using before_step = is_state_before<moment_of<State>>;
  using input_size = same_size<width_of_X<both>, input_of_W<input>>;
  using all = in_order<before_step, input_size>;
};

namespace detail {
template <bool After, class State>
inline constexpr std::size_t hidden_size = 0;
template <class State>
inline constexpr std::size_t hidden_size<true, State> = attn::detail::hidden_tensor<State>::volume;
}  // namespace detail

template <class Layout, class State, class Context, class Y, class W>
struct decoder_logits_call {
  using weight = typename W::shape_type;
  using operands = roles<role_of<axes_of, weight>>;
  using after_step = is_state_after<moment_of<State>>;
  using is_matrix = rules::is_matrix<in_brief<role_of<axes_of, weight>>>;
  using joined = dim<detail::hidden_size<after_step::value, State> + Context::volume + Y::volume>;
  using input_size = same_size<
      width_of_X<joined>,
      input_of_W<attn::detail::stored_input<
          Layout, std::conditional_t<is_matrix::value, weight, attn::shape<dim<1>, dim<1>>>>>>;
  using all = in_order<after_step, is_matrix, input_size>;
};

}  // namespace rules

template <class Cell, class State, class Y, class Memory, class... Options>
ATTN_ABI constexpr auto decoder_step(const Cell& cell, const State& before, const Y& y,
                                     const Memory& memory, const Options&... options) {
  using found_type = decltype(attend(detail::as_before(before), memory, options...));
  using context = decltype(found_type::context);
  using step = decoded_state<decltype(detail::after_no_step(before)), context,
                             decltype(found_type::weights)>;
  using call = rules::decoder_step_call<Cell, State, context, Y>;
  ATTN_REQUIRE(call, before_step,
               "attn::decoder_step(cell, before, y, memory): a step starts from the state before "
               "it: advance(after)");
  ATTN_REQUIRE(call, input_size,
               "attn::decoder_step(cell, before, y, memory): the input of the cell must be as "
               "wide as [context; y]");
  if constexpr (call::all::value)
    return detail::step_of<step>(cell, before, y, attend(before, memory, options...));
  else
    return step{detail::after_no_step(before), {}, {}};
}

template <class Layout = output_by_input, class State, class Context, class Y, class W, class B>
ATTN_ABI constexpr auto decoder_logits(const State& after, const Context& context, const Y& y,
                                       const W& w, const B& b) {
  using call = rules::decoder_logits_call<Layout, State, Context, Y, W>;
  ATTN_REQUIRE(call, after_step,
               "attn::decoder_logits(after, context, y, W, b): logits are made of the state after "
               "the step");
  ATTN_REQUIRE(call, is_matrix,
               "attn::decoder_logits(after, context, y, W, b): W must have two axes");
  ATTN_REQUIRE(call, input_size,
               "attn::decoder_logits(after, context, y, W, b): the input of W must be as wide as "
               "[h; context; y]");
  if constexpr (call::all::value)
    return linear<Layout>(concat<0>(unnamed(hidden_state(after)), unnamed(context), unnamed(y)), w,
                          b);
  else
    return b;
}

namespace rules {
template <class T, class In, class Out, class Layout>
struct is_output_layer<option<nn::linear<T, In, Out, Layout, with_bias>>> {
  static constexpr bool value = true;
};
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

// [h. Context. y], of a cell that says what it takes. Otherwise the first step will tell.
template <class Cell, class Output>
struct all_together {
  using type = input_of_output<Output>;
};
template <class Cell, class Output>
  requires rules::is_output_layer<rules::option<Output>>::value && requires {
    typename Cell::input_tensor;
    typename Cell::state_type;
  }
struct all_together<Cell, Output> {
  using type = dim<hidden_tensor<state_before<typename Cell::state_type>>::volume +
                   Cell::input_tensor::volume>;
};
template <class Cell, class Output>
using all_of = typename all_together<Cell, Output>::type;

}  // namespace detail

namespace nn {

template <class Cell, class Embedding, class Output>
struct recurrent_decoder {
  static_assert(rules::is_output_layer<rules::option<Output>>::value,
                "attn::nn::recurrent_decoder: the output must be an nn::linear with a bias");
  static_assert(
      rules::same_size<rules::width_of_X<attn::detail::all_of<Cell, Output>>,
                       rules::input_of_W<attn::detail::input_of_output<Output>>>::value,
      "attn::nn::recurrent_decoder: the input of the output layer must be as wide as [h; context; "
      "y]: the state and the input of the cell");
  ATTN_MEMBERS(recurrent_decoder, (Cell, cell), (Embedding, embedding), (Output, output));

  template <class State, class Id, class Memory, class... Options>
  ATTN_ABI constexpr auto operator()(const State& before, const Id& id, const Memory& memory,
                                     const Options&... options) const {
    const auto y = embedding(tensor<Id>(id));
    const auto made = decoder_step(cell, before, y, memory, options...);
    using when = rules::moment_of<State>;
    using parts = attn::detail::output_parts<Output>;
    using logits = tensor<typename Output::bias_type::value_type, typename parts::words>;
    using word =
        decoded_word<decltype(made.after), decltype(made.context), decltype(made.weights), logits>;
    if constexpr (rules::is_state_before<when>::value)
      return word{made.after, made.context, made.weights,
                  decoder_logits<typename parts::layout>(made.after, made.context, y, output.weight,
                                                         output.bias)};
    else
      return word{made.after, made.context, made.weights, output.bias};
  }
  ATTN_ABI friend constexpr bool operator==(const recurrent_decoder&,
                                            const recurrent_decoder&) = default;
};

}  // namespace nn

ATTN_COST_OF_PARTS(decoder_step)
namespace cost {
template <class Layout, class... X>
ATTN_ABI constexpr operation_count decoder_logits() {
  ATTN_COUNT(attn::decoder_logits<Layout>(detail::part<X>(n)...));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
