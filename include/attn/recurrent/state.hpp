// SPDX-License-Identifier: BSL-1.0
// The state of a recurrent network before and after a step: two types, so that the result of a step
// cannot be confused with its input.
//
//   state_before<S>, state_after<S>     S: a tensor, or a Hana struct of tensors with a `hidden`
//   initial(s), initial<S>()            s, or zeros, before the first step
//   cell(x, before)                     -> state_after
//   advance(after)                      -> state_before of the next step
//   hidden_state(state)                 the hidden state, of either
//
// An attention decoder computes its context from the state before the step, and the state after
// from the context. With the same letter for both, h_t, the formulas are circular. Here this does
// not compile.
// Exact: states are copied.
// Rules: is_parameter, for S; is_state_before, is_state_after; has_hidden_state.
#pragma once

#include <type_traits>
#include <utility>

#include <attn/layers/parameters.hpp>
#include <attn/rules/models.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class S>
struct state_before {
  static_assert(rules::is_parameter<rules::model<S>>::value,
                "attn::state_before<S>: S must be a tensor, or a Hana struct of tensors");
  using state_type = S;
  S value;
  ATTN_ABI friend constexpr bool operator==(const state_before&, const state_before&) = default;
};

template <class S>
struct state_after {
  static_assert(rules::is_parameter<rules::model<S>>::value,
                "attn::state_after<S>: S must be a tensor, or a Hana struct of tensors");
  using state_type = S;
  S value;
  ATTN_ABI friend constexpr bool operator==(const state_after&, const state_after&) = default;
};

namespace detail {

template <class State>
struct moment {
  using type = rules::no_step;
};
template <class S>
struct moment<state_before<S>> {
  using type = rules::before_a_step;
};
template <class S>
struct moment<state_after<S>> {
  using type = rules::after_a_step;
};

template <class S>
concept with_hidden = requires { typename decltype(S::hidden)::shape_type; };
template <class S>
concept with_cell = requires { typename decltype(S::cell)::shape_type; };

// A struct with a tensor `hidden` and no `cell` is a kind of its own.
template <class S>
struct members {
  using type =
      std::conditional_t<!with_hidden<S>, rules::other_members,
                         std::conditional_t<with_cell<S>, rules::hidden_and_cell, rules::model<S>>>;
};
template <class T, class... Axes>
struct members<tensor<T, Axes...>> {
  using type = rules::one_tensor;
};
template <class S>
struct members<state_before<S>> : members<S> {};
template <class S>
struct members<state_after<S>> : members<S> {};

template <class S, class X>
inline constexpr bool has_only = []<std::size_t... Index>(std::index_sequence<Index...>) {
  return (std::is_same_v<leaf_type<S, Index>, X> && ...);
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

// The state of a cell for the texts of Rows, the leading axes.
template <class Cell, class Rows>
struct state_of_rows {};
template <class Cell, class Rows>
  requires requires { typename Cell::state_type; }
struct state_of_rows<Cell, Rows> {
  using one = leaf_type<typename Cell::state_type, 0>;
  using type = typename over_time<
      typename Cell::state_type,
      tensor_of<typename one::value_type,
                with_axis<Rows, Rows::rank, last_axis<typename one::shape_type>>>>::type;
};
template <class Cell>
concept starts_from_zeros = requires { typename state_of_rows<Cell, shape<>>::type; };

}  // namespace detail

namespace rules {

// Of which moment a state is, and of what it consists.
template <class State>
using moment_of = typename attn::detail::moment<State>::type;
template <class S>
using members_of = typename attn::detail::members<S>::type;

template <class S>
struct extends_over_time<state<S>> {
  static constexpr bool value = attn::detail::over_time<S, not_asked>::exists;
};

template <class State>
struct hidden_state_call {
  using operands = roles<>;
  using of_a_step = is_state<moment_of<State>>;
  using has_hidden = has_hidden_state<members_of<State>>;
  using all = in_order<of_a_step, has_hidden>;
};

}  // namespace rules

template <class S>
ATTN_ABI constexpr auto initial(const S& s) {
  using call = rules::single_rule_call<rules::is_parameter<rules::model<S>>>;
  ATTN_REQUIRE(call, rule,
               "attn::initial(s): s must be a tensor, or a Hana struct of tensors; after a step "
               "it is advance(after)");
  if constexpr (call::all::value)
    return state_before<S>{s};
  else
    return s;
}

template <class S>
ATTN_ABI constexpr auto initial() {
  return initial(S{});
}

template <class State>
ATTN_ABI constexpr auto advance(const State& after) {
  using call = rules::single_rule_call<rules::is_state_after<rules::moment_of<State>>>;
  ATTN_REQUIRE(call, rule,
               "attn::advance(after): it takes the state after a step; the first state before one "
               "is initial(s)");
  if constexpr (call::all::value)
    return state_before<typename State::state_type>{after.value};
  else
    return after;
}

template <class State>
ATTN_ABI constexpr const auto& hidden_state(const State& state) {
  using call = rules::hidden_state_call<State>;
  ATTN_REQUIRE(call, of_a_step,
               "attn::hidden_state(state): it takes a state_before or a state_after");
  ATTN_REQUIRE(call, has_hidden,
               "attn::hidden_state(state): the state must be a tensor, or have one, `hidden`");
  if constexpr (!call::all::value)
    return state;
  else if constexpr (std::is_same_v<rules::members_of<State>, rules::one_tensor>)
    return state.value;
  else
    return state.value.hidden;
}
// Of a temporary, the hidden state itself: a reference to it would outlive it.
template <class State>
  requires(!std::is_lvalue_reference_v<State>)
ATTN_ABI constexpr auto hidden_state(State&& state) {
  return hidden_state(std::as_const(state));
}

}  // namespace attn
ATTN_STRICT_FP_END
