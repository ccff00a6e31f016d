// SPDX-License-Identifier: BSL-1.0
// What the comparison and the assignment of two tensors require (rules/call.hpp).
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

// A tensor that is assigned to one of another type, of which one of these differs.
template <class A, class B>
struct assignment_call;
template <class T, class... Axes, class U, class... B>
struct assignment_call<tensor<T, Axes...>, tensor<U, B...>>
    : equality_call<tensor<T, Axes...>, tensor<U, B...>> {
  using all_named = only_if<axes_agree<axes_of_A<Axes...>, axes_of_B<B...>>::value &&
                                same_element<element_of_A<T>, element_of_B<U>>::value,
                            same_names<axes_of_A<Axes...>, axes_of_B<B...>>>;
  using one_element = only_if<axes_agree<axes_of_A<Axes...>, axes_of_B<B...>>::value,
                              same_element<element_of_A<T>, element_of_B<U>>>;
  static constexpr bool holds = false;
};

}  // namespace rules

}  // namespace attn
ATTN_STRICT_FP_END
