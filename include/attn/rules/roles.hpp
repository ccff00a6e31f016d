// SPDX-License-Identifier: BSL-1.0
// Roles identify axes of operands in diagnostics. They are declared, but never defined: a role only
// appears in a diagnostic, `last_of_A<attn::axis<"feature", 3>>`, and costs no instantiation.
#pragma once

#include <cstddef>

#include <attn/version.hpp>

namespace attn::rules {

// Of an axis type.
template <class Axis>
struct any_axis;
template <class Axis>
struct last_of_A;
template <class Axis>
struct first_of_B;
template <class Axis>
struct axis_of_A;
template <class Axis>
struct axis_of_B;
template <class Axis>
struct width_of_X;
template <class Axis>
struct input_of_W;
template <class Axis>
struct output_of_W;
template <class Axis>
struct width_of_state;
template <class Axis>
struct width_of_Q;
template <class Axis>
struct width_of_K;
template <class Axis>
struct length_of_K;
template <class Axis>
struct length_of_V;

// Of all the axes of a tensor.
template <class... Axes>
struct axes_of;
template <class... Axes>
struct axes_of_A;
template <class... Axes>
struct axes_of_B;
template <class... Axes>
struct axes_of_Q;
template <class... Axes>
struct axes_of_K;
template <class... Axes>
struct axes_of_V;
template <class... Axes>
struct axes_of_mask;
template <class... Axes>
struct axes_of_scores;
template <class... Axes>
struct axes_of_out;
template <class... Axes>
struct axes_of_y;
template <class... Axes>
struct axes_of_memory;
template <class... Axes>
struct axes_of_source;
template <class... Axes>
struct axes_of_target;
template <class... Axes>
struct result_axes;

// What several operands are, for a message that shows them all.
template <class... Roles>
struct roles;

// The names of axes, and the sizes of those that have none.
template <auto... NamesAndSizes>
struct names;
// The sizes of axes.
template <std::size_t... Sizes>
struct sizes;

// The axes of a shape in a role: role_of<axes_of_A, shape<X, Y>> is axes_of_A<X, Y>.
template <template <class...> class Role, class Shape>
struct in_role;
template <template <class...> class Role, template <class...> class Shape, class... Axes>
struct in_role<Role, Shape<Axes...>> {
  using type = Role<Axes...>;
};
template <template <class...> class Role, class Shape>
using role_of = typename in_role<Role, Shape>::type;

// Of an element type.
template <class T>
struct element_of_A;
template <class T>
struct element_of_B;
template <class T>
struct element;
template <class... T>
struct elements;

// Of an operand with its value category: operand<const tensor<…>&>.
template <class T>
struct operand;

// Of a name, a number, a requested axis, the positions of axes, an option, a
// model, a function, a state.
template <auto Name>
struct name;
template <std::size_t Size>
struct size;
template <auto Selector>
struct wanted;
template <std::size_t... Counts>
struct braced;
template <std::size_t... Indices>
struct indices;
template <std::size_t... Positions>
struct positions;
template <std::size_t Rank>
struct rank;
template <class Kind>
struct option;
template <class... Kinds>
struct options;
template <class M>
struct model;
template <class F>
struct function;
template <class S>
struct state;

// What a state is: of which moment, and of what it consists.
struct before_a_step;
struct after_a_step;
struct no_step;
struct one_tensor;
struct hidden_and_cell;
struct other_members;

}  // namespace attn::rules
