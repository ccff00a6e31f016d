// SPDX-License-Identifier: BSL-1.0
// The cost of models with a recurrent decoder, per word.
//
//   cost_of<nn::recurrent_decoder<…>, State, Id, Memory>(options…)
//   cost::decoder_step<Cell, State, Y, Memory>()     attention and the cell's step, …
//   cost::decoder_logits<Layout, State, C, Y, W, B>()   … and W [h; c; y] + b
//   cost::attend<State, Memory>(options…)            a fixed_context is there: nothing
//
// With skip_masked the weights are computed twice, since both they and the context are wanted.
// Choosing a word compares and is not counted: greedy_decode has no constant; its steps do.
//
// An invalid call is rejected with the error of that call.
#pragma once

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/models/recurrent_decoder.hpp>
#include <attn/recurrent/cost.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost {

namespace detail {

// A memory that is a fixed context costs nothing: it is there.
template <class Memory>
inline constexpr bool is_fixed = false;
template <class Context>
inline constexpr bool is_fixed<fixed_context_t<Context>> = true;

}  // namespace detail

// --- attention of a state on a memory: its scores, weights and context
template <class State, class Memory, class... Options>
ATTN_ABI constexpr operation_count attend(const Options&... options) {
  using call = decltype(attn::attend(detail::some<State>(), detail::some<Memory>(), options...));
  if constexpr (detail::is_fixed<Memory>) {
    return detail::possible<call>;
  } else {
    using H = typename detail::hidden_of<State>::shape_type;
    using query = tensor_of<typename Memory::value_type, shape<dim<1>, last_axis<H>>>;
    const operation_count weights = cost::attention_weights<query, Memory>(options...);
    if constexpr (attn::detail::has_kind<masked_values_kind, Options...>)
      return weights + cost::scaled_dot_product_attention<query, Memory, Memory>(options...);
    else
      return weights +
             decltype(call::context)::volume * detail::contraction(detail::length_of<Memory>);
  }
}

// --- a step of a decoder: attend, concatenated with y, a step of the cell
template <class Cell, class State, class Y, class Memory, class... Options>
ATTN_ABI constexpr operation_count decoder_step(const Options&... options) {
  using step = decltype(attn::decoder_step(detail::some<Cell>(), detail::some<State>(),
                                           detail::some<Y>(), detail::some<Memory>(), options...));
  using x = tensor<typename Y::value_type, dim<decltype(step::context)::volume + Y::volume>>;
  return cost::attend<State, Memory>(options...) + cost_of<Cell, x, State>();
}
template <class Layout, class State, class Context, class Y, class W, class B>
ATTN_ABI constexpr operation_count decoder_logits() {
  using logits = decltype(attn::decoder_logits<Layout>(detail::some<State>(),
                                                       detail::some<Context>(), detail::some<Y>(),
                                                       detail::some<W>(), detail::some<B>()));
  return logits::volume * detail::contraction(W::volume / logits::volume) + add<logits>();
}

}  // namespace attn::cost

namespace attn {

template <class Cell, class Embedding, class Output>
struct counting_rule<nn::recurrent_decoder<Cell, Embedding, Output>> {
  using model = nn::recurrent_decoder<Cell, Embedding, Output>;
  template <class State, class Id, class Memory, class... Options>
  ATTN_ABI static constexpr operation_count of(input_types<State, Id, Memory>,
                                               const Options&... options) {
    using namespace cost::detail;
    using word = decltype(some<model>()(some<State>(), some<Id>(), some<Memory>(), options...));
    using y = result_of<Embedding, tensor<Id>>;
    return cost::decoder_step<Cell, State, y, Memory>(options...) +
           cost::decoder_logits<typename detail::output_parts<Output>::layout,
                                decltype(word::after), decltype(word::context), y,
                                decltype(Output::weight), decltype(Output::bias)>();
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
