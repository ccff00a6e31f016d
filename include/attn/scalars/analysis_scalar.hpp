// SPDX-License-Identifier: BSL-1.0
// Analysis scalars: elements that carry more than one number. interval and influence represent all
// values that an input may have; dual carries derivatives and counted a cost in addition to a
// value.
//
// An analysis is valid for all values because a function can only compute with its elements. So
// these do not compile, neither between elements nor with a number:
//
//   a == b, a != b, a < b, a <= b, a > b, a >= b, a <=> b     and what uses them: std::max, a sort
//   if (a), static_cast<double>(a), static_cast<int>(a)       and as<double>(x) of a tensor
//
// A function that branched on them would be analysed on one branch only. Use max and min instead;
// select requires a condition that does not depend on elements.
//
//   identical(a, b)     whether two of them are the same object: the same bounds, the same set of
//                       inputs, the same value and derivatives. Of tensors, element by element.
//
// identical, like the members of an analysis scalar (x.lower, x.known, x.value), is for reading the
// results of an analysis. The analysis is not valid for a function that uses it in its computation.
//
// is_analysis_scalar<T>: specialise it as true to have the same rules for a scalar of your own.
// Rules: arithmetic_element; for identical of tensors same_axes, same_element, analysed_element.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T>
inline constexpr bool is_analysis_scalar = false;
template <class T>
concept analysis_scalar = is_analysis_scalar<T>;

namespace rules {
template <class T>
struct analysed_element<element<T>> {
  static constexpr bool value = is_analysis_scalar<T>;
};
}  // namespace rules

namespace detail {

template <class A, class B>
using analysed_of = std::conditional_t<is_analysis_scalar<A>, A, B>;

template <class T>
ATTN_ABI constexpr bool same_number(const T& a, const T& b) {
  if constexpr (is_analysis_scalar<T>)
    return identical(a, b);
  else
    return a == b || (a != a && b != b);
}

}  // namespace detail

// All six comparisons are made of these two.
template <class A, class B>
  requires(analysis_scalar<A> || analysis_scalar<B>)
ATTN_ABI constexpr bool operator==(const A&, const B&) {
  static_assert(
      rules::arithmetic_element<rules::element<detail::analysed_of<A, B>>>::value,
      "attn: interval, influence, dual and counted cannot be compared: the analysis follows "
      "no branch; use max or min; for results identical(a, b)");
  return false;
}
template <class A, class B>
  requires(analysis_scalar<A> || analysis_scalar<B>)
ATTN_ABI constexpr int operator<=>(const A&, const B&) {
  static_assert(
      rules::arithmetic_element<rules::element<detail::analysed_of<A, B>>>::value,
      "attn: interval, influence, dual and counted cannot be compared: the analysis follows "
      "no branch; use max or min; for results identical(a, b)");
  return 0;
}

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr bool identical(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using axes_of_a = rules::axes_of_A<A...>;
  using axes_of_b = rules::axes_of_B<B...>;
  static_assert(rules::analysed_element<rules::element<T>>::value,
                "attn::identical(A, B): the elements must be analysis scalars; of numbers compare "
                "A == B or bitwise_equal(A, B)");
  static_assert(
      rules::same_axis<rules::differing_in_A<axes_of_a, axes_of_b>,
                       rules::differing_in_B<axes_of_a, axes_of_b>>::value,
      ATTN_MESSAGE("attn::identical(A, B): both must have the same axes", axes_of_a, axes_of_b));
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::identical(A, B): both must have the same element type");
  if constexpr (is_analysis_scalar<T> && std::is_same_v<T, U> &&
                rules::same_axes<axes_of_a, axes_of_b>::value) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!identical(a.data()[i], b.data()[i])) return false;
    return true;
  } else {
    return false;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
