// SPDX-License-Identifier: BSL-1.0
// The rules about states, cells and sequences. Those about shapes are in relations.hpp.
//
// What they look for is filled in by recurrent/ and models/, if not said here.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/roles.hpp>

namespace attn::rules {

// The state is one before a step; one after a step.
template <class Moment>
struct is_state_before {
  static constexpr bool value = std::is_same_v<Moment, before_a_step>;
};
template <class Moment>
struct is_state_after {
  static constexpr bool value = std::is_same_v<Moment, after_a_step>;
};

// The state is one of either kind.
template <class Moment>
struct is_state {
  static constexpr bool value = !std::is_same_v<Moment, no_step>;
};

// The state has the type that the cell requires.
template <class Given, class Kept>
struct same_state {
  static constexpr bool value = std::is_same_v<Given, Kept>;
};

// The state is a tensor, or has a member `hidden`.
template <class Members>
struct has_hidden_state {
  static constexpr bool value = !std::is_same_v<Members, other_members>;
};

// The option is an order of n gates.
template <class Option, class Gates>
struct is_gate_order {
  static constexpr bool value = false;
};

// The option defines the operand of a GRU's reset gate.
template <class Option>
struct is_reset {
  static constexpr bool value = false;
};
template <class Option>
struct is_reset<option<Option>> {
  static constexpr bool value = requires { typename Option::is_reset; };
};

// Both have the same order of gates.
template <class OptionA, class OptionB>
struct same_gate_order {
  static constexpr bool value = false;
};

// The state is a tensor, or an instance of a template whose only argument is the type of all its
// tensors: with another argument, it has the states of a sequence.
template <class State>
struct extends_over_time {
  static constexpr bool value = false;
};

// The cell maps a state before a step to the state after it, of the same type.
template <class Made, class State>
struct is_cell {
  static constexpr bool value = false;
};

// The axis is before the last one.
template <class Role, class Position>
struct has_leading_axis {
  static constexpr bool value = false;
};
template <template <class...> class Role, class... Axes, std::size_t At>
struct has_leading_axis<Role<Axes...>, indices<At>> {
  static constexpr bool value = (At + 1 < sizeof...(Axes));
};

// The time axis is unambiguous: it is the only one before the last.
template <class Role>
struct names_its_time {
  static constexpr bool value = false;
};
template <template <class...> class Role, class... Axes>
struct names_its_time<Role<Axes...>> {
  static constexpr bool value = (sizeof...(Axes) < 3);
};

// The layer makes logits: it is linear, with a bias.
template <class Option>
struct is_output_layer {
  static constexpr bool value = false;
};

}  // namespace attn::rules
