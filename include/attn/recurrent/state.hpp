// SPDX-License-Identifier: BSL-1.0
// The state of something recurrent, before a step and after it: two types, so that what a step makes
// cannot be mistaken for what it starts from.
//
//   state_before<S>, state_after<S>     S: a tensor, or a Hana struct of tensors with a `hidden`
//   initial(s), initial<S>()            s, or zeros, before the first step
//   cell(x, before)                     -> state_after
//   advance(after)                      -> state_before: time goes on
//   hidden_state(state)                 the hidden state, of either
//
// An attention decoder computes its context from the state before the step, and the state after from
// the context. Written with one letter for both, h_t, that is a circle; here it does not compile.
// Exact: states are copied.
// Rules: is_parameter, for S; is_state_before, is_state_after; has_hidden_state.
#pragma once

#include <type_traits>

#include <attn/layers/parameters.hpp>
#include <attn/rules/relations.hpp>

namespace attn {

template <class S>
struct state_before {
  static_assert(rules::is_parameter<rules::model<S>>,
                "attn::state_before<S>: S must be a tensor, or a Hana struct of tensors");
  using state_type = S;
  S value;
  friend constexpr bool operator==(const state_before&, const state_before&) = default;
};

template <class S>
struct state_after {
  static_assert(rules::is_parameter<rules::model<S>>,
                "attn::state_after<S>: S must be a tensor, or a Hana struct of tensors");
  using state_type = S;
  S value;
  friend constexpr bool operator==(const state_after&, const state_after&) = default;
};

namespace rules {

template <class S>
inline constexpr bool is_state_before<state<state_before<S>>> = true;
template <class S>
inline constexpr bool is_state_after<state<state_after<S>>> = true;
template <class S>
inline constexpr bool has_hidden_state<state<S>> = attn::detail::is_leaf<S> || requires {
  typename decltype(S::hidden)::shape_type;
};
template <class S>
inline constexpr bool has_hidden_state<state<state_before<S>>> = has_hidden_state<state<S>>;
template <class S>
inline constexpr bool has_hidden_state<state<state_after<S>>> = has_hidden_state<state<S>>;

}  // namespace rules

template <class S>
constexpr auto initial(const S& s) {
  constexpr bool sound = rules::is_parameter<rules::model<S>>;
  static_assert(rules::is_parameter<rules::model<S>>,
                "attn::initial(s): s must be a tensor, or a Hana struct of tensors; after a step "
                "it is advance(after)");
  if constexpr (sound)
    return state_before<S>{s};
  else
    return s;
}

template <class S>
constexpr auto initial() {
  return initial(S{});
}

template <class State>
constexpr auto advance(const State& after) {
  constexpr bool sound = rules::is_state_after<rules::state<State>>;
  static_assert(rules::is_state_after<rules::state<State>>,
                "attn::advance(after): it takes the state after a step; the first state before one "
                "is initial(s)");
  if constexpr (sound)
    return state_before<typename State::state_type>{after.value};
  else
    return after;
}

template <class State>
constexpr const auto& hidden_state(const State& state) {
  constexpr bool is_state = rules::is_state_before<rules::state<State>> ||
                            rules::is_state_after<rules::state<State>>;
  constexpr bool has_hidden = rules::has_hidden_state<rules::state<State>>;
  static_assert(rules::is_state_before<rules::state<State>> ||
                    rules::is_state_after<rules::state<State>>,
                "attn::hidden_state(state): it takes a state_before or a state_after");
  static_assert(rules::has_hidden_state<rules::state<State>>,
                "attn::hidden_state(state): the state must be a tensor, or have a tensor `hidden`");
  if constexpr (!is_state || !has_hidden)
    return state;
  else if constexpr (detail::is_leaf<typename State::state_type>)
    return state.value;
  else
    return state.value.hidden;
}

}  // namespace attn
