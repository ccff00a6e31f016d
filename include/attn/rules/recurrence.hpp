// SPDX-License-Identifier: BSL-1.0
// The rules about states, cells and sequences, as relations.hpp has those about shapes.
//
// What they look for is filled in by recurrent/ and models/, if not said here.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/roles.hpp>

namespace attn::rules {

// The state is one that a step starts from; one that a step has made.
template <class Moment>
inline constexpr bool is_state_before = std::is_same_v<Moment, before_a_step>;
template <class Moment>
inline constexpr bool is_state_after = std::is_same_v<Moment, after_a_step>;

// The state consists of what the cell keeps.
template <class Given, class Kept>
inline constexpr bool same_state = std::is_same_v<Given, Kept>;

// The state is a tensor, or has one, `hidden`.
template <class Members>
inline constexpr bool has_hidden_state = !std::is_same_v<Members, other_members>;

// The option says where each of so many gates stands.
template <class Option, class Gates>
inline constexpr bool is_gate_order = false;

// The option says what the reset gate of a GRU is applied to.
template <class Option>
inline constexpr bool is_reset = false;
template <class Option>
inline constexpr bool is_reset<option<Option>> = requires { typename Option::is_reset; };

// The gates of both stand in one order.
template <class OptionA, class OptionB>
inline constexpr bool same_gate_order = false;

// What the cell makes of a state before a step is the state after it, of the same type.
template <class Made, class State>
inline constexpr bool is_cell = false;

// The axis stands before the last one.
template <class Role, class Position>
inline constexpr bool has_leading_axis = false;
template <template <class...> class Role, class... Axes, std::size_t At>
inline constexpr bool has_leading_axis<Role<Axes...>, indices<At>> = (At + 1 < sizeof...(Axes));

// Which axis is time is clear: it stands before the last one, alone.
template <class Role>
inline constexpr bool names_its_time = false;
template <template <class...> class Role, class... Axes>
inline constexpr bool names_its_time<Role<Axes...>> = (sizeof...(Axes) < 3);

// The layer makes logits: it is linear, with a bias.
template <class Option>
inline constexpr bool is_output_layer = false;

}  // namespace attn::rules
