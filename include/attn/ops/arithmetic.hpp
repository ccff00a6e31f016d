// SPDX-License-Identifier: BSL-1.0
// Arithmetic element by element: a + b, a - b, -a, multiply(a, b), divide(a, b), and a * s, s * a,
// a / s with a scalar s. In place: a += b, a -= b, a *= s, a /= s.
//
// (axes) x (axes) -> (axes): each axis has the name of whichever operand has one.
// Rules: same_axes, same_element, supports_arithmetic; there is no broadcasting. tensor * tensor is
// rejected, because it could mean multiply or matmul (product_is_named). Every operation is rounded
// once, and products are never fused with additions.
// Cost: cost::add<X>(), subtract, negate, multiply, divide: 1 operation per element, also with a
// scalar.
#pragma once

#include <type_traits>

#include <attn/detail/constant/elementwise.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/vector.hpp>
#include <attn/ops/detail/number_operands.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The conversions say what the language does to integers smaller than int anyway.
struct plus {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& a, const V& b) const {
    return static_cast<V>(a + b);
  }
};
struct minus {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& a, const V& b) const {
    return static_cast<V>(a - b);
  }
};
struct times {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& a, const V& b) const {
    return rounded(static_cast<V>(a * b));
  }
};
struct over {
  static constexpr bool divides = true;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& a, const V& b) const {
    return quotient(a, b);
  }
};

struct negated {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    return -x;
  }
};

// Both operands have passed the rules; `Operation` is a template over scalar and vector. out may be
// an operand.
template <class Operation, class T, class... Out, class... A, class... B>
ATTN_ABI constexpr void write_combined(tensor<T, Out...>& out, const tensor<T, A...>& a,
                                       const tensor<T, B...>& b) {
  if constexpr (is_recorded<T>)
    if (backward_rule<of_pairs, T>::template record<Operation>(out, a, b)) return;
  if (std::is_constant_evaluated())
    constant::elementwise<tensor<T, Out...>::volume>(out.data(), Operation{}, a.data(), b.data());
  else
    runtime::elementwise<tensor<T, Out...>::volume>(out.data(), Operation{}, a.data(), b.data());
}
template <class Result, class Operation, class T, class... A, class... B>
ATTN_ABI constexpr Result combine(const tensor<T, A...>& a, const tensor<T, B...>& b) {
  Result result(uninitialized);
  write_combined<Operation>(result, a, b);
  return result;
}

// The same with a scalar on the right (or on the left: Operation swaps).
template <class Operation, class T, class... A>
ATTN_ABI constexpr void write_combined(tensor<T, A...>& out, const tensor<T, A...>& a, const T& s) {
  if constexpr (is_recorded<T>)
    if (backward_rule<of_scaled, T>::template record<Operation>(out, a, s)) return;
  if (std::is_constant_evaluated())
    constant::elementwise_by<tensor<T, A...>::volume>(out.data(), Operation{}, a.data(), s);
  else
    runtime::elementwise_scalar<tensor<T, A...>::volume>(out.data(), Operation{}, a.data(), s);
}
template <class Operation, class T, class... A>
ATTN_ABI constexpr tensor<T, A...> combine_scalar(const tensor<T, A...>& a, const T& s) {
  tensor<T, A...> result(uninitialized);
  write_combined<Operation>(result, a, s);
  return result;
}

// Rows of N elements, each divided by a number of its own; out may be x.
template <std::size_t N, std::size_t Rows, class T>
ATTN_ABI constexpr void divide_rows(T* out, const T* x, const T* by) {
  for (std::size_t i = 0; i < Rows; ++i)
    if (std::is_constant_evaluated())
      constant::elementwise_by<N>(out + i * N, over{}, x + i * N, by[i]);
    else
      runtime::elementwise_scalar<N>(out + i * N, over{}, x + i * N, by[i]);
}

}  // namespace detail

namespace rules {

// A / B of tensors: never, and what to write instead.
template <class A, class B>
struct quotient_call;
template <class T, class... A, class U, class... B>
struct quotient_call<tensor<T, A...>, tensor<U, B...>> {
  using operands = roles<axes_of_A<A...>, axes_of_B<B...>>;
  using never = product_is_named<rank<sizeof...(A)>, rank<sizeof...(B)>>;
  static constexpr bool lacks_one =
      (sizeof...(A) == sizeof...(B) + 1) &&
      detail::one_axis_missing<true, axes_of_A<A...>, axes_of_B<B...>>;
  using named = only_if<!lacks_one, never>;
  using named_and_expanded = only_if<lacks_one, never>;
};

}  // namespace rules

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto operator+(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn: A + B")
  if constexpr (call::holds)
    return detail::combine<typename call::result, detail::plus>(a, b);
  else
    return a;
}

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto operator-(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn: A - B")
  if constexpr (call::holds)
    return detail::combine<typename call::result, detail::minus>(a, b);
  else
    return a;
}

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto multiply(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ALL_AXES(call, "attn::multiply(A, B)");
  ATTN_REQUIRE(call, same_axes,
               "attn::multiply(A, B): both must have the same axes; for a matrix product: matmul");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::multiply(A, B)");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::multiply(A, B)");
  if constexpr (call::holds)
    return detail::combine<typename call::result, detail::times>(a, b);
  else
    return a;
}

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto divide(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn::divide(A, B)")
  if constexpr (call::holds)
    return detail::combine<typename call::result, detail::over>(a, b);
  else
    return a;
}

template <class T, class... A>
ATTN_ABI constexpr tensor<T, A...> operator-(const tensor<T, A...>& a) {
  tensor<T, A...> result(detail::uninitialized);
  if constexpr (detail::is_recorded<T>)
    if (detail::backward_rule<detail::of_each, T>::template record<detail::negated>(result, a))
      return result;
  for (std::size_t i = 0; i < a.size(); ++i) result.data()[i] = static_cast<T>(-a.data()[i]);
  return result;
}

// The scalar converts to the element type, as 2 does in `x * 2`.
template <class T, class... A>
ATTN_ABI constexpr auto operator*(const tensor<T, A...>& a, const std::type_identity_t<T>& s) {
  return detail::combine_scalar<detail::times>(a, s);
}
template <class T, class... A>
ATTN_ABI constexpr auto operator*(const std::type_identity_t<T>& s, const tensor<T, A...>& a) {
  return detail::combine_scalar<detail::times>(a, s);
}
template <class T, class... A>
ATTN_ABI constexpr auto operator/(const tensor<T, A...>& a, const std::type_identity_t<T>& s) {
  return detail::combine_scalar<detail::over>(a, s);
}

// In place: no second tensor, whatever the size.
template <class T, class U, class... A, class... B>
ATTN_ABI constexpr tensor<T, A...>& operator+=(tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn: A += B")
  if constexpr (call::holds) detail::write_combined<detail::plus>(a, a, b);
  return a;
}
template <class T, class U, class... A, class... B>
ATTN_ABI constexpr tensor<T, A...>& operator-=(tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn: A -= B")
  if constexpr (call::holds) detail::write_combined<detail::minus>(a, a, b);
  return a;
}
template <class T, class... A>
ATTN_ABI constexpr tensor<T, A...>& operator*=(tensor<T, A...>& a,
                                               const std::type_identity_t<T>& s) {
  const T factor = s;  // which may be an element of a
  detail::write_combined<detail::times>(a, a, factor);
  return a;
}
template <class T, class... A>
ATTN_ABI constexpr tensor<T, A...>& operator/=(tensor<T, A...>& a,
                                               const std::type_identity_t<T>& s) {
  const T divisor = s;
  detail::write_combined<detail::over>(a, a, divisor);
  return a;
}

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto operator*(const tensor<T, A...>& a, const tensor<U, B...>&) {
  using call = rules::single_rule_call<
      rules::product_is_named<rules::rank<sizeof...(A)>, rules::rank<sizeof...(B)>>,
      rules::axes_of_A<A...>, rules::axes_of_B<B...>>;
  ATTN_REQUIRE(call, rule, "attn: A * B: say which product: multiply(A, B) or matmul(A, B)");
  return a;
}

// Of tensors, it is not an operator either; the axes decide what to propose.
template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto operator/(const tensor<T, A...>& a, const tensor<U, B...>&) {
  using call = rules::quotient_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, named, "attn: A / B: element by element it is divide(A, B)");
  ATTN_REQUIRE(call, named_and_expanded,
               "attn: A / B: element by element it is divide(A, B), where B lacks an axis: "
               "divide(A, expand<axis, position>(B))");
  return a;
}

namespace cost {
template <class X>
ATTN_ABI constexpr operation_count add() {
  return {.additions = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count subtract() {
  return {.additions = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count negate() {
  return {.negations = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count multiply() {
  return {.multiplications = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count divide() {
  return {.divisions = X::volume};
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
