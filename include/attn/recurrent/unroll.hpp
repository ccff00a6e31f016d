// SPDX-License-Identifier: BSL-1.0
// Applies a recurrent cell step by step along a sequence.
//
//   unroll<"time">(cell, xs, before)    -> {outputs, last}
//   unroll(cell, xs, before)            xs (time, in): the first axis is time
//
//   s_0 = before,   s_t = cell(x_t, s_t-1),   outputs(t) = the hidden state of s_t,   last = s_T
//
// (time, in) x (hidden) -> (time, hidden);  (time, batch, in) x (batch, hidden) -> (time, batch,
// hidden). Which axis is time is said by name, or by position, where there is a choice: PyTorch's
// default is the first, its batch_first the second. `last` is a state_after, and advance(last)
// begins the next piece of the sequence. A cell is what maps (x, state_before<S>) to
// state_after<S>. All states, such as the cell states of an LSTM: recurrent/unroll_states.hpp.
//
// A plain LSTM or GRU of up to 256 KiB is packed once, before the first step: layers/packed.hpp.
// A larger one might overflow the stack: pack it yourself. At run time, the products with the
// inputs are computed for several steps at once, in up to 32 KiB on the stack.
//
// Rules: names_its_time; is_state_before; rank_at_least two; has_leading_axis; same_axis of the
// leading ones; is_cell; those of a step. Bits: those of the steps one by one.
// Cost: cost::unroll<Cell, Xs, State, time>(), that of the steps.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/packed.hpp>
#include <attn/ops/detail/join.hpp>
#include <attn/ops/slice.hpp>
#include <attn/recurrent/detail/cost.hpp>
#include <attn/recurrent/detail/require.hpp>
#include <attn/recurrent/detail/steps.hpp>
#include <attn/recurrent/gates.hpp>
#include <attn/recurrent/state.hpp>
#include <attn/rules/recurrence.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class Outputs, class S>
struct unrolled {
  Outputs outputs;
  state_after<S> last;
  ATTN_ABI friend constexpr bool operator==(const unrolled&, const unrolled&) = default;
};

namespace detail {

// A position, as a selector; a selector, as a position.
template <std::size_t At>
inline constexpr axis_selector<1> index{static_cast<int>(At)};
template <axis_selector Axis, class Shape>
inline constexpr std::size_t position_in = Shape::rank;
template <axis_selector Axis, class... Axes>
inline constexpr std::size_t position_in<Axis, shape<Axes...>> =
    Axis.template position_in<Axes...>();

// What is packed once, so that not every step turns the weights.
template <class Cell>
inline constexpr bool gains_by_packing = [] {
  if constexpr (requires { typename Cell::weights; })
    return std::is_same_v<typename Cell::weights, plain_weights> &&
           kernel_scalar<typename Cell::bias_type::value_type> && sizeof(Cell) <= 256 * 1024;
  else
    return false;
}();

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

// Whether the cell takes x and the state, as far as its types tell; a rejected step has reported
// why.
template <class Cell, class X, class State>
inline constexpr bool takes_step = true;
template <class Cell, class X, class State>
  requires requires {
    typename Cell::input_tensor;
    typename Cell::state_type;
  }
inline constexpr bool takes_step<Cell, X, State> =
    rules::step_call<X, State, typename Cell::input_tensor, typename Cell::state_type>::holds;

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
  using has_time =
      only_if<all_hold<is_before, two_axes>, has_leading_axis<role_of<axes_of, axes>, indices<at>>>;
  static constexpr bool comparable = all_hold<is_before, two_axes, has_time>;

  using x = tensor_of<typename Xs::value_type, without_axis<axes, at>>;
  using compared = std::conditional_t<comparable, State, state_before<x>>;
  using hidden = typename attn::detail::hidden_tensor<compared>::shape_type;
  using rows = only_if<comparable,
                       axes_agree<role_of<axes_of_A, attn::detail::rows_of<typename x::shape_type>>,
                                  role_of<axes_of_B, attn::detail::rows_of<hidden>>>>;
  static constexpr bool has_steps = comparable && rows::value;
  using made = typename attn::detail::made_by<has_steps, Cell, x, State>::type;
  using a_cell = only_if<has_steps, is_cell<state<made>, state<State>>>;
  static constexpr bool holds =
      has_steps && a_cell::value && attn::detail::takes_step<Cell, x, State>;

  using outputs =
      tensor_of<typename Xs::value_type, replace_axis<axes, axes::rank - 1, last_axis<hidden>>>;
  using result = unrolled<outputs, typename compared::state_type>;
};
}  // namespace rules

template <axis_selector Time, class Cell, class Xs, class State>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll(const Cell& cell, const Xs& xs, const State& before) {
  using call = rules::unroll_call<Time, Cell, Xs, State>;
  ATTN_REQUIRE_UNROLL(call, "attn::unroll");
  if constexpr (call::holds)
    return detail::unrolled_along<call::at, typename call::result>(cell, xs, before);
  else
    return detail::not_unrolled(xs, before);
}

template <class Cell, class Xs, class State>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll(const Cell& cell, const Xs& xs, const State& before) {
  using axes = rules::role_of<rules::axes_of, typename Xs::shape_type>;
  using call = rules::single_rule_call<rules::names_its_time<axes>>;
  ATTN_REQUIRE(call, rule,
               "attn::unroll(cell, xs, before): which axis is time? unroll<\"time\">(…)");
  if constexpr (call::holds)
    return unroll<0>(cell, xs, before);
  else
    return detail::not_unrolled(xs, before);
}

namespace cost {
template <class Cell, class Xs, class State, axis_selector Time = 0>
ATTN_ABI constexpr operation_count unroll() {
  using call =
      decltype(attn::unroll<Time>(detail::some<Cell>(), detail::some<Xs>(), detail::some<State>()));
  using axes = typename Xs::shape_type;
  constexpr std::size_t at = attn::detail::position_in<Time, axes>;
  using x = tensor_of<typename Xs::value_type, without_axis<axes, at>>;
  return detail::possible<call> + axes::extents[at] * cost_of<Cell, x, State>();
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
