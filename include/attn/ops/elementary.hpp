// SPDX-License-Identifier: BSL-1.0
// The elementary functions of math/, of every element of a tensor: exp(x), log(x),
// sigmoid(x), sqrt(x), tanh(x).
//
// (axes) -> (axes). Accuracy and special values are those of math/<function>.hpp; at run time a
// vector of elements at a time where there is such a program, with the same bits.
// Rule: has_fractions.
#pragma once

#include <attn/detail/runtime/elementwise.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>
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
struct log_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    if constexpr (!std::is_class_v<V> && !std::is_arithmetic_v<V>) {
      return math::log_lanes(x);
    } else {
      using math::log;
      return log(x);
    }
  }
};
struct sigmoid_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    if constexpr (!std::is_class_v<V> && !std::is_arithmetic_v<V>) {
      return math::sigmoid_lanes(x);
    } else {
      using math::sigmoid;
      return sigmoid(x);
    }
  }
};
struct sqrt_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    if constexpr (!std::is_class_v<V> && !std::is_arithmetic_v<V>) {
      return math::sqrt_lanes(x);
    } else {
      using math::sqrt;
      return sqrt(x);
    }
  }
};
struct tanh_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    if constexpr (!std::is_class_v<V> && !std::is_arithmetic_v<V>) {
      return math::tanh_lanes(x);
    } else {
      using math::tanh;
      return tanh(x);
    }
  }
};

// Does F take vectors at run time?
template <class F>
inline constexpr bool has_lanes = true;
template <>
inline constexpr bool has_lanes<sqrt_of> = math::has_sqrt_lanes;

// F of every element.
template <class F, class T, class... Axes>
constexpr auto elementary(const tensor<T, Axes...>& x) {
  tensor<T, Axes...> result(uninitialized);
  if (std::is_constant_evaluated() || !has_lanes<F>)
    generic::elementwise<result.volume>(result.data(), F{}, x.data());
  else if constexpr (has_lanes<F>)
    runtime::elementwise<capacity<T, result.volume>, result.volume>(result.data(), F{}, x.data());
  return result;
}

}  // namespace detail

template <class T, class... Axes>
constexpr auto exp(const tensor<T, Axes...>& x) {
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::exp(x): the elements must have fractions; convert with as<double>(x)");
  if constexpr (rules::has_fractions<rules::element<T>>)
    return detail::elementary<detail::exp_of>(x);
  else
    return x;
}

template <class T, class... Axes>
constexpr auto log(const tensor<T, Axes...>& x) {
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::log(x): the elements must have fractions; convert with as<double>(x)");
  if constexpr (rules::has_fractions<rules::element<T>>)
    return detail::elementary<detail::log_of>(x);
  else
    return x;
}

template <class T, class... Axes>
constexpr auto sigmoid(const tensor<T, Axes...>& x) {
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::sigmoid(x): the elements must have fractions; convert with as<double>(x)");
  if constexpr (rules::has_fractions<rules::element<T>>)
    return detail::elementary<detail::sigmoid_of>(x);
  else
    return x;
}

template <class T, class... Axes>
constexpr auto sqrt(const tensor<T, Axes...>& x) {
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::sqrt(x): the elements must have fractions; convert with as<double>(x)");
  if constexpr (rules::has_fractions<rules::element<T>>)
    return detail::elementary<detail::sqrt_of>(x);
  else
    return x;
}

template <class T, class... Axes>
constexpr auto tanh(const tensor<T, Axes...>& x) {
  static_assert(rules::has_fractions<rules::element<T>>,
                "attn::tanh(x): the elements must have fractions; convert with as<double>(x)");
  if constexpr (rules::has_fractions<rules::element<T>>)
    return detail::elementary<detail::tanh_of>(x);
  else
    return x;
}

}  // namespace attn
