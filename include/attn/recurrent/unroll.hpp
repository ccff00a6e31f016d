// SPDX-License-Identifier: BSL-1.0
// Applies a recurrent cell step by step along a sequence.
//
//   unroll<"time">(cell, xs, before)    -> {outputs, last}
//   unroll(cell, xs, before)            xs (time, in): the first axis is time
//   unroll<"time">(cell, xs, before, lengths)      the texts of a padded batch
//   unroll_reversed<"time">(cell, xs, before…)     from the last step to the first
//
//   s_0 = before,   s_t = cell(x_t, s_t-1),   outputs(t) = the hidden state of s_t,   last = s_T
//
// lengths (batch) are integers: text b has the steps t < lengths(b). After them its state does not
// change, so that `last` is the state at its end, and its outputs are 0. What the padding contains
// has no influence, NaN included. A length of 0 leaves `before`. More than all steps are all steps.
// Reversed, a text begins at its own end, and outputs(t) belongs to x_t. Each text has the bits
// that it has alone. Without `before`, the state begins with zeros, if the cell names its
// state_type.
//
// (time, in) x (hidden) -> (time, hidden);  (time, batch, in) x (batch, hidden) -> (time, batch,
// hidden). Which axis is time is said by name, or by position, where there is a choice: PyTorch's
// default is the first, its batch_first the second. `last` is a state_after, and advance(last)
// begins the next piece of the sequence. A cell is what maps (x, state_before<S>) to
// state_after<S>. All states, such as the cell states of an LSTM: recurrent/unroll.hpp.
//
// A plain LSTM or GRU of up to 256 KiB is packed once, before the first step: layers/packed.hpp.
// A larger one might overflow the stack: pack it yourself. At run time, the products with the
// inputs are computed for several steps at once, in up to 32 KiB on the stack.
//
// Rules: names_its_time; is_state_before; rank_at_least two; has_leading_axis; same_axis of the
// leading ones; is_cell; the rules of a step; with lengths is_integer, same_axis of lengths and the
// state without its last axis, extends_over_time. Bits: the bits of the steps one by one.
// Cost: cost::unroll<Cell, Xs, State, time>(), the cost of the steps, with lengths or without.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/walk.hpp>
#include <attn/layers/cost.hpp>
#include <attn/layers/packed.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/recurrent/detail/require.hpp>
#include <attn/recurrent/detail/steps.hpp>
#include <attn/recurrent/detail/texts.hpp>
#include <attn/recurrent/gates.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/state.hpp>
#include <attn/rules/models.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class Outputs, class S>
struct unrolled {
  using state_type = S;
  Outputs outputs;
  state_after<S> last;
  ATTN_ABI friend constexpr bool operator==(const unrolled&, const unrolled&) = default;
};

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void length_of_text_is_negative() { detail::end_of_program(); }

namespace detail {

// The hidden states of the steps along axis At, and the last state.
template <std::size_t At, class Result, class Cell, class Xs, class S>
ATTN_ABI constexpr Result unrolled_along(const Cell& cell, const Xs& xs,
                                         const state_before<S>& before) {
  using outputs = decltype(Result::outputs);
  using around = around_axis<typename outputs::shape_type, At>;
  if constexpr (around::extent > 2 && gains_by_packing<Cell>) {
    if (!std::is_constant_evaluated()) return unrolled_along<At, Result>(packed(cell), xs, before);
  }
  Result result{outputs(uninitialized), {before.value}};
  if constexpr (around::outer == 1 && steps_in_place::of<Cell, S>) {
    if (!std::is_constant_evaluated()) {
      steps_in_place::write<around::extent>(cell, result.outputs.data(), result.last.value,
                                            xs.data(), before.value);
      return result;
    }
  }
  state_before<S> now = before;
  for (std::size_t t = 0; t < around::extent; ++t) {
    result.last = cell(select<index<At>>(xs, t), now);
    write_runs(result.outputs, around::extent * around::inner, t * around::inner,
               hidden_state(result.last));
    now = advance(result.last);
  }
  return result;
}

// How a cell, or layers of cells (recurrent/layers.hpp), read sequences that have passed the rules.
template <class Cell>
struct unroller {
  template <bool Reversed, std::size_t At, class Result, class Xs, class S, class... Lengths>
  ATTN_ABI static constexpr Result run(const Cell& cell, const Xs& xs,
                                       const state_before<S>& before, const Lengths&... lengths) {
    if constexpr (sizeof...(Lengths) > 0) {
      return texts_along<Reversed, At, Result>(cell, xs, before, lengths...);
    } else if constexpr (Reversed) {
      const auto turned = unrolled_along<At, Result>(cell, flip<index<At>>(xs), before);
      return {flip<index<At>>(turned.outputs), turned.last};
    } else {
      return unrolled_along<At, Result>(cell, xs, before);
    }
  }
};

// The axes of xs but time and the last. None where there is no time, which unroll reports.
template <std::size_t At, class Axes>
struct rows_without_time {
  using type = shape<>;
};
template <std::size_t At, class Axes>
  requires(At + 1 < Axes::rank)
struct rows_without_time<At, Axes> {
  using type = rows_of<without_axis<Axes, At>>;
};
template <axis_selector Time, class Cell, class Xs>
ATTN_ABI constexpr auto zero_state() {
  using axes = typename Xs::shape_type;
  using rows = typename rows_without_time<position_in<Time, axes>, axes>::type;
  return state_before<typename state_of_rows<Cell, rows>::type>{};
}

ATTN_ABI constexpr int state_among() { return 0; }
template <class First, class... More>
ATTN_ABI constexpr const First& state_among(const First& first, const More&...) {
  return first;
}

// The rules of a step, of a cell whose types tell them.
template <class Cell, class X, class State>
struct step_of_cell {
  using all = rules::in_order<>;
};
template <class Cell, class X, class State>
  requires requires {
    typename Cell::input_tensor;
    typename Cell::state_type;
  }
struct step_of_cell<Cell, X, State>
    : rules::step_call<X, State, typename Cell::input_tensor, typename Cell::state_type> {};

// What the cell makes of x and the state: nothing, if another rule has rejected these.
template <bool Asked, class Cell, class X, class State>
struct made_by {
  using type = void;
};
template <class Cell, class X, class State>
struct made_by<true, Cell, X, State> {
  using type = std::remove_cvref_t<decltype(std::declval<const Cell&>()(
      std::declval<const X&>(), std::declval<const State&>()))>;
};

// What a rejected call implies.
template <class Xs, class State>
ATTN_ABI constexpr auto not_unrolled(const Xs& xs, const State& before) {
  if constexpr (rules::is_state_before<rules::moment_of<State>>::value)
    return unrolled<Xs, typename State::state_type>{xs, after_no_step(before)};
  else
    return before;
}

}  // namespace detail

namespace rules {
template <auto Time, class Cell, class Xs, class State>
struct unroll_call {
  using axes = typename Xs::shape_type;
  using operands = roles<role_of<axes_of, axes>>;
  static constexpr std::size_t at = attn::detail::position_in<Time, axes>;
  using is_before = is_state_before<moment_of<State>>;
  using two_axes = rank_at_least<role_of<axes_of, axes>, rank<2>>;
  using has_time = has_leading_axis<role_of<axes_of, axes>, indices<at>>;
  using comparable = in_order<is_before, two_axes, has_time>;

  using x = tensor_of<typename Xs::value_type, without_axis<axes, at>>;
  using compared = std::conditional_t<comparable::value, State, state_before<x>>;
  using hidden = typename attn::detail::hidden_tensor<compared>::shape_type;
  using rows = axes_agree<role_of<axes_of_A, attn::detail::rows_of<typename x::shape_type>>,
                          role_of<axes_of_B, attn::detail::rows_of<hidden>>>;
  using has_steps = in_order<comparable, rows>;
  using same_layers = not_asked;
  using step = attn::detail::step_of_cell<Cell, x, compared>;
  using steps_hold = in_order<has_steps, typename step::all>;
  using made = typename attn::detail::made_by<steps_hold::value, Cell, x, State>::type;
  using a_cell = is_cell<state<made>, state<State>>;
  using all = in_order<steps_hold, a_cell>;

  using outputs = tensor_of<typename Xs::value_type, with_last_axis<axes, last_axis<hidden>>>;
  using result = unrolled<outputs, typename compared::state_type>;
};

template <auto Time, class Cell, class Xs, class State>
struct unroll_states_call : unroll_call<Time, Cell, Xs, State> {
  using base = unroll_call<Time, Cell, Xs, State>;
  using kept = typename base::compared::state_type;
  using over_time = extends_over_time<state<kept>>;
  using all = in_order<typename base::all, over_time>;
};

template <auto Time, class Cell, class Xs, class State, class Lengths>
struct unroll_texts_call;
template <auto Time, class Cell, class Xs, class State, class N, class... Batch>
struct unroll_texts_call<Time, Cell, Xs, State, tensor<N, Batch...>>
    : unroll_states_call<Time, Cell, Xs, State> {
  using base = unroll_states_call<Time, Cell, Xs, State>;
  using integers = is_integer<element<N>>;
  using one_each = axes_agree<axes_of_A<Batch...>,
                              role_of<axes_of_B, attn::detail::rows_of<typename base::hidden>>>;
  using all = in_order<typename base::all, integers, one_each>;
};
}  // namespace rules

template <axis_selector Time, class Cell, class Xs, class State>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll(const Cell& cell, const Xs& xs, const State& before) {
  using call = rules::unroll_call<Time, Cell, Xs, State>;
  ATTN_REQUIRE_UNROLL(call, "attn::unroll");
  if constexpr (call::all::value)
    return detail::unroller<Cell>::template run<false, call::at, typename call::result>(cell, xs,
                                                                                        before);
  else
    return detail::not_unrolled(xs, before);
}
template <axis_selector Time, class Cell, class Xs, class State>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll_reversed(const Cell& cell, const Xs& xs, const State& before) {
  using call = rules::unroll_call<Time, Cell, Xs, State>;
  ATTN_REQUIRE_UNROLL(call, "attn::unroll_reversed");
  if constexpr (call::all::value)
    return detail::unroller<Cell>::template run<true, call::at, typename call::result>(cell, xs,
                                                                                       before);
  else
    return detail::not_unrolled(xs, before);
}

// Of texts with lengths.
template <axis_selector Time, class Cell, class Xs, class State, class N, class... Batch>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll(const Cell& cell, const Xs& xs, const State& before,
                               const tensor<N, Batch...>& lengths) {
  using call = rules::unroll_texts_call<Time, Cell, Xs, State, tensor<N, Batch...>>;
  ATTN_REQUIRE_UNROLL(call, "attn::unroll");
  ATTN_REQUIRE_LENGTHS(call, "attn::unroll(cell, xs, before, lengths)");
  if constexpr (call::all::value) {
    if (detail::is_any_negative(lengths)) length_of_text_is_negative();
    return detail::unroller<Cell>::template run<false, call::at, typename call::result>(
        cell, xs, before, lengths);
  } else {
    return detail::not_unrolled(xs, before);
  }
}
template <axis_selector Time, class Cell, class Xs, class State, class N, class... Batch>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll_reversed(const Cell& cell, const Xs& xs, const State& before,
                                        const tensor<N, Batch...>& lengths) {
  using call = rules::unroll_texts_call<Time, Cell, Xs, State, tensor<N, Batch...>>;
  ATTN_REQUIRE_UNROLL(call, "attn::unroll_reversed");
  ATTN_REQUIRE_LENGTHS(call, "attn::unroll_reversed(cell, xs, before, lengths)");
  if constexpr (call::all::value) {
    if (detail::is_any_negative(lengths)) length_of_text_is_negative();
    return detail::unroller<Cell>::template run<true, call::at, typename call::result>(
        cell, xs, before, lengths);
  } else {
    return detail::not_unrolled(xs, before);
  }
}

// From zeros.
template <axis_selector Time, detail::starts_from_zeros Cell, class Xs>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll(const Cell& cell, const Xs& xs) {
  return unroll<Time>(cell, xs, detail::zero_state<Time, Cell, Xs>());
}
template <axis_selector Time, detail::starts_from_zeros Cell, class Xs, std::integral N,
          class... Batch>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll(const Cell& cell, const Xs& xs, const tensor<N, Batch...>& lengths) {
  return unroll<Time>(cell, xs, detail::zero_state<Time, Cell, Xs>(), lengths);
}

template <class Cell, class Xs, class... More>
  requires(detail::is_tensor<Xs> && (sizeof...(More) > 0 || detail::starts_from_zeros<Cell>))
ATTN_ABI constexpr auto unroll(const Cell& cell, const Xs& xs, const More&... more) {
  using axes = rules::role_of<rules::axes_of, typename Xs::shape_type>;
  using call = rules::single_rule_call<rules::names_its_time<axes>>;
  ATTN_REQUIRE(call, rule,
               "attn::unroll(cell, xs, before): which axis is time? unroll<\"time\">(…)");
  if constexpr (call::all::value)
    return unroll<0>(cell, xs, more...);
  else
    return detail::not_unrolled(xs, detail::state_among(more...));
}

template <class Cell, class Xs, class State, class... More>
  requires(detail::is_tensor<Xs>)
ATTN_ABI constexpr auto unroll_reversed(const Cell& cell, const Xs& xs, const State& before,
                                        const More&... more) {
  using axes = rules::role_of<rules::axes_of, typename Xs::shape_type>;
  using call = rules::single_rule_call<rules::names_its_time<axes>>;
  ATTN_REQUIRE(call, rule,
               "attn::unroll_reversed(cell, xs, before): which axis is time? "
               "unroll_reversed<\"time\">(…)");
  if constexpr (call::all::value)
    return unroll_reversed<0>(cell, xs, before, more...);
  else
    return detail::not_unrolled(xs, before);
}

namespace cost {
template <class Cell, class Xs, class State, axis_selector Time = 0>
ATTN_ABI constexpr operation_count unroll() {
  ATTN_COUNT(
      attn::unroll<Time>(detail::part<Cell>(n), detail::part<Xs>(n), detail::part<State>(n)));
}
}  // namespace cost

// Applies a recurrent cell step by step along a sequence, and keeps every state.
//
//   unroll_states<"time">(cell, xs, before)    -> {states, last}
//   unroll_states(cell, xs, before)            xs (time, in): the first axis is time
//   unroll_states<"time">(cell, xs, before, lengths)    the texts of a padded batch, as in unroll:
//                                              states after the end are 0
//
//   s_0 = before,   s_t = cell(x_t, s_t-1),   states(t) = s_t,   last = s_T
//
// `states` has the tensors of a state, each with the axis time: of an LSTM it is
// lstm_state{hidden, cell}, both (time, hidden). Of an RNN or a GRU it is the outputs of unroll. A
// state of your own must be a tensor, or an instance of a template whose only argument is the type
// of all its tensors.
//
// Rules: the rules of unroll; extends_over_time, for the state. Bits: the bits of the steps one by
// one.
// Cost: cost::unroll_states<Cell, Xs, State, time>(), the cost of unroll.

template <class States, class S>
struct unrolled_states {
  States states;
  state_after<S> last;
  ATTN_ABI friend constexpr bool operator==(const unrolled_states&,
                                            const unrolled_states&) = default;
};

namespace detail {

template <std::size_t At, class Result, class Cell, class Xs, class S>
ATTN_ABI constexpr Result states_along(const Cell& cell, const Xs& xs,
                                       const state_before<S>& before) {
  constexpr std::size_t steps = Xs::shape_type::extents[At];
  if constexpr (steps > 2 && gains_by_packing<Cell>) {
    if (!std::is_constant_evaluated()) return states_along<At, Result>(packed(cell), xs, before);
  }
  Result result{{}, {before.value}};
  for (std::size_t t = 0; t < steps; ++t) {
    result.last = cell(select<index<At>>(xs, t), advance(result.last));
    put_state<At>(result.states, t, result.last.value);
  }
  return result;
}

// What a rejected call implies.
template <class Xs, class State>
ATTN_ABI constexpr auto no_states(const Xs&, const State& before) {
  if constexpr (rules::is_state_before<rules::moment_of<State>>::value)
    return unrolled_states<typename State::state_type, typename State::state_type>{
        before.value, after_no_step(before)};
  else
    return before;
}

}  // namespace detail

template <axis_selector Time, class Cell, class Xs, class State>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll_states(const Cell& cell, const Xs& xs, const State& before) {
  using call = rules::unroll_states_call<Time, Cell, Xs, State>;
  ATTN_REQUIRE_UNROLL(call, "attn::unroll_states");
  ATTN_REQUIRE_STATES(call, "attn::unroll_states(cell, xs, before)");
  if constexpr (call::all::value) {
    using states = typename detail::over_time<typename call::kept, typename call::outputs>::type;
    return detail::states_along<call::at, unrolled_states<states, typename call::kept>>(cell, xs,
                                                                                        before);
  } else {
    return detail::no_states(xs, before);
  }
}

// Of texts with lengths.
template <axis_selector Time, class Cell, class Xs, class State, class N, class... Batch>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll_states(const Cell& cell, const Xs& xs, const State& before,
                                      const tensor<N, Batch...>& lengths) {
  using call = rules::unroll_texts_call<Time, Cell, Xs, State, tensor<N, Batch...>>;
  ATTN_REQUIRE_UNROLL(call, "attn::unroll_states");
  ATTN_REQUIRE_LENGTHS(call, "attn::unroll_states(cell, xs, before, lengths)");
  if constexpr (call::all::value) {
    if (detail::is_any_negative(lengths)) length_of_text_is_negative();
    using states = typename detail::over_time<typename call::kept, typename call::outputs>::type;
    return detail::texts_along<false, call::at, unrolled_states<states, typename call::kept>>(
        cell, xs, before, lengths);
  } else {
    return detail::no_states(xs, before);
  }
}

template <class Cell, class Xs, class State, class... Lengths>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll_states(const Cell& cell, const Xs& xs, const State& before,
                                      const Lengths&... lengths) {
  using axes = rules::role_of<rules::axes_of, typename Xs::shape_type>;
  using call = rules::single_rule_call<rules::names_its_time<axes>>;
  ATTN_REQUIRE(
      call, rule,
      "attn::unroll_states(cell, xs, before): which axis is time? unroll_states<\"time\">(…)");
  if constexpr (call::all::value)
    return unroll_states<0>(cell, xs, before, lengths...);
  else
    return detail::no_states(xs, before);
}

namespace cost {
template <class Cell, class Xs, class State, axis_selector Time = 0>
ATTN_ABI constexpr operation_count unroll_states() {
  ATTN_COUNT(attn::unroll_states<Time>(detail::part<Cell>(n), detail::part<Xs>(n),
                                       detail::part<State>(n)));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
