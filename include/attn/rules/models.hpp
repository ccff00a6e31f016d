// SPDX-License-Identifier: BSL-1.0
// Relations of layers, models and recurrent cells.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/call.hpp>

namespace attn::rules {

// The rules about tokens, layers and models. Those about shapes are in relations.hpp.
//
// A relation that looks inside a model is declared here, where all of them can be read, and filled
// in by layers/parameters.hpp, which knows how to go through a model.

// --- tokens -------------------------------------------------------------------------------------

// The elements are token ids.
template <class Role>
struct is_token_id {
  static constexpr bool value = false;
};
template <class Id>
struct is_token_id<element<Id>> {
  static constexpr bool value = requires { Id::bound; };
};

// Every id that the type allows is an index of the axis. Ids without a bound are checked
// individually.
template <class Id, class Axis>
struct ids_within {
  static constexpr bool value = false;
};
template <class Id, class Axis>
struct ids_within<element<Id>, any_axis<Axis>> {
  static constexpr bool value = true;
};
template <class Id, class Axis>
  requires is_token_id<element<Id>>::value
struct ids_within<element<Id>, any_axis<Axis>> {
  static constexpr bool value = (Id::bound <= Axis::size);
};

// The bound is at least 1, and all ids below it fit into an int.
template <class Bound>
struct is_id_bound {
  static constexpr bool value = false;
};
template <std::size_t Bound>
struct is_id_bound<size<Bound>> {
  static constexpr bool value = (Bound > 0 && Bound <= 0x7fffffff);
};

// --- lengths ------------------------------------------------------------------------------------

// The number of lengths from First to Last is at least 1 and at most 256.
template <class First, class Last>
struct dispatchable_range {
  static constexpr bool value = false;
};
template <std::size_t First, std::size_t Last>
struct dispatchable_range<size<First>, size<Last>> {
  static constexpr bool value = (First <= Last && Last - First < 256);
};

// --- layers -------------------------------------------------------------------------------------

// The option is a layout of weights: output_by_input or input_by_output.
template <class Option>
struct is_layout {
  static constexpr bool value = false;
};
template <class Option>
struct is_layout<option<Option>> {
  static constexpr bool value = requires { Option::input_axis; };
};

// The template argument is there: it has no default, but a sentence that names the choices. To
// other rules, what is missing is a layout, so that there is one error.
struct missing {
  static constexpr std::size_t input_axis = 1;
};
template <class... Options>
struct is_given {
  static constexpr bool value = (!std::is_same_v<Options, option<missing>> && ...);
};
// The layout with which the compiler continues after that sentence.
template <class Layout, class Last, class Other>
using given_or = std::conditional_t<is_given<option<Last>>::value, Layout, Other>;

// The option is with_bias or without_bias.
template <class Option>
struct is_bias {
  static constexpr bool value = false;
};
template <class Option>
struct is_bias<option<Option>> {
  static constexpr bool value = requires { Option::has_bias; };
};

// The option is a layout of sines and cosines: interleaved, halves, or halves_of_tensor2tensor.
template <class Option>
struct is_position_layout {
  static constexpr bool value = false;
};
template <class Option>
struct is_position_layout<option<Option>> {
  static constexpr bool value = requires { Option::cosine(std::size_t{}, std::size_t{}); };
};

// The option is a layout of pairs of features: interleaved_pairs or half_pairs.
template <class Option>
struct is_pair_layout {
  static constexpr bool value = false;
};
template <class Option>
struct is_pair_layout<option<Option>> {
  static constexpr bool value = requires { Option::second(std::size_t{}, std::size_t{}); };
};

// The option is an order of norms: post_norm or pre_norm.
template <class Option>
struct is_norm_order {
  static constexpr bool value = false;
};
template <class Option>
struct is_norm_order<option<Option>> {
  static constexpr bool value = requires { Option::norm_first; };
};

// The option says where a language model has the weight of its output: nn::tied_table,
// nn::own_output<layout[, bias]>, or packed_weights.
template <class Option>
struct is_output_table {
  static constexpr bool value = false;
};
template <class Option>
struct is_output_table<option<Option>> {
  static constexpr bool value = requires { Option::makes_logits; };
};

// The layer of a stack has the member type value_type, the element type of its rows and parameters.
template <class Model>
struct names_its_element {
  static constexpr bool value = false;
};

// The layer of a stack has the member type width, the last axis of its rows.
template <class Model>
struct names_its_width {
  static constexpr bool value = false;
};

// The layer of a stack has the member sequences, the number of sequences that it is called with.
template <class Model>
struct names_its_sequences {
  static constexpr bool value = false;
};

// The layer lists its parameters, with ATTN_MEMBERS or as a Hana struct, or is an empty class.
template <class Model>
struct lists_its_members {
  static constexpr bool value = false;
};

// The number of sequences of the layer is the number of the stack: 1 in an encoder, 2 in a decoder.
template <class Model, class Size>
struct is_called_with {
  static constexpr bool value = false;
};

// The layer, or the one with this number, can be called with what it is given, which is too long to
// be shown: it Accepts it or not.
template <class Layer, bool Accepts>
struct accepts {
  static constexpr bool value = Accepts;
};

// What the layer returns has the element type and the axes of what it is given: it Keeps them or
// not.
template <class Layer, bool Keeps>
struct keeps_rows {
  static constexpr bool value = Keeps;
};

// The layer reads a batch of texts token by token: it is an attention block.
template <bool Reads>
struct reads_texts {
  static constexpr bool value = Reads;
};

// The layer reads token by token: it has the member template state_type, and step(state, x).
template <class Model>
struct has_steps {
  static constexpr bool value = false;
};

namespace detail {
template <class Option, class... Places>
inline constexpr bool placed_in = false;
template <class Option, class... Places>
  requires requires { typename Option::place; }
inline constexpr bool placed_in<Option, Places...> =
    (std::is_same_v<typename Option::place, Places> || ...);
}  // namespace detail

// Every option names its attention, and the model has this attention.
template <class Options, class Places>
struct are_placed_options {
  static constexpr bool value = false;
};
template <class... Options, class... Places>
struct are_placed_options<options<Options...>, options<Places...>> {
  static constexpr bool value = (detail::placed_in<Options, Places...> && ...);
};
// The places of a model by their name, which is shorter in a diagnostic.
template <class Options, class Places>
  requires requires { typename Places::places; }
struct are_placed_options<Options, Places> : are_placed_options<Options, typename Places::places> {
};

// --- models and their parameters ----------------------------------------------------------------

// Every member of the model is a tensor, or consists of them.
template <class Model>
struct is_parameter {
  static constexpr bool value = false;
};

// The model has a member of that dotted name.
template <class Model, class Name>
struct has_parameter {
  static constexpr bool value = false;
};

// Both models have the same members in the same places.
template <class ModelA, class ModelB>
struct same_parameters {
  static constexpr bool value = false;
};

// All tensors of the model have one element type, or that one.
template <class Model, class... Element>
struct one_element {
  static constexpr bool value = false;
};

// The function returns a tensor of the type of its first argument, for all members of the models.
template <class Function, class... Models>
struct gives_back {
  static constexpr bool value = true;
};

// The model can be converted to another element type: it is an instance of a template, or it has a
// member with_element.
template <class Model>
struct names_its_conversion {
  static constexpr bool value = false;
};

// --- activations --------------------------------------------------------------------------------

// The variant of the function is named.
template <class Role>
struct variant_is_named {
  static constexpr bool value = false;
};
template <class F>
struct variant_is_named<option<F>> {
  static constexpr bool value = !requires { typename F::has_variants; };
};

// The stateless type maps the tensor to one with the same element type and axes.
template <class Option, class Operand>
struct is_activation {
  static constexpr bool value = false;
};
template <class F, class X>
struct is_activation<option<F>, operand<X>> {
  static constexpr bool value =
      requires(const X& x) { requires std::is_same_v<decltype(F{}(x)), X>; };
};

// The rules about states, cells and sequences. Those about shapes are in relations.hpp.
//
// What they look for is filled in by recurrent/ and models/, if not said here.

// The state is a state before a step, or a state after it.
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
