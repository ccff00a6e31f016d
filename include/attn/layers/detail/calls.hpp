// SPDX-License-Identifier: BSL-1.0
// What the calls of several layers require (rules/call.hpp), for require.hpp to assert.
//
//   linear_call<Layout, Input, X, W>            x times W
//   linear_bias_call<Layout, Input, X, W, B>    … and a bias
//   layer_call<X, T, In, Out>                    rows of x into a layer of T, from In to Out
//   inner_call<X, T, In, Out, Activation>       … and an activation of what comes out
//   model_call<M, More…>, conversion_call<M>    all parameters of a model
#pragma once

#include <type_traits>

#include <attn/layers/detail/require.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// How a weight is stored: which of its axes the input is.
struct output_by_input {
  static constexpr std::size_t input_axis = 1;
};
struct input_by_output {
  static constexpr std::size_t input_axis = 0;
};

namespace detail {

// The axes of a weight: what x's last one meets, and what it becomes.
template <class Layout, class W>
using stored_input = axis_at<W, Layout::input_axis>;
template <class Layout, class W>
using stored_output = axis_at<W, 1 - Layout::input_axis>;

}  // namespace detail

namespace rules {

// Input: what x's last axis must be, where the weight does not name it, or void.
template <class Layout, class Input, class X, class W>
struct linear_call;
template <class Layout, class Input, class T, class... X, class U, class... W>
struct linear_call<Layout, Input, tensor<T, X...>, tensor<U, W...>> {
  using operands = roles<axes_of_A<X...>, axes_of_B<W...>>;
  using known_layout = is_layout<option<Layout>>;
  using has_rows = rank_at_least<axes_of<X...>, rank<1>>;
  using matrix = is_matrix<in_brief<axes_of<W...>>>;
  using arithmetic = supports_arithmetic<element<T>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;

  using comparable = in_order<known_layout, has_rows, matrix>;
  using stored = std::conditional_t<known_layout::value, Layout, output_by_input>;
  using stored_input = attn::detail::stored_input<stored, shape<W...>>;
  using output = attn::detail::stored_output<stored, shape<W...>>;
  using width = width_of_X<last_axis<shape<X...>>>;
  using input = input_of_W<std::conditional_t<std::is_void_v<Input>, stored_input, Input>>;
  using result = with_last_axis<shape<X...>, output>;

  using widths = same_size<width, input>;
  using names = same_name<width, input>;
  using distinct_result = distinct_axes<repeated_in<result>>;
  using all = in_order<comparable, arithmetic, one_element, widths, names, distinct_result>;

  // What a rejected call returns: of the result's axes where it has any, so that what comes next
  // has nothing to add.
  using placeholder = std::conditional_t<all_hold<comparable, distinct_result>,
                                         tensor_of<T, result>, tensor<T, X...>>;
};

template <class Layout, class Input, class X, class W, class B>
struct linear_bias_call;
template <class Layout, class Input, class T, class... X, class U, class... W, class R, class... B>
struct linear_bias_call<Layout, Input, tensor<T, X...>, tensor<U, W...>, tensor<R, B...>> {
  using operands = roles<axes_of_A<W...>, axes_of_B<B...>>;
  using product = linear_call<Layout, Input, tensor<T, X...>, tensor<U, W...>>;
  using vector = is_vector<in_brief<axes_of_B<B...>>>;
  using bias_element =
      in_case<product::one_element::value, same_element<element_of_A<T>, element_of_B<R>>>;
  using output = output_of_W<typename product::output>;
  using bias = first_of_B<last_axis<shape<B...>>>;
  using bias_width = same_size<output, bias>;
  using bias_name = same_name<output, bias>;
  using all = in_order<typename product::all, vector, bias_element, bias_width, bias_name>;
  using result =
      with_last_axis<shape<X...>,
                     attn::detail::first_named<typename product::output, last_axis<shape<B...>>>>;
};

template <class X, class T, class In, class Out>
struct layer_call;
template <class U, class... X, class T, class In, class Out>
struct layer_call<tensor<U, X...>, T, In, Out> {
  using operands = roles<axes_of<X...>>;
  using width = width_of_X<last_axis<shape<X...>>>;
  using input = input_of_W<In>;
  using result = with_last_axis<shape<X...>, Out>;
  using has_rows = rank_at_least<axes_of<X...>, rank<1>>;
  using layer_element = same_element<element_of_A<U>, element_of_B<T>>;
  using widths = same_size<width, input>;
  using names = same_name<width, input>;
  using distinct_result = distinct_axes<repeated_in<result>>;
  using all = in_order<has_rows, layer_element, widths, names, distinct_result>;
};

template <class X, class T, class In, class Out, class Activation>
struct inner_call : layer_call<X, T, In, Out> {
  using rows = layer_call<X, T, In, Out>;
  using inner = operand<tensor_of<T, typename rows::result>>;
  using variant = variant_is_named<option<Activation>>;
  using activation = is_activation<option<Activation>, inner>;
  using all = in_order<typename rows::all, variant, activation>;
};

// A model, and others that go together with it.
template <class M, class... More>
struct model_call {
  using operands = roles<>;
  using tensors_only = is_parameter<model<M>>;
  using same_members = each_of<same_parameters<model<M>, model<More>>...>;
  using all = in_order<tensors_only, same_members>;
};
// A model of which a relation of all its elements is required.
template <class M, class Relation>
struct model_elements_call : model_call<M> {
  using elements = Relation;
  using all = in_order<typename model_call<M>::all, elements>;
};
// A vector as a model with this number of parameters.
template <class M, std::size_t Parameters, class Vector>
struct from_vector_call;
template <class M, std::size_t Parameters, class T, class... Axes>
struct from_vector_call<M, Parameters, tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using one_per_parameter = same_volume<any_axis<dim<Parameters>>, axes_of<Axes...>>;
  using element_of_model = one_element<model<M>, element<T>>;
  using all = in_order<one_per_parameter, element_of_model>;
};
// x, and the gain and the bias that the norm has: of one element, and of the normalised axis.
template <attn::axis_selector Axis, class X, class... Parameters>
struct norm_call;
template <attn::axis_selector Axis, class T, class... Axes>
struct norm_call<Axis, tensor<T, Axes...>> : floating_axis_call<Axis, tensor<T, Axes...>> {
  using one_element = not_asked;
  using gain_axes = not_asked;
  using bias_axes = not_asked;
};
template <attn::axis_selector Axis, class T, class... Axes, class U, class... G>
struct norm_call<Axis, tensor<T, Axes...>, tensor<U, G...>>
    : floating_axis_call<Axis, tensor<T, Axes...>> {
  using on_x = floating_axis_call<Axis, tensor<T, Axes...>>;
  using along = axes_of_A<axis_at<shape<Axes...>, on_x::position>>;
  using one_element = same_elements<elements<T, U>>;
  using gain_axes = axes_agree<along, axes_of_B<G...>>;
  using bias_axes = not_asked;
  using all = in_order<typename on_x::all, one_element, gain_axes>;
};
template <attn::axis_selector Axis, class T, class... Axes, class Gain, class R, class... B>
struct norm_call<Axis, tensor<T, Axes...>, Gain, tensor<R, B...>>
    : norm_call<Axis, tensor<T, Axes...>, Gain> {
  using on_gain = norm_call<Axis, tensor<T, Axes...>, Gain>;
  using one_element = same_elements<elements<T, typename Gain::value_type, R>>;
  // A gain and a bias that break it alike are one mistake.
  using bias_axes =
      in_case<on_gain::gain_axes::value, axes_agree<typename on_gain::along, axes_of_B<B...>>>;
  using all =
      in_order<typename on_gain::on_x::all, one_element, typename on_gain::gain_axes, bias_axes>;
};

// A model with elements of another type, and a relation of these.
template <class M, class Relation = not_asked>
struct conversion_call {
  using operands = roles<>;
  using converts = names_its_conversion<model<M>>;
  using elements = Relation;
  using all = in_order<converts, elements>;
};

}  // namespace rules
}  // namespace attn
ATTN_STRICT_FP_END
