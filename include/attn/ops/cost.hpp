// SPDX-License-Identifier: BSL-1.0
// The cost of the operations, from the types of their operands.
//
//   cost::matmul<A, B>()        B's columns * A's rows: K products, K - 1 sums each
//   cost::softmax<X, "key">()   n elements a row: n - 1 comparisons, n differences, n
//                                     exponentials, n - 1 sums, 1 division, n products
//
// cost_of (scalars/cost_of.hpp) has those of layers and models. Functions that only
// move elements (transpose, permute, split, concat, slice, rename …) cost nothing and are not
// listed. For reduce and map, of_f is the cost of one call of the function. Operations on constants
// (a scale, 1 / n) are not counted: scalars/counted.hpp.
//
// An invalid call is rejected with the error of that call.
#pragma once

#include <cstddef>

#include <attn/ops/add_bias.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/logsumexp.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/scalars/operation_count.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost {

namespace detail {

// An operand, for what a call would return. Not defined: nothing is evaluated.
template <class X>
ATTN_ABI const X& some();

// How long the rows are, how many there are, and how many in each matrix.
template <class X>
inline constexpr std::size_t width_of = last_axis<typename X::shape_type>::size;
template <class X>
inline constexpr std::size_t rows_in = X::volume / width_of<X>;
template <class X>
inline constexpr std::size_t length_of = second_to_last_axis<typename X::shape_type>::size;

// No cost; but an invalid call, whose result is used, is rejected with its own error.
template <class Result>
inline constexpr operation_count possible{};

// n products and their sum.
ATTN_ABI constexpr operation_count contraction(std::size_t n) {
  return {.additions = n - 1, .multiplications = n};
}
// A row of n.
ATTN_ABI constexpr operation_count softmax_of(std::size_t n) {
  return {.additions = n + (n - 1),
          .multiplications = n,
          .divisions = 1,
          .exponentials = n,
          .comparisons = n - 1};
}
// The largest, and the sum of exp(x - largest).
ATTN_ABI constexpr operation_count total_of_exp(std::size_t n) {
  return {.additions = n + (n - 1), .exponentials = n, .comparisons = n - 1};
}

// The rows of X along an axis. `call` is what would be called: it rejects an axis that X has not.
template <class X, axis_selector Axis, class Call>
struct along;
template <class T, class... Axes, axis_selector Axis, class Call>
struct along<tensor<T, Axes...>, Axis, Call> {
  static constexpr std::size_t size = [] {
    if constexpr (rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value)
      return axis_at<shape<Axes...>, Axis.template position_in<Axes...>()>::size;
    else
      return std::size_t{1};
  }();
  static constexpr std::size_t rows = shape<Axes...>::volume / size;
};

}  // namespace detail

// --- element by element
template <class X>
ATTN_ABI constexpr operation_count map(const operation_count& of_f) {
  return X::volume * of_f;
}
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
template <class X>
ATTN_ABI constexpr operation_count exp() {
  return {.exponentials = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count log() {
  return {.logarithms = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count log1p() {
  return {.logarithms = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count pow() {
  return {.powers = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count sqrt() {
  return {.square_roots = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count sin() {
  return {.sines = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count cos() {
  return {.sines = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count tanh() {
  return {.hyperbolic_tangents = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count sigmoid() {
  return {.sigmoids = X::volume};
}
template <class X>
ATTN_ABI constexpr operation_count erf() {
  return {.error_functions = X::volume};
}

template <class X, class B>
ATTN_ABI constexpr operation_count add_bias() {
  return add<decltype(attn::add_bias(detail::some<X>(), detail::some<B>()))>();
}

// --- along an axis
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count reduce(const operation_count& of_f) {
  using row = detail::along<X, Axis, decltype(attn::sum<Axis>(detail::some<X>()))>;
  return row::rows * ((row::size - 1) * of_f);
}
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count sum() {
  return reduce<X, Axis>({.additions = 1});
}
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count amax() {
  return reduce<X, Axis>({.comparisons = 1});
}
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count amin() {
  return amax<X, Axis>();
}
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count mean() {
  using means = decltype(attn::mean<Axis>(detail::some<X>()));
  return sum<X, Axis>() + operation_count{.multiplications = means::volume};
}

template <class X, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count softmax() {
  using row = detail::along<X, Axis, decltype(attn::softmax<Axis>(detail::some<X>()))>;
  return row::rows * detail::softmax_of(row::size);
}
template <class X, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count softmax_naive() {
  using quotients = decltype(attn::softmax_naive<Axis>(detail::some<X>()));
  return exp<X>() + sum<X, Axis>() + divide<quotients>();
}
// Two differences more for each element: (x - m) - log d.
template <class X, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count log_softmax() {
  using row = detail::along<X, Axis, decltype(attn::log_softmax<Axis>(detail::some<X>()))>;
  return row::rows * (detail::total_of_exp(row::size) +
                      operation_count{.additions = 2 * row::size, .logarithms = 1});
}
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count logsumexp() {
  using row = detail::along<X, Axis, decltype(attn::logsumexp<Axis>(detail::some<X>()))>;
  return row::rows *
         (detail::total_of_exp(row::size) + operation_count{.additions = 1, .logarithms = 1});
}

// --- products
template <class A, class B>
ATTN_ABI constexpr operation_count matmul() {
  using product = decltype(attn::matmul(detail::some<A>(), detail::some<B>()));
  return product::volume * detail::contraction(detail::width_of<A>);
}

}  // namespace attn::cost
ATTN_STRICT_FP_END
