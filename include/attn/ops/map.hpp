// SPDX-License-Identifier: BSL-1.0
// map(x, f): applies f to every element; map(x, y, f): applies f to every pair of elements.
//
// (axes) -> (axes); the element type is the return type of f. The rounding is determined by f: a
// compiler may fuse a product and a sum inside a lambda.
// Rule: same_axes for two operands.
// Cost: cost::map<X>(of_f), the cost of f per element.
#pragma once

#include <type_traits>

#include <attn/detail/generic/elementwise.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Result, class A, class B, class F>
ATTN_ABI constexpr Result map_pairs(const A& a, const B& b, const F& f) {
  Result result(uninitialized);
  generic::elementwise<result.volume>(result.data(), f, a.data(), b.data());
  return result;
}

}  // namespace detail

template <class T, class... Axes, class F>
ATTN_ABI constexpr auto map(const tensor<T, Axes...>& x, const F& f) {
  tensor<std::remove_cvref_t<decltype(f(x.data()[0]))>, Axes...> result(detail::uninitialized);
  detail::generic::elementwise<result.volume>(result.data(), f, x.data());
  return result;
}

template <class T, class U, class... A, class... B, class F>
ATTN_ABI constexpr auto map(const tensor<T, A...>& a, const tensor<U, B...>& b, const F& f) {
  using call = rules::zip_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, same_axes, "attn::map(A, B, f): both must have the same axes");
  if constexpr (call::holds) {
    using element = std::remove_cvref_t<decltype(f(a.data()[0], b.data()[0]))>;
    return detail::map_pairs<tensor_of<element, typename call::shape_type>>(a, b, f);
  } else {
    return a;
  }
}

namespace cost {
template <class X>
ATTN_ABI constexpr operation_count map(const operation_count& of_f) {
  return X::volume * of_f;
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
