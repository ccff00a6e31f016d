// SPDX-License-Identifier: BSL-1.0
// A + s, s + A, A - s, s - A and s / A with a number s, which ops/arithmetic.hpp rejects.
#pragma once

#include <type_traits>

#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

// A tensor and a number.
template <class X, class Number>
struct number_call;
template <class T, class... Axes, class Number>
struct number_call<tensor<T, Axes...>, Number> {
  using operands = roles<axes_of_A<Axes...>>;
  using both_tensors = both_are_tensors<rank<sizeof...(Axes)>, element<Number>>;
  static constexpr bool holds = false;
};

}  // namespace rules

template <class T, class... A, class Number>
  requires(std::is_arithmetic_v<Number>)
ATTN_ABI constexpr auto operator+(const tensor<T, A...>& a, const Number&) {
  using call = rules::number_call<tensor<T, A...>, Number>;
  ATTN_REQUIRE_TENSORS(call, "attn: A + s");
  return a;
}
template <class T, class... A, class Number>
  requires(std::is_arithmetic_v<Number>)
ATTN_ABI constexpr auto operator+(const Number&, const tensor<T, A...>& a) {
  using call = rules::number_call<tensor<T, A...>, Number>;
  ATTN_REQUIRE_TENSORS(call, "attn: s + A");
  return a;
}
template <class T, class... A, class Number>
  requires(std::is_arithmetic_v<Number>)
ATTN_ABI constexpr auto operator-(const tensor<T, A...>& a, const Number&) {
  using call = rules::number_call<tensor<T, A...>, Number>;
  ATTN_REQUIRE_TENSORS(call, "attn: A - s");
  return a;
}
template <class T, class... A, class Number>
  requires(std::is_arithmetic_v<Number>)
ATTN_ABI constexpr auto operator-(const Number&, const tensor<T, A...>& a) {
  using call = rules::number_call<tensor<T, A...>, Number>;
  ATTN_REQUIRE_TENSORS(call, "attn: s - A");
  return a;
}
template <class T, class... A, class Number>
  requires(std::is_arithmetic_v<Number>)
ATTN_ABI constexpr auto operator/(const Number&, const tensor<T, A...>& a) {
  using call = rules::number_call<tensor<T, A...>, Number>;
  ATTN_REQUIRE_TENSORS(call, "attn: s / A");
  return a;
}

}  // namespace attn
ATTN_STRICT_FP_END
