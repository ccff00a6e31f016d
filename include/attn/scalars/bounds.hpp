// SPDX-License-Identifier: BSL-1.0
// Bounds of whole tensors of interval<T>: creates inputs with given bounds, and checks results.
//
//   between(low, high)        the tensor of intervals from low(i…) to high(i…)
//   between<Tensor>(a, b)     a tensor of that type, every element from a to b
//   lower_of(y), upper_of(y)  the bounds, as tensors of T
//   bounded(y)                every value is a finite number, and none is NaN
//   may_overflow(y)           an operation on the way to y may overflow or be undefined
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

#include <attn/scalars/interval.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
template <class T>
struct has_bounds<element<interval<T>>> {
  static constexpr bool value = true;
};
template <class Low, class High>
struct between_call : equality_call<Low, High> {
  using elements = float_or_double<element<typename Low::value_type>>;
  using all = in_order<typename equality_call<Low, High>::all, elements>;
};
}  // namespace rules

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto between(const tensor<T, A...>& low, const tensor<U, B...>& high) {
  using call = rules::between_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, elements, "attn::between(low, high): the elements must be float or double");
  ATTN_REQUIRE_EQUALITY(call, "attn::between(low, high)");
  if constexpr (call::all::value)
    return detail::generated<tensor<interval<T>, A...>>(
        [&](std::size_t i) { return interval<T>(low.data()[i], high.data()[i]); });
  else
    return low;
}

template <class Tensor, class A, class B>
  requires(detail::is_tensor<Tensor> && std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
ATTN_ABI constexpr auto between(const A& a, const B& b) {
  using T = typename Tensor::value_type;
  using call = rules::single_rule_call<rules::float_or_double<rules::element<T>>>;
  ATTN_REQUIRE(call, rule, "attn::between<Tensor>(a, b): the elements must be float or double");
  if constexpr (call::all::value)
    return detail::generated<tensor_of<interval<T>, typename Tensor::shape_type>>(
        [&](std::size_t) { return interval<T>(a, b); });
  else
    return Tensor{};
}

template <class T, class... Axes>
ATTN_ABI constexpr auto lower_of(const tensor<interval<T>, Axes...>& y) {
  return detail::generated<tensor<T, Axes...>>([&](std::size_t i) { return y.data()[i].lower; });
}
template <class T, class... Axes>
ATTN_ABI constexpr auto upper_of(const tensor<interval<T>, Axes...>& y) {
  return detail::generated<tensor<T, Axes...>>([&](std::size_t i) { return y.data()[i].upper; });
}

template <class Interval, class... Axes>
ATTN_ABI constexpr bool bounded(const tensor<Interval, Axes...>& y) {
  using call = rules::single_rule_call<rules::has_bounds<rules::element<Interval>>>;
  ATTN_REQUIRE(call, rule,
               "attn::bounded(y): the elements must be interval<T>, as in a result computed from "
               "between(low, high)");
  bool all = true;
  if constexpr (call::all::value)
    for (const Interval& element : y) all = all && element.bounded();
  return all;
}

template <class Interval, class... Axes>
ATTN_ABI constexpr bool may_overflow(const tensor<Interval, Axes...>& y) {
  using call = rules::single_rule_call<rules::has_bounds<rules::element<Interval>>>;
  ATTN_REQUIRE(call, rule,
               "attn::may_overflow(y): the elements must be interval<T>, as in a result "
               "computed from between(low, high)");
  bool one = false;
  if constexpr (call::all::value)
    for (const Interval& element : y) one = one || element.may_overflow;
  return one;
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
