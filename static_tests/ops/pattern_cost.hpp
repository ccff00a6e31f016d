// SPDX-License-Identifier: BSL-1.0
// What the costs of dot, einsum and reduce<pattern, how> promise: what counted numbers execute, and figures by hand.
#pragma once

#include <attn/ops/dot.hpp>
#include <attn/ops/einsum.hpp>
#include <attn/ops/rearrange.hpp>
#include <attn/ops/reduce_pattern.hpp>

#include "static_tests/support/executed.hpp"

namespace attn_tests::pattern_cost_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using row = axis<"row", 3>;
using inner = axis<"inner", 5>;
using column = axis<"column", 4>;
using A = tensor<double, row, inner>;
using B = tensor<double, column, inner>;
using X = tensor<double, batch, row, inner>;

constexpr report products() {
  report r;
  constexpr operation_count by_hand{.additions = 12 * 4, .multiplications = 12 * 5};
  static_assert(cost::einsum<"row inner, column inner -> row column", A, B>() == by_hand);
  static_assert(cost::dot<A, B, "inner">() == by_hand);
  const auto sums = [](const auto& a, const auto& b) {
    return einsum<"row inner, column inner -> row column">(a, b);
  };
  check_executed(r, executed(sums, A{}, B{}), by_hand);
  const auto by_name = [](const auto& a, const auto& b) { return dot<"inner">(a, b); };
  check_executed(r, executed(by_name, A{}, B{}), by_hand);
  const auto twice = [](const auto& a, const auto& b) { return dot<"row", "inner">(a, b); };
  check_executed(r, executed(twice, X{}, A{}), cost::dot<X, A, "row", "inner">());
  r.check(cost::dot<X, A, "row", "inner">() ==
          operation_count{.additions = 2 * 14, .multiplications = 2 * 15});
  return r;
}

constexpr report of_one_and_of_three() {
  report r;
  const auto trace = [](const auto& x) { return einsum<"i i ->">(x); };
  using square = tensor<double, dim<4>, dim<4>>;
  check_executed(r, executed(trace, square{}), {.additions = 3});
  r.check(cost::einsum<"i i ->", square>() == operation_count{.additions = 3});
  const auto total = [](const auto& x) { return einsum<"batch row inner -> row">(x); };
  check_executed(r, executed(total, X{}), cost::einsum<"batch row inner -> row", X>());
  const auto three = [](const auto& x, const auto& a, const auto& b) {
    return einsum<"t r i, r i, c i -> t c">(x, a, b);
  };
  constexpr operation_count constant = cost::einsum<"t r i, r i, c i -> t c", X, A, B>();
  static_assert(constant == operation_count{.additions = 8 * 14, .multiplications = 8 * 15 * 2});
  check_executed(r, executed(three, X{}, A{}, B{}), constant);
  const auto outer = [](const auto& a, const auto& b) { return einsum<"r i, c i -> r c i">(a, b); };
  check_executed(r, executed(outer, A{}, B{}), {.multiplications = 60});
  r.check(cost::einsum<"r i, c i -> r c i", A, B>() == operation_count{.multiplications = 60});
  return r;
}

template <label How>
constexpr void check_reduction(report& r) {
  const auto call = [](const auto& x) { return reduce<"batch row inner -> row", How>(x); };
  check_executed(r, executed(call, X{}), cost::reduce<"batch row inner -> row", How, X>());
}
constexpr report reductions() {
  report r;
  check_reduction<"sum">(r);
  check_reduction<"mean">(r);
  check_reduction<"max">(r);
  check_reduction<"min">(r);
  check_reduction<"prod">(r);
  r.check(cost::reduce<"batch row inner -> row", "mean", X>() ==
          operation_count{.additions = 3 * 9, .multiplications = 3});
  const auto moved = [](const auto& x) {
    return rearrange<"batch row inner -> inner (batch row)">(x);
  };
  check_executed(r, executed(moved, X{}), {});
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"products", products},
    {"of one and of three", of_one_and_of_three},
    {"reductions", reductions},
};

}  // namespace attn_tests::pattern_cost_tests
