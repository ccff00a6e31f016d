// SPDX-License-Identifier: BSL-1.0
// What the formulas of costs share. cost::f<types…>() is in the header of f, after f: the cost of
// one call, an operation_count, from the types of the operands. An invalid call is rejected with
// its own error. Operations on constants (a scale, 1 / n) are not counted (scalars/counted.hpp).
// Functions that only move elements cost nothing and have no formula.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost::detail {

// An operand, for what a call would return. Not defined: nothing is evaluated.
template <class X>
ATTN_ABI const X& some();

// What a call of F returns, for what comes next.
template <class F, class... X>
using result_of = std::remove_cvref_t<decltype(some<F>()(some<X>()...))>;

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
// The largest of n, and the sum of exp(x - largest).
ATTN_ABI constexpr operation_count total_of_exp(std::size_t n) {
  return {.additions = n + (n - 1), .exponentials = n, .comparisons = n - 1};
}

// The rows of X along an axis. `Call` is what would be called: it rejects an axis that X has not.
template <class X, axis_selector Axis, class Call>
struct along {
  using call = rules::axis_call<Axis, X>;
  using axes = typename X::shape_type;
  // extents has a 1 after the last.
  static constexpr std::size_t size = axes::extents[call::holds ? call::position : axes::rank];
  static constexpr std::size_t rows = X::volume / size;
};

}  // namespace attn::cost::detail
ATTN_STRICT_FP_END
