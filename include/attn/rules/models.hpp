// SPDX-License-Identifier: BSL-1.0
// The rules about tokens, layers and models, as relations.hpp has those about shapes.
//
// A relation that looks inside a model is declared here, where all of them can be read, and filled
// in by layers/parameters.hpp, which knows how to go through a model.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/roles.hpp>

namespace attn::rules {

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

// Every id that the type allows is an index of the axis; ids without a bound are looked at one by
// one.
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

// There is an id below the bound, and an int can hold them all.
template <class Bound>
struct is_id_bound {
  static constexpr bool value = false;
};
template <std::size_t Bound>
struct is_id_bound<size<Bound>> {
  static constexpr bool value = (Bound > 0 && Bound <= 0x7fffffff);
};

// --- lengths ------------------------------------------------------------------------------------

// The lengths from First to Last: at least one, and no more than 256.
template <class First, class Last>
struct dispatchable_range {
  static constexpr bool value = false;
};
template <std::size_t First, std::size_t Last>
struct dispatchable_range<size<First>, size<Last>> {
  static constexpr bool value = (First <= Last && Last - First < 256);
};

// --- layers -------------------------------------------------------------------------------------

// The option is a way to store a weight: output_by_input or input_by_output.
template <class Option>
struct is_layout {
  static constexpr bool value = false;
};
template <class Option>
struct is_layout<option<Option>> {
  static constexpr bool value = requires { Option::input_axis; };
};

// The option says whether a layer has a bias: with_bias or without_bias.
template <class Option>
struct is_bias {
  static constexpr bool value = false;
};
template <class Option>
struct is_bias<option<Option>> {
  static constexpr bool value = requires { Option::has_bias; };
};

// The option says how sines and cosines stand in a row: interleaved, halves, or
// halves_of_tensor2tensor.
template <class Option>
struct is_position_layout {
  static constexpr bool value = false;
};
template <class Option>
struct is_position_layout<option<Option>> {
  static constexpr bool value = requires { Option::cosine(std::size_t{}, std::size_t{}); };
};

// The option says which two features are rotated together: interleaved_pairs or half_pairs.
template <class Option>
struct is_pair_layout {
  static constexpr bool value = false;
};
template <class Option>
struct is_pair_layout<option<Option>> {
  static constexpr bool value = requires { Option::second(std::size_t{}, std::size_t{}); };
};

// The option says where the norms of a layer stand: post_norm or pre_norm.
template <class Option>
struct is_norm_order {
  static constexpr bool value = false;
};
template <class Option>
struct is_norm_order<option<Option>> {
  static constexpr bool value = requires { Option::norm_first; };
};

namespace detail {
template <class Option, class... Places>
inline constexpr bool placed_in = false;
template <class Option, class... Places>
  requires requires { typename Option::place; }
inline constexpr bool placed_in<Option, Places...> =
    (std::is_same_v<typename Option::place, Places> || ...);
}  // namespace detail

// Every option says which attention it is for, and the model has that one.
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

// All tensors of the model have that element type.
template <class Model, class Element>
struct one_element {
  static constexpr bool value = false;
};

// What the function makes of the tensors at one place of all the models can take the place of the
// first: at every place, if the models have the same members.
template <class Function, class... Models>
struct gives_back {
  static constexpr bool value = true;
};

// The model says what it becomes with elements of another type: itself, or as the template that it
// is of.
template <class Model>
struct names_its_conversion {
  static constexpr bool value = false;
};

// --- activations --------------------------------------------------------------------------------

// Of functions that go by one name the one that is meant is called.
template <class Role>
struct variant_is_named {
  static constexpr bool value = false;
};
template <class F>
struct variant_is_named<option<F>> {
  static constexpr bool value = !requires { typename F::has_variants; };
};

// The stateless function maps the tensor to one of its element type and axes.
template <class Option, class Operand>
struct is_activation {
  static constexpr bool value = false;
};
template <class F, class X>
struct is_activation<option<F>, operand<X>> {
  static constexpr bool value =
      requires(const X& x) { requires std::is_same_v<decltype(F{}(x)), X>; };
};

}  // namespace attn::rules
