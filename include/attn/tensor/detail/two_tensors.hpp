// SPDX-License-Identifier: BSL-1.0
// What the comparison and the conversion of two tensors require (rules/call.hpp).
#pragma once

#include <attn/axes/axis.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/relations.hpp>
#include <attn/tensor/scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <tensor_element T, axis_like... Axes>
struct tensor;

namespace rules {

// Two tensors that are compared, element by element.
template <class A, class B>
struct equality_call;
template <class T, class... Axes, class U, class... B>
struct equality_call<tensor<T, Axes...>, tensor<U, B...>> {
  using operands = roles<axes_of_A<Axes...>, axes_of_B<B...>>;
  using same_axes = axes_agree<axes_of_A<Axes...>, axes_of_B<B...>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  static constexpr bool holds = all_hold<same_axes, one_element>;
};

// A tensor y that initializes or is assigned to one of another type, x, of which one of these
// differs. The axes are shown as a whole: they are what the program has written down.
template <class X, class Y>
struct conversion_call;
template <class T, class... Axes, class U, class... B>
struct conversion_call<tensor<T, Axes...>, tensor<U, B...>> {
  using operands = roles<axes_of<Axes...>, axes_of_y<B...>>;
  // A type that is rejected itself has no shape that y could have.
  static constexpr bool asked = distinct_axes<axes_of<Axes...>>::value;
  static constexpr bool axes_same = axes_agree<axes_of<Axes...>, axes_of_y<B...>>::value;
  using same_axes = agree<diagnostic_axes_unless<axes_same || !asked, axes_of<Axes...>>,
                          diagnostic_axes_unless<axes_same || !asked, axes_of_y<B...>>>;
  using one_element = only_if<asked && axes_same, same_element<element_of_A<T>, element_of_B<U>>>;
  using all_named = only_if<asked && all_hold<same_axes, one_element>,
                            same_names<axes_of<Axes...>, axes_of_y<B...>>>;
  static constexpr bool holds = false;
};

}  // namespace rules

}  // namespace attn
ATTN_STRICT_FP_END
