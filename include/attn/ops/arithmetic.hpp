// SPDX-License-Identifier: BSL-1.0
// Arithmetic element by element: a + b, a - b, -a, multiply(a, b), divide(a, b), a * s, a / s, and
// add_bias(x, b), which adds a row to every row.
#pragma once

#include <concepts>
#include <type_traits>

#include <attn/detail/constant/elementwise.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/vector.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// What ops/arithmetic.hpp rejects: A + s, s + A, A - s, s - A and s / A with a number s, and A * s,
// s * A, A / s, A *= s and A /= s with integers in A and a floating-point s, which would lose its
// fraction on the way to an element.

namespace rules {

// A tensor and a number.
template <class X, class Number>
struct number_call;
template <class T, class... Axes, class Number>
struct number_call<tensor<T, Axes...>, Number> {
  using operands = roles<axes_of_A<Axes...>>;
  using both_tensors = both_are_tensors<rank<sizeof...(Axes)>, element<Number>>;
  using all = in_order<both_tensors>;
};

// A tensor of integers and a factor with a fraction.
template <class X, class Number>
struct factor_call;
template <class T, class... Axes, class Number>
struct factor_call<tensor<T, Axes...>, Number> {
  using operands = roles<axes_of_A<Axes...>>;
  using whole = keeps_fractions<element<Number>, element<T>>;
  using all = in_order<whole>;
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

template <std::integral T, class... A, std::floating_point Number>
ATTN_ABI constexpr auto operator*(const tensor<T, A...>& a, const Number&) {
  using call = rules::factor_call<tensor<T, A...>, Number>;
  ATTN_REQUIRE_WHOLE_FACTOR(call, "attn: A * s");
  return a;
}
template <std::integral T, class... A, std::floating_point Number>
ATTN_ABI constexpr auto operator*(const Number&, const tensor<T, A...>& a) {
  using call = rules::factor_call<tensor<T, A...>, Number>;
  ATTN_REQUIRE_WHOLE_FACTOR(call, "attn: s * A");
  return a;
}
template <std::integral T, class... A, std::floating_point Number>
ATTN_ABI constexpr auto operator/(const tensor<T, A...>& a, const Number&) {
  using call = rules::factor_call<tensor<T, A...>, Number>;
  ATTN_REQUIRE_WHOLE_FACTOR(call, "attn: A / s");
  return a;
}
template <std::integral T, class... A, std::floating_point Number>
ATTN_ABI constexpr tensor<T, A...>& operator*=(tensor<T, A...>& a, const Number&) {
  using call = rules::factor_call<tensor<T, A...>, Number>;
  ATTN_REQUIRE_WHOLE_FACTOR(call, "attn: A *= s");
  return a;
}
template <std::integral T, class... A, std::floating_point Number>
ATTN_ABI constexpr tensor<T, A...>& operator/=(tensor<T, A...>& a, const Number&) {
  using call = rules::factor_call<tensor<T, A...>, Number>;
  ATTN_REQUIRE_WHOLE_FACTOR(call, "attn: A /= s");
  return a;
}

// Arithmetic element by element: a + b, a - b, -a, multiply(a, b), divide(a, b), and a * s, s * a,
// a / s with a scalar s. In place: a += b, a -= b, a *= s, a /= s.
//
// (axes) x (axes) -> (axes): each axis has the name of whichever operand has one.
// Rules: same_axes, same_element, supports_arithmetic; there is no broadcasting. tensor * tensor is
// rejected, because it could mean multiply or matmul (product_is_named), and so are integers with a
// floating-point scalar (keeps_fractions). Every operation is rounded once, and products are never
// fused with additions.
// Cost: cost::add<X>(), subtract, negate, multiply, divide: 1 operation per element, also with a
// scalar.

namespace detail {

// N pairs of elements. Combine is a template over scalar and vector.
template <class Combine, std::size_t N>
struct pairs_of : element_by_element<Combine> {
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* a, const T* b) {
    if (std::is_constant_evaluated())
      constant::elementwise<N>(out, Combine{}, a, b);
    else
      runtime::each_element<N>(out, Combine{}, a, b);
  }
};

// The same with a scalar on the right (or on the left: Combine swaps).
template <class Combine, std::size_t N>
struct scaled_of : element_by_element<Combine> {
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* a, const T& s) {
    if (std::is_constant_evaluated())
      constant::elementwise_by<N>(out, Combine{}, a, s);
    else
      runtime::each_element<N>(out, Combine{}, a, s);
  }
};

template <std::size_t N>
struct negated_of : element_by_element<negated> {
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* a) {
    for (std::size_t i = 0; i < N; ++i) out[i] = static_cast<T>(-a[i]);
  }
};

template <class Combine, class Out>
using pairs_for = pairs_of<Combine, Out::volume>;
template <class Combine, class Out>
using scaled_for = scaled_of<Combine, Out::volume>;

// Rows of N elements, each divided by a number of its own. out may be x.
template <std::size_t N, std::size_t Rows, class T>
ATTN_ABI constexpr void divide_rows(T* out, const T* x, const T* by) {
  for (std::size_t i = 0; i < Rows; ++i)
    if (std::is_constant_evaluated())
      constant::elementwise_by<N>(out + i * N, over{}, x + i * N, by[i]);
    else
      runtime::each_element<N>(out + i * N, over{}, x + i * N, by[i]);
}
template <std::size_t N, std::size_t Rows, class Out, class X, class By>
ATTN_ABI constexpr void divide_rows(tally_pointer<Out> out, tally_pointer<X> x,
                                    tally_pointer<By> by) {
  count_in(out, {.divisions = Rows * N}, x, by);
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
  using named = in_case<!lacks_one, never>;
  using named_and_expanded = in_case<lacks_one, never>;
  using all = in_order<never>;
};

}  // namespace rules

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto operator+(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn: A + B")
  if constexpr (call::all::value)
    return detail::made<detail::pairs_for<detail::plus, typename call::result>,
                        typename call::result>(a, b);
  else
    return a;
}

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto operator-(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn: A - B")
  if constexpr (call::all::value)
    return detail::made<detail::pairs_for<detail::minus, typename call::result>,
                        typename call::result>(a, b);
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
  if constexpr (call::all::value)
    return detail::made<detail::pairs_for<detail::times, typename call::result>,
                        typename call::result>(a, b);
  else
    return a;
}

template <class T, class U, class... A, class... B>
ATTN_ABI constexpr auto divide(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn::divide(A, B)")
  if constexpr (call::all::value)
    return detail::made<detail::pairs_for<detail::over, typename call::result>,
                        typename call::result>(a, b);
  else
    return a;
}

template <class T, class... A>
ATTN_ABI constexpr tensor<T, A...> operator-(const tensor<T, A...>& a) {
  using call = rules::arithmetic_call<tensor<T, A...>>;
  ATTN_REQUIRE_ARITHMETIC(call, "attn: -A");
  return detail::made<detail::negated_of<tensor<T, A...>::volume>, tensor<T, A...>>(a);
}

// The scalar converts to the element type, as 2 does in `x * 2`.
template <class T, class... A>
ATTN_ABI constexpr auto operator*(const tensor<T, A...>& a, const std::type_identity_t<T>& s) {
  using call = rules::arithmetic_call<tensor<T, A...>>;
  ATTN_REQUIRE_ARITHMETIC(call, "attn: A * s");
  return detail::made<detail::scaled_for<detail::times, tensor<T, A...>>, tensor<T, A...>>(a, s);
}
template <class T, class... A>
ATTN_ABI constexpr auto operator*(const std::type_identity_t<T>& s, const tensor<T, A...>& a) {
  using call = rules::arithmetic_call<tensor<T, A...>>;
  ATTN_REQUIRE_ARITHMETIC(call, "attn: s * A");
  return detail::made<detail::scaled_for<detail::times, tensor<T, A...>>, tensor<T, A...>>(a, s);
}
template <class T, class... A>
ATTN_ABI constexpr auto operator/(const tensor<T, A...>& a, const std::type_identity_t<T>& s) {
  using call = rules::arithmetic_call<tensor<T, A...>>;
  ATTN_REQUIRE_ARITHMETIC(call, "attn: A / s");
  return detail::made<detail::scaled_for<detail::over, tensor<T, A...>>, tensor<T, A...>>(a, s);
}

// In place: no second tensor, whatever the size.
template <class T, class U, class... A, class... B>
ATTN_ABI constexpr tensor<T, A...>& operator+=(tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn: A += B")
  if constexpr (call::all::value)
    detail::evaluate<detail::pairs_for<detail::plus, tensor<T, A...>>>(a, a, b);
  return a;
}
template <class T, class U, class... A, class... B>
ATTN_ABI constexpr tensor<T, A...>& operator-=(tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::elementwise_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_ELEMENTWISE(call, "attn: A -= B")
  if constexpr (call::all::value)
    detail::evaluate<detail::pairs_for<detail::minus, tensor<T, A...>>>(a, a, b);
  return a;
}
template <class T, class... A>
ATTN_ABI constexpr tensor<T, A...>& operator*=(tensor<T, A...>& a,
                                               const std::type_identity_t<T>& s) {
  using call = rules::arithmetic_call<tensor<T, A...>>;
  ATTN_REQUIRE_ARITHMETIC(call, "attn: A *= s");
  const T factor = s;  // which may be an element of a
  detail::evaluate<detail::scaled_for<detail::times, tensor<T, A...>>>(a, a, factor);
  return a;
}
template <class T, class... A>
ATTN_ABI constexpr tensor<T, A...>& operator/=(tensor<T, A...>& a,
                                               const std::type_identity_t<T>& s) {
  using call = rules::arithmetic_call<tensor<T, A...>>;
  ATTN_REQUIRE_ARITHMETIC(call, "attn: A /= s");
  const T divisor = s;
  detail::evaluate<detail::scaled_for<detail::over, tensor<T, A...>>>(a, a, divisor);
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

// Of tensors, it is not an operator either. The axes decide what to propose.
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
  ATTN_COUNT(detail::operand<X>(n) + detail::operand<X>(n));
}
template <class X>
ATTN_ABI constexpr operation_count subtract() {
  ATTN_COUNT(detail::operand<X>(n) - detail::operand<X>(n));
}
template <class X>
ATTN_ABI constexpr operation_count negate() {
  ATTN_COUNT(-detail::operand<X>(n));
}
template <class X>
ATTN_ABI constexpr operation_count multiply() {
  ATTN_COUNT(attn::multiply(detail::operand<X>(n), detail::operand<X>(n)));
}
template <class X>
ATTN_ABI constexpr operation_count divide() {
  ATTN_COUNT(attn::divide(detail::operand<X>(n), detail::operand<X>(n)));
}
}  // namespace cost

// add_bias(x, b): adds the same row to every row.
//
//   out(…, j) = x(…, j) + b(j)
//
// (…, width) x (width) -> (…, width). There is no implicit broadcasting. This function broadcasts
// explicitly. Each element is rounded once.
// Rules: rank_at_least one, for x; is_vector, for b; same_size, same_name of the widths;
// same_element; supports_arithmetic.
// Cost: cost::add_bias<X, B>(), 1 addition per element.

namespace rules {

template <class X, class B>
struct add_bias_call;
template <class T, class... X, class U, class... B>
struct add_bias_call<tensor<T, X...>, tensor<U, B...>> {
  using width = last_of_A<last_axis<shape<X...>>>;
  using bias = first_of_B<last_axis<shape<B...>>>;
  using result =
      tensor_of<T, with_last_axis<shape<X...>, attn::detail::first_named<last_axis<shape<X...>>,
                                                                         last_axis<shape<B...>>>>>;

  using operands = roles<axes_of_A<X...>, axes_of_B<B...>>;
  using has_rows = rank_at_least<axes_of_A<X...>, rank<1>>;
  using one_row = is_vector<in_brief<axes_of_B<B...>>>;
  using arithmetic = supports_arithmetic<element<T>>;
  using one_element = same_element<element_of_A<T>, element_of_B<U>>;
  using widths = same_size<width, bias>;
  using names = same_name<width, bias>;
  using all = in_order<has_rows, one_row, arithmetic, one_element, widths, names>;
};

}  // namespace rules

namespace detail {

// The elements of b, whatever its axes, to every row of that length.
template <std::size_t Volume, std::size_t N>
struct bias_of : element_by_element<plus> {
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x, const T* b) {
    for (std::size_t i = 0; i < Volume; i += N) {
      if (std::is_constant_evaluated())
        constant::elementwise<N>(out + i, plus{}, x + i, b);
      else
        runtime::each_element<N>(out + i, plus{}, x + i, b);
    }
  }
};
template <class X, class B>
using bias_for = bias_of<X::volume, B::volume>;

}  // namespace detail

template <class T, class U, class... X, class... B>
ATTN_ABI constexpr auto add_bias(const tensor<T, X...>& x, const tensor<U, B...>& b) {
  using call = rules::add_bias_call<tensor<T, X...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, has_rows, "attn::add_bias(x, b): x must have an axis");
  ATTN_REQUIRE(call, one_row, "attn::add_bias(x, b): b must have one axis, the last one of x");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::add_bias(x, b)");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::add_bias(x, b)");
  ATTN_REQUIRE(call, widths, "attn::add_bias(x, b): b must have the length of a row of x");
  ATTN_REQUIRE(call, names, "attn::add_bias(x, b): the last axes of x and b differ in name");
  if constexpr (call::all::value)
    return detail::made<detail::bias_for<tensor<T, X...>, tensor<U, B...>>, typename call::result>(
        x, b);
  else
    return x;
}

ATTN_COST(add_bias)

}  // namespace attn
ATTN_STRICT_FP_END
