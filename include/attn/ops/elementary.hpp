// SPDX-License-Identifier: BSL-1.0
// The elementary functions of every element.
#pragma once

#include <type_traits>

#include <attn/detail/constant/elementwise.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/math/detail/function_objects.hpp>
#include <attn/ops/detail/elementary.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

ATTN_ELEMENTARY(cos)
ATTN_ELEMENTARY(erf)
ATTN_ELEMENTARY(log)
ATTN_ELEMENTARY(log1p)
ATTN_ELEMENTARY(sigmoid)
ATTN_ELEMENTARY(sin)
ATTN_ELEMENTARY(sqrt)

// The elementary functions of math/, applied to every element of a tensor: cos(x), erf(x), exp(x),
// log(x), log1p(x), pow(x, exponent), sigmoid(x), sin(x), sqrt(x), tanh(x).
//
// The exponent is a number for all elements, or a tensor with one for each: pow(x, y).
// cos_into(out, x) and so on, but for pow, write to an existing tensor, which may be x.
//
// (axes) -> (axes). Accuracy and special values are the values of math/<function>.hpp; at run time
// they are vectorised where possible, with the same bits. A user-defined scalar provides its own
// functions, found by argument-dependent lookup.
// Rules: floating_point_element; same_axes and same_element, for out and for two tensors.
// Cost: cost::exp<X>() and so on, 1 per element: log1p is a logarithm, a cosine a sine.

namespace detail {

template <std::size_t N>
struct power_of : element_by_element<pow_of> {
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x, const T& exponent) {
    if (std::is_constant_evaluated())
      constant::elementwise_scalar<N>(out, pow_of{}, x, exponent);
    else
      runtime::each_element<N>(out, pow_of{}, x, exponent);
  }
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x, const T* exponents) {
    if (std::is_constant_evaluated())
      constant::elementwise<N>(out, pow_of{}, x, exponents);
    else
      runtime::each_element<N>(out, pow_of{}, x, exponents);
  }
};

}  // namespace detail

namespace rules {
// Two tensors of elements with fractions, element by element.
template <class A, class B>
struct powers_call : elementwise_call<A, B> {
  using pairs = elementwise_call<A, B>;
  using floating_point = floating_point_element<element<typename A::value_type>>;
  using all = in_order<typename pairs::all, floating_point>;
};
}  // namespace rules

// Every element to the same power. The exponent converts to the element type, as 2 does in `x * 2`.
template <class T, class... Axes>
ATTN_ABI constexpr auto pow(const tensor<T, Axes...>& x, const std::type_identity_t<T>& exponent) {
  using call = rules::floating_call<tensor<T, Axes...>>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::pow(x, exponent)");
  if constexpr (call::all::value)
    return detail::made<detail::power_of<tensor<T, Axes...>::volume>, tensor<T, Axes...>>(x,
                                                                                          exponent);
  else
    return x;
}

// Every element to a power of its own.
template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto pow(const tensor<T, A...>& x, const tensor<U, B...>& exponents) {
  using call = rules::powers_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn::pow(x, y)")
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::pow(x, y)");
  if constexpr (call::all::value)
    return detail::made<detail::power_of<tensor<T, A...>::volume>, typename call::result>(
        x, exponents);
  else
    return x;
}

namespace cost {
template <class X>
ATTN_ABI constexpr operation_count pow() {
  ATTN_COUNT(attn::pow(detail::operand<X>(n), detail::operand<X>(n)));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
