// SPDX-License-Identifier: BSL-1.0
// The elementary functions of math/, of every element of a tensor: exp(x), sqrt(x).
//
// (axes) -> (axes). Accuracy and special values are those of math/<function>.hpp; at run time a
// vector of elements at a time where there is such a program, with the same bits.
// Rule: has_fractions.
#pragma once

#include <attn/detail/runtime/elementwise.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn {

namespace detail {

struct exp_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    if constexpr (!std::is_class_v<V> && !std::is_arithmetic_v<V>) {
      return math::exp_lanes(x);
    } else {
      using math::exp;
      return exp(x);
    }
  }
};
struct sqrt_of {
  template <class T>
  constexpr T operator()(const T& x) const {
    using math::sqrt;
    return sqrt(x);
  }
};

}  // namespace detail

template <class T, class... Axes>
constexpr auto exp(const tensor<T, Axes...>& x) {
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::exp(x): the elements must have fractions; convert with as<double>(x)");
  tensor<T, Axes...> result{};
  if constexpr (rules::has_fractions<rules::element<T>>) {
    if (std::is_constant_evaluated())
      detail::generic::elementwise<result.volume>(result.data(), detail::exp_of{}, x.data());
    else
      detail::runtime::elementwise<detail::capacity<T, result.volume>, result.volume>(
          result.data(), detail::exp_of{}, x.data());
  }
  return result;
}

template <class T, class... Axes>
constexpr auto sqrt(const tensor<T, Axes...>& x) {
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::sqrt(x): the elements must have fractions; convert with as<double>(x)");
  tensor<T, Axes...> result{};
  if constexpr (rules::has_fractions<rules::element<T>>)
    detail::generic::elementwise<result.volume>(result.data(), detail::sqrt_of{}, x.data());
  return result;
}

}  // namespace attn
