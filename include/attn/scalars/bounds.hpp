// SPDX-License-Identifier: BSL-1.0
// Bounds of whole tensors of interval<T>: creates inputs with given bounds, and checks results.
//
//   between(low, high)        the tensor of intervals from low(i…) to high(i…)
//   between<Tensor>(a, b)     a tensor of that type, every element from a to b
//   lower_of(y), upper_of(y)  the bounds, as tensors of T
//   bounded(y)                every value is a finite number: nothing overflows, nothing is NaN
//   within(y, a, b)           … and from a to b
//   encloses(y, x)            every element of x is within the bounds of y's
//
// a and b are numbers of any arithmetic type and are used exactly: between<Tensor>(-0.7, 0.7) of
// float contains the double 0.7, and within(y, -0.7, 0.7) compares with it, not with 0.7f.
//
// (axes) x (axes) -> (axes). Rules: same_axes; same_element; has_bounds; float_or_double.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/message.hpp>
#include <attn/scalars/interval.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
template <class T>
struct has_bounds<element<interval<T>>> {
  static constexpr bool value = true;
};
}  // namespace rules

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto between(const tensor<T, A...>& low, const tensor<U, B...>& high) {
  using axes_of_low = rules::axes_of_A<A...>;
  using axes_of_high = rules::axes_of_B<B...>;
  static_assert(rules::float_or_double<rules::element<T>>::value,
                "attn::between(low, high): the elements must be float or double");
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::between(low, high): both must have the same element type; as<T>(x)");
  static_assert(rules::same_axis<rules::differing_in_A<axes_of_low, axes_of_high>,
                                 rules::differing_in_B<axes_of_low, axes_of_high>>::value,
                ATTN_MESSAGE("attn::between(low, high): both must have the same axes", axes_of_low,
                             axes_of_high));
  if constexpr (rules::float_or_double<rules::element<T>>::value && std::is_same_v<T, U> &&
                rules::same_axes<axes_of_low, axes_of_high>::value) {
    tensor<interval<T>, A...> box(detail::uninitialized);
    for (std::size_t i = 0; i < box.size(); ++i)
      box.data()[i] = interval<T>(low.data()[i], high.data()[i]);
    return box;
  } else {
    return low;
  }
}

template <class Tensor, class A, class B>
  requires(detail::is_tensor<Tensor> && std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
ATTN_ABI constexpr auto between(const A& a, const B& b) {
  using T = typename Tensor::value_type;
  static_assert(rules::float_or_double<rules::element<T>>::value,
                "attn::between<Tensor>(a, b): the elements must be float or double");
  if constexpr (rules::float_or_double<rules::element<T>>::value) {
    tensor_of<interval<T>, typename Tensor::shape_type> box;
    for (interval<T>& element : box) element = interval<T>(a, b);
    return box;
  } else {
    return Tensor{};
  }
}

template <class T, class... Axes>
ATTN_ABI constexpr auto lower_of(const tensor<interval<T>, Axes...>& y) {
  tensor<T, Axes...> bounds(detail::uninitialized);
  for (std::size_t i = 0; i < y.size(); ++i) bounds.data()[i] = y.data()[i].lower;
  return bounds;
}
template <class T, class... Axes>
ATTN_ABI constexpr auto upper_of(const tensor<interval<T>, Axes...>& y) {
  tensor<T, Axes...> bounds(detail::uninitialized);
  for (std::size_t i = 0; i < y.size(); ++i) bounds.data()[i] = y.data()[i].upper;
  return bounds;
}

template <class I, class... Axes>
ATTN_ABI constexpr bool bounded(const tensor<I, Axes...>& y) {
  static_assert(rules::has_bounds<rules::element<I>>::value,
                "attn::bounded(y): the elements must be interval<T>, as of what was computed from "
                "between(low, high)");
  bool all = true;
  if constexpr (rules::has_bounds<rules::element<I>>::value)
    for (const I& element : y) all = all && element.bounded();
  return all;
}

template <class T, class... Axes, class A, class B>
  requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
ATTN_ABI constexpr bool within(const tensor<interval<T>, Axes...>& y, const A& a, const B& b) {
  const T least = detail::converted_above<T>(a), most = detail::converted_below<T>(b);
  bool all = bounded(y);
  for (const interval<T>& element : y) all = all && least <= element.lower && element.upper <= most;
  return all;
}

template <class T, class... Axes>
ATTN_ABI constexpr bool encloses(const tensor<interval<T>, Axes...>& y,
                                 const std::type_identity_t<tensor<T, Axes...>>& x) {
  bool all = true;
  for (std::size_t i = 0; i < y.size(); ++i) all = all && y.data()[i].contains(x.data()[i]);
  return all;
}

}  // namespace attn
ATTN_STRICT_FP_END
