// SPDX-License-Identifier: BSL-1.0
// Concepts for generic code, and the calls that many functions share.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/call.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/relations.hpp>
#include <attn/rules/require.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::rules {

// The calls (rules/call.hpp) that many functions share, which rules/require.hpp asserts.
//
//   axis_call<Axis, X>                                 one tensor, along an axis: amax, flip …
//   arithmetic_axis_call<Axis, X>                      … of elements that can be added: sum …
//   floating_axis_call<Axis, X>                        … of floating-point elements: softmax …
//   arithmetic_call<X>                                 one tensor and a scalar: A * s …
//   floating_call<X>                                   one tensor, each element on its own: exp …
//   elementwise_call<A, B>                             two tensors, element by element: A + B …
//   zip_call<A, More…>                                 any number of them: zip_with, map
//   new_axis_call<T, X, Result>                        one tensor, and an axis more: expand …
//   out_call<Out, Result>                              an existing tensor for the result
//   returned_element<Y>                                the element of what a function returns

// One tensor, along an axis: amax, flip …
template <auto Axis, class X>
struct axis_call;
template <auto Axis, class T, class... Axes>
struct axis_call<Axis, tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using axis_exists = has_axis<in_brief<axes_of<Axes...>>, wanted<Axis>>;
  static constexpr std::size_t position = Axis.template position_in<Axes...>();
  using all = in_order<axis_exists>;
  using reduced = tensor_of<T, without_axis<shape<Axes...>, position>>;  // without the axis
};
// The same, where the axis is given as its type.
template <class Axis, class X>
struct axis_type_call;
template <class Axis, class T, class... Axes>
struct axis_type_call<Axis, tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using named = is_named<any_axis<Axis>>;
  using axis_exists = in_case<named::value && !has_axis<axes_of<Axes...>, any_axis<Axis>>::value,
                              has_axis<in_brief<axes_of<Axes...>>, any_axis<Axis>>>;
  using all = in_order<named, axis_exists>;
};
// The same, of elements that can be added.
template <auto Axis, class X>
struct arithmetic_axis_call;
template <auto Axis, class T, class... Axes>
struct arithmetic_axis_call<Axis, tensor<T, Axes...>> : axis_call<Axis, tensor<T, Axes...>> {
  using arithmetic = supports_arithmetic<element<T>>;
  using all = in_order<typename axis_call<Axis, tensor<T, Axes...>>::all, arithmetic>;
};
// The same, of elements with fractions.
template <auto Axis, class X>
struct floating_axis_call;
template <auto Axis, class T, class... Axes>
struct floating_axis_call<Axis, tensor<T, Axes...>> : axis_call<Axis, tensor<T, Axes...>> {
  using floating_point = floating_point_element<element<T>>;
  using all = in_order<typename axis_call<Axis, tensor<T, Axes...>>::all, floating_point>;
};

// One tensor, and a scalar or none.
template <class X>
struct arithmetic_call;
template <class T, class... Axes>
struct arithmetic_call<tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using arithmetic = supports_arithmetic<element<T>>;
  using all = in_order<arithmetic>;
};

// One tensor of elements with fractions, each on its own.
template <class X>
struct floating_call;
template <class T, class... Axes>
struct floating_call<tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using floating_point = floating_point_element<element<T>>;
  using all = in_order<floating_point>;
};

// Tensors of the same axes, whatever their elements. The result has the first name of each axis.
template <class A, class... More>
struct zip_call;
template <class T, class... Axes, class... More>
struct zip_call<tensor<T, Axes...>, More...> {
  using shape_type =
      typename attn::detail::all_names<shape<Axes...>, typename More::shape_type...>::type;
  using operands = roles<axes_of_A<Axes...>, role_of<axes_of_B, typename More::shape_type>...>;
  using same_axes = each_of<
      axes_agree<role_of<axes_of_A, shape_type>, role_of<axes_of_B, typename More::shape_type>>...>;
  using all = in_order<same_axes>;
};

// A tensor of T, of the axes of X and one more. Checked if no other rule has rejected the call.
template <class T, class X, class Result, bool Asked = true>
struct new_axis_call;
template <class T, class U, class... Axes, class... Result, bool Asked>
struct new_axis_call<T, tensor<U, Axes...>, shape<Result...>, Asked> {
  using operands = roles<axes_of<Axes...>>;
  using distinct_result = distinct_axes<repeated_in<shape<Result...>>>;
  using has_room = has_room_for<in_brief<axes_of<Axes...>>, rank<1>>;
  using addressable = rules::addressable<sizes<Result::size...>, element<T>>;
  using all = in_order<std::bool_constant<Asked>, distinct_result, has_room, addressable>;
};

// Two tensors, element by element.
template <class A, class B>
struct elementwise_call;
template <class T, class... A, class U, class... B>
struct elementwise_call<tensor<T, A...>, tensor<U, B...>>
    : equality_call<tensor<T, A...>, tensor<U, B...>> {
  using axes_of_both = typename equality_call<tensor<T, A...>, tensor<U, B...>>::same_axes;
  static constexpr bool one_missing =
      detail::one_axis_missing<!axes_of_both::value, axes_of_A<A...>, axes_of_B<B...>>;
  using all_axes = in_case<one_missing, axes_of_both>;
  using same_axes = in_case<!one_missing, axes_of_both>;
  using arithmetic = supports_arithmetic<element<T>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using all = in_order<axes_of_both, arithmetic, one_element>;
  using other =
      typename detail::choose<axes_of_both::value>::template type<shape<B...>, shape<A...>>;
  using result = tensor_of<T, merge_names<shape<A...>, other>>;
};

// An existing tensor, and the result that is written to it.
template <class Out, class Result>
struct out_call;
template <class U, class... Out, class T, class... Axes>
struct out_call<tensor<U, Out...>, tensor<T, Axes...>> {
  using operands = roles<axes_of_out<Out...>, result_axes<Axes...>>;
  using out_element = same_element<element_of_A<U>, element_of_B<T>>;
  using out_axes = axes_agree<axes_of_out<Out...>, result_axes<Axes...>>;
  using all = in_order<out_element, out_axes>;
};
// A call that another rule has rejected has no result.
template <class U, class... Out>
struct out_call<tensor<U, Out...>, not_asked> {
  using operands = roles<axes_of_out<Out...>>;
  using out_element = not_asked;
  using out_axes = not_asked;
  using all = in_order<>;
};

// Of what a function of the user's returns: element<void>, if it is no tensor.
template <class Y>
struct returned {
  using type = element<void>;
};
template <class T, class... Axes>
struct returned<tensor<T, Axes...>> {
  using type = element<T>;
};
template <class Y>
using returned_element = typename returned<Y>::type;

}  // namespace attn::rules

namespace attn {

// What generic code asks of a type.
//
//   is_tensor<X>             X is a tensor, const or a reference to one too
//   has_axis<X, "token">     X is a tensor with an axis of that name; or, has_axis<X, 0>, there
//
// What operations accept is asked of ops/concepts.hpp and attention/concepts.hpp.

namespace detail {
template <class X, axis_selector Axis>
inline constexpr bool finds_axis = false;
template <class T, class... Axes, axis_selector Axis>
inline constexpr bool finds_axis<tensor<T, Axes...>, Axis> =
    rules::axis_call<Axis, tensor<T, Axes...>>::all::value;
}  // namespace detail

template <class X>
concept is_tensor = detail::is_tensor<std::remove_cvref_t<X>>;

template <class X, axis_selector Axis>
concept has_axis = is_tensor<X> && detail::finds_axis<std::remove_cvref_t<X>, Axis>;

namespace detail {
template <class>
inline constexpr bool is_text = false;
template <std::size_t N>
inline constexpr bool is_text<char[N]> = true;
// What other libraries take as an axis: a number or a text in parentheses.
template <class X>
concept axis_in_parentheses = std::is_integral_v<X> || is_text<X>;
template <class... X>
concept is_one_tensor = sizeof...(X) == 1 && (attn::is_tensor<X> && ...);
}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
