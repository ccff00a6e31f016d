// SPDX-License-Identifier: BSL-1.0
// What the calls of many functions require of their tensors (rules/call.hpp), for rules/require.hpp to
// assert.
//
//   axis_call<Axis, X>, floating_axis_call<Axis, X>    one tensor, along an axis: sum, softmax …
//   elementwise_call<A, B>                             two tensors, element by element: A + B …
//   out_call<Out, Result>                              a result, into a tensor of the caller's
#pragma once

#include <cstddef>

#include <attn/rules/call.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/relations.hpp>
#include <attn/rules/require.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::rules {

// One tensor, along an axis: sum, softmax …
template <auto Axis, class X>
struct axis_call;
template <auto Axis, class T, class... Axes>
struct axis_call<Axis, tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using axis_exists = has_axis<in_brief<axes_of<Axes...>>, wanted<Axis>>;
  static constexpr std::size_t position = Axis.template position_in<Axes...>();
  static constexpr bool holds = axis_exists::value;
  using reduced = tensor_of<T, without_axis<shape<Axes...>, position>>;  // without the axis
};
// The same, of elements with fractions.
template <auto Axis, class X>
struct floating_axis_call;
template <auto Axis, class T, class... Axes>
struct floating_axis_call<Axis, tensor<T, Axes...>> : axis_call<Axis, tensor<T, Axes...>> {
  using floating_point = floating_point_element<element<T>>;
  static constexpr bool holds = axis_call<Axis, tensor<T, Axes...>>::holds && floating_point::value;
};

// Two tensors, element by element.
template <class A, class B>
struct elementwise_call;
template <class T, class... A, class U, class... B>
struct elementwise_call<tensor<T, A...>, tensor<U, B...>> {
  using operands = roles<axes_of_A<A...>, axes_of_B<B...>>;
  using same_axes = axes_agree<axes_of_A<A...>, axes_of_B<B...>>;
  using arithmetic = supports_arithmetic<element<T>>;
  using one_element = only_if<arithmetic::value, same_element<element_of_A<T>, element_of_B<U>>>;
  static constexpr bool holds = all_hold<same_axes, arithmetic, one_element>;
  using other = typename detail::choose<same_axes::value>::template type<shape<B...>, shape<A...>>;
  using result = tensor_of<T, merge_names<shape<A...>, other>>;
};

// A tensor of the caller's, and the result that is written to it.
template <class Out, class Result>
struct out_call;
template <class U, class... Out, class T, class... Axes>
struct out_call<tensor<U, Out...>, tensor<T, Axes...>> {
  using operands = roles<axes_of_out<Out...>, result_axes<Axes...>>;
  using out_element = same_element<element_of_A<U>, element_of_B<T>>;
  using out_axes = axes_agree<axes_of_out<Out...>, result_axes<Axes...>>;
  static constexpr bool holds = all_hold<out_element, out_axes>;
};
// Of a call that another rule has rejected there is no result.
template <class U, class... Out>
struct out_call<tensor<U, Out...>, not_asked> {
  using operands = roles<axes_of_out<Out...>>;
  using out_element = not_asked;
  using out_axes = not_asked;
  static constexpr bool holds = true;
};

}  // namespace attn::rules
ATTN_STRICT_FP_END
