// SPDX-License-Identifier: BSL-1.0
// Applies a recurrent cell step by step along a sequence, and keeps every state.
//
//   unroll_states<"time">(cell, xs, before)    -> {states, last}
//   unroll_states(cell, xs, before)            xs (time, in): the first axis is time
//
//   s_0 = before,   s_t = cell(x_t, s_t-1),   states(t) = s_t,   last = s_T
//
// `states` has the tensors of a state, each with the axis time: of an LSTM it is
// lstm_state{hidden, cell}, both (time, hidden); of an RNN or a GRU it is the outputs of unroll. A
// state of your own must be a tensor, or an instance of a template whose only argument is the type
// of all its tensors.
//
// Rules: those of unroll; extends_over_time, for the state. Bits: those of the steps one by one.
// Cost: cost::unroll_states<Cell, Xs, State, time>(), that of unroll.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/walk.hpp>
#include <attn/layers/packed.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/detail/join.hpp>
#include <attn/recurrent/unroll.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class States, class S>
struct unrolled_states {
  States states;
  state_after<S> last;
  ATTN_ABI friend constexpr bool operator==(const unrolled_states&,
                                            const unrolled_states&) = default;
};

namespace detail {

template <class S, class X>
inline constexpr bool has_only = []<std::size_t... I>(std::index_sequence<I...>) {
  return (std::is_same_v<leaf_type<S, I>, X> && ...);
}(leaves_of<S>{});

// The states of a sequence, whose tensors are of the type Xs.
template <class S, class Xs>
struct over_time {
  static constexpr bool exists = false;
};
template <class T, class... Axes, class Xs>
struct over_time<tensor<T, Axes...>, Xs> {
  static constexpr bool exists = true;
  using type = Xs;
};
template <template <class> class State, class X, class Xs>
  requires is_tensor<X> && has_members<State<X>>
struct over_time<State<X>, Xs> {
  static constexpr bool exists = has_only<State<X>, X>;
  using type = State<Xs>;
};

// The tensors of a state as those of step t of Steps, along axis At.
template <std::size_t At, class States, class S>
ATTN_ABI constexpr void put_state(States& states, std::size_t t, const S& state) {
  const auto put = [t](const auto&, auto& to, const auto& from) {
    using around = around_axis<typename std::remove_cvref_t<decltype(to)>::shape_type, At>;
    write_runs(to, around::extent * around::inner, t * around::inner, from);
  };
  visit_leaves<0, count_leaves<States>()>(put, states, state);
}

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

namespace rules {

template <class S>
struct extends_over_time<state<S>> {
  static constexpr bool value = attn::detail::over_time<S, not_asked>::exists;
};

template <auto Time, class Cell, class Xs, class State>
struct unroll_states_call : unroll_call<Time, Cell, Xs, State> {
  using base = unroll_call<Time, Cell, Xs, State>;
  using kept = typename base::compared::state_type;
  using over_time = only_if<base::holds, extends_over_time<state<kept>>>;
  static constexpr bool holds = base::holds && over_time::value;
};

}  // namespace rules

template <axis_selector Time, class Cell, class Xs, class State>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll_states(const Cell& cell, const Xs& xs, const State& before) {
  using call = rules::unroll_states_call<Time, Cell, Xs, State>;
  ATTN_REQUIRE_UNROLL(call, "attn::unroll_states");
  ATTN_REQUIRE_STATES(call, "attn::unroll_states(cell, xs, before)");
  if constexpr (call::holds) {
    using states = typename detail::over_time<typename call::kept, typename call::outputs>::type;
    return detail::states_along<call::at, unrolled_states<states, typename call::kept>>(cell, xs,
                                                                                        before);
  } else {
    return detail::no_states(xs, before);
  }
}

template <class Cell, class Xs, class State>
  requires detail::is_tensor<Xs>
ATTN_ABI constexpr auto unroll_states(const Cell& cell, const Xs& xs, const State& before) {
  using axes = rules::role_of<rules::axes_of, typename Xs::shape_type>;
  using call = rules::single_rule_call<rules::names_its_time<axes>>;
  ATTN_REQUIRE(
      call, rule,
      "attn::unroll_states(cell, xs, before): which axis is time? unroll_states<\"time\">(…)");
  if constexpr (call::holds)
    return unroll_states<0>(cell, xs, before);
  else
    return detail::no_states(xs, before);
}

namespace cost {
template <class Cell, class Xs, class State, axis_selector Time = 0>
ATTN_ABI constexpr operation_count unroll_states() {
  using call = decltype(attn::unroll_states<Time>(detail::some<Cell>(), detail::some<Xs>(),
                                                  detail::some<State>()));
  return detail::possible<call> + unroll<Cell, Xs, State, Time>();
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
