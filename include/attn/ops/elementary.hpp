// SPDX-License-Identifier: BSL-1.0
// The elementary functions of math/, applied to every element of a tensor: cos(x), erf(x), exp(x),
// log(x), log1p(x), pow(x, exponent), sigmoid(x), sin(x), sqrt(x), tanh(x).
//
// cos_into(out, x) and so on, but for pow, write to an existing tensor, which may be x.
//
// (axes) -> (axes). Accuracy and special values are those of math/<function>.hpp; at run time they
// are vectorised where possible, with the same bits. A user-defined scalar provides its own
// functions, found by argument-dependent lookup.
// Rules: floating_point_element; same_axes and same_element, for out.
// Cost: cost::exp<X>() and so on, 1 per element: log1p is a logarithm, a cosine a sine.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/constant/elementwise.hpp>
#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/runtime/exp.hpp>
#include <attn/math/cos.hpp>
#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/log1p.hpp>
#include <attn/math/pow.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>
#include <attn/ops/detail/of_every_element.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// Whether F is vectorised at run time.
template <class F>
inline constexpr bool has_lanes = true;

struct exp_of;  // below; it has a kernel of its own

// F of every element; out may be x.
template <class F, class T, class... Out, class... Axes>
ATTN_ABI constexpr void write_elementary(tensor<T, Out...>& out, const tensor<T, Axes...>& x) {
  if (std::is_constant_evaluated())
    constant::elementwise<tensor<T, Axes...>::volume>(out.data(), F{}, x.data());
  else if constexpr (std::is_same_v<F, exp_of> && kernel_scalar<T>)
    runtime::exp<tensor<T, Axes...>::volume>(out.data(), x.data());
  else if constexpr (has_lanes<F>)
    runtime::elementwise<tensor<T, Axes...>::volume>(out.data(), F{}, x.data());
  else
    generic::elementwise<tensor<T, Axes...>::volume>(out.data(), F{}, x.data());
}
template <class F, class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> elementary(const tensor<T, Axes...>& x) {
  tensor<T, Axes...> result(uninitialized);
  write_elementary<F>(result, x);
  return result;
}

}  // namespace detail

#define ATTN_ELEMENTARY(function, kind)                                \
  namespace detail {                                                   \
  struct function##_of {                                               \
    template <class V>                                                 \
    ATTN_INLINE constexpr V operator()(const V& x) const {             \
      if constexpr (!std::is_class_v<V> && !std::is_arithmetic_v<V>) { \
        return math::function##_lanes(x);                              \
      } else {                                                         \
        using math::function;                                          \
        return function(x);                                            \
      }                                                                \
    }                                                                  \
  };                                                                   \
  }                                                                    \
  ATTN_OF_EVERY_ELEMENT(function)                                      \
  namespace cost {                                                     \
  template <class X>                                                   \
  ATTN_ABI constexpr operation_count function() {                      \
    return {.kind = X::volume};                                        \
  }                                                                    \
  }

ATTN_ELEMENTARY(cos, sines)
ATTN_ELEMENTARY(erf, error_functions)
ATTN_ELEMENTARY(exp, exponentials)
ATTN_ELEMENTARY(log, logarithms)
ATTN_ELEMENTARY(log1p, logarithms)
ATTN_ELEMENTARY(sigmoid, sigmoids)
ATTN_ELEMENTARY(sin, sines)
ATTN_ELEMENTARY(sqrt, square_roots)
ATTN_ELEMENTARY(tanh, hyperbolic_tangents)
#undef ATTN_ELEMENTARY

namespace detail {
template <>
inline constexpr bool has_lanes<sqrt_of> = math::detail::has_sqrt_lanes;

struct pow_of {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x, const V& exponent) const {
    if constexpr (!std::is_class_v<V> && !std::is_arithmetic_v<V>) {
      return math::pow_lanes(x, exponent);
    } else {
      using math::pow;
      return pow(x, exponent);
    }
  }
};

template <class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> to_power(const tensor<T, Axes...>& x, const T& exponent) {
  tensor<T, Axes...> result(uninitialized);
  if (std::is_constant_evaluated())
    constant::elementwise_scalar<result.volume>(result.data(), pow_of{}, x.data(), exponent);
  else
    runtime::elementwise_scalar<result.volume>(result.data(), pow_of{}, x.data(), exponent);
  return result;
}
}  // namespace detail

// Every element to the same power; the exponent converts to the element type, as 2 does in `x * 2`.
template <class T, class... Axes>
ATTN_ABI constexpr auto pow(const tensor<T, Axes...>& x, const std::type_identity_t<T>& exponent) {
  using call = rules::floating_call<tensor<T, Axes...>>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::pow(x, exponent)");
  if constexpr (call::holds)
    return detail::to_power(x, exponent);
  else
    return x;
}

namespace cost {
template <class X>
ATTN_ABI constexpr operation_count pow() {
  return {.powers = X::volume};
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
