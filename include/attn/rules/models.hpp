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
inline constexpr bool is_token_id = false;
template <class Id>
inline constexpr bool is_token_id<element<Id>> = requires { Id::bound; };

// Every id that the type allows is an index of the axis; ids without a bound are looked at one by
// one.
template <class Id, class Axis>
inline constexpr bool ids_within = false;
template <class Id, class Axis>
inline constexpr bool ids_within<element<Id>, any_axis<Axis>> = true;
template <class Id, class Axis>
  requires is_token_id<element<Id>>
inline constexpr bool ids_within<element<Id>, any_axis<Axis>> = (Id::bound <= Axis::size);

// There is an id below the bound, and an int can hold them all.
template <class Bound>
inline constexpr bool is_id_bound = false;
template <std::size_t Bound>
inline constexpr bool is_id_bound<size<Bound>> = (Bound > 0 && Bound <= 0x7fffffff);

// --- lengths ------------------------------------------------------------------------------------

// The lengths from First to Last: at least one, and no more than 256.
template <class First, class Last>
inline constexpr bool few_lengths = false;
template <std::size_t First, std::size_t Last>
inline constexpr bool few_lengths<size<First>, size<Last>> = (First <= Last && Last - First < 256);

// --- layers -------------------------------------------------------------------------------------

// The option is a way to store a weight: output_by_input or input_by_output.
template <class Option>
inline constexpr bool is_layout = false;
template <class Option>
inline constexpr bool is_layout<option<Option>> = requires { Option::input_axis; };

// The option says whether a layer has a bias: with_bias or without_bias.
template <class Option>
inline constexpr bool is_bias = false;
template <class Option>
inline constexpr bool is_bias<option<Option>> = requires { Option::has_bias; };

// The option says how sines and cosines stand in a row: interleaved, halves, or
// halves_of_tensor2tensor.
template <class Option>
inline constexpr bool is_position_layout = false;
template <class Option>
inline constexpr bool is_position_layout<option<Option>> =
    requires { Option::cosine(std::size_t{}, std::size_t{}); };

// The option says which two features are rotated together: interleaved_pairs or half_pairs.
template <class Option>
inline constexpr bool is_pair_layout = false;
template <class Option>
inline constexpr bool is_pair_layout<option<Option>> =
    requires { Option::second(std::size_t{}, std::size_t{}); };

// The option says where the norms of a layer stand: post_norm or pre_norm.
template <class Option>
inline constexpr bool is_norm_order = false;
template <class Option>
inline constexpr bool is_norm_order<option<Option>> = requires { Option::norm_first; };

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
inline constexpr bool are_placed_options = false;
template <class... Options, class... Places>
inline constexpr bool are_placed_options<options<Options...>, options<Places...>> =
    (detail::placed_in<Options, Places...> && ...);

// --- models and their parameters ----------------------------------------------------------------

// Every member of the model is a tensor, or consists of them.
template <class Model>
inline constexpr bool is_parameter = false;

// The model has a member of that dotted name.
template <class Model, class Name>
inline constexpr bool has_parameter = false;

// Both models have the same members in the same places.
template <class ModelA, class ModelB>
inline constexpr bool same_parameters = false;

// All tensors of the model have that element type.
template <class Model, class Element>
inline constexpr bool one_element = false;

// What the function makes of the tensors at one place of all the models can take the place of the
// first: at every place, if the models have the same members.
template <class Function, class... Models>
inline constexpr bool gives_back = true;

// The model says what it becomes with elements of another type.
template <class Model>
inline constexpr bool names_its_conversion = false;
template <class M>
inline constexpr bool names_its_conversion<model<M>> =
    requires { typename M::template with_element<float>; };

// --- activations --------------------------------------------------------------------------------

// Of functions that go by one name the one that is meant is called.
template <class Role>
inline constexpr bool variant_is_named = false;
template <class F>
inline constexpr bool variant_is_named<option<F>> = !requires { typename F::has_variants; };

// The stateless function maps the tensor to one of its element type and axes.
template <class Option, class Operand>
inline constexpr bool is_activation = false;
template <class F, class X>
inline constexpr bool is_activation<option<F>, operand<X>> =
    requires(const X& x) { requires std::is_same_v<decltype(F{}(x)), X>; };

}  // namespace attn::rules
