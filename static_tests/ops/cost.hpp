// SPDX-License-Identifier: BSL-1.0
// What the costs of several headers of attn/ops/ promise: what counted numbers execute, and figures by hand.
#pragma once

#include <attn/ops/add_bias.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/logsumexp.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/transpose.hpp>

#include "static_tests/support/executed.hpp"

namespace attn_tests::cost_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using row = axis<"row", 3>;
using inner = axis<"inner", 5>;
using column = axis<"column", 4>;
using A = tensor<double, row, inner>;
using B = tensor<double, inner, column>;
using X = tensor<double, batch, row, column>;
using long_rows = tensor<double, dim<2>, axis<"wide", 19>>;

// M K N multiplications and M (K - 1) N additions.
constexpr report products() {
  report r;
  r.check(cost::matmul<A, B>() ==
          operation_count{.additions = 3 * 4 * 4, .multiplications = 3 * 5 * 4});
  const auto product = [](const auto& a, const auto& b) { return matmul(a, b); };
  check_executed(r, executed(product, A{}, B{}), cost::matmul<A, B>());
  using many = tensor<double, batch, row, inner>;
  using right = tensor<double, batch, inner, column>;
  check_executed(r, executed(product, many{}, right{}), cost::matmul<many, right>());
  check_executed(r, executed(product, many{}, B{}), cost::matmul<many, B>());
  r.check(cost::matmul<many, B>() == 2 * cost::matmul<A, B>());
  return r;
}

constexpr report functions_of_elements() {
  report r;
  const auto each = [&r](const auto& f, const operation_count& constant) {
    check_executed(r, executed(f, X{}), constant);
  };
  each([](const auto& x) { return map(x, [](auto e) { return e * e + e; }); },
       cost::map<X>({.additions = 1, .multiplications = 1}));
  each([](const auto& x) { return permute<2, 0, 1>(x); }, {});  // what moves costs nothing
  const auto biased = [](const auto& x, const auto& b) { return add_bias(x, b); };
  using bias = tensor<double, column>;
  check_executed(r, executed(biased, X{}, bias{}), cost::add_bias<X, bias>());
  r.check(cost::add_bias<X, bias>() == operation_count{.additions = 24});
  return r;
}

constexpr report elementary_functions() {
  report r;
  using x4 = tensor<double, column>;
  const auto each = [&r](const auto& f, const operation_count& constant) {
    check_executed(r, executed(f, x4{}), constant);
    r.check(constant.elementary() + constant.square_roots == 4 && constant.flops() == 4);
  };
  each([](const auto& x) { return attn::exp(x); }, cost::exp<x4>());
  each([](const auto& x) { return attn::log(x); }, cost::log<x4>());
  each([](const auto& x) { return attn::log1p(x); }, cost::log1p<x4>());
  each([](const auto& x) { return attn::pow(x, counted<double>(3)); }, cost::pow<x4>());
  each([](const auto& x) { return attn::pow(x, x); }, cost::pow<x4>());
  each([](const auto& x) { return attn::sqrt(x); }, cost::sqrt<x4>());
  each([](const auto& x) { return attn::sin(x); }, cost::sin<x4>());
  each([](const auto& x) { return attn::cos(x); }, cost::cos<x4>());
  each([](const auto& x) { return attn::tanh(x); }, cost::tanh<x4>());
  each([](const auto& x) { return attn::sigmoid(x); }, cost::sigmoid<x4>());
  each([](const auto& x) { return attn::erf(x); }, cost::erf<x4>());
  return r;
}

// 19 elements go into 16 partial sums: still 18 additions.
constexpr report reductions() {
  report r;
  const auto each = [&r](const auto& f, const operation_count& constant) {
    check_executed(r, executed(f, long_rows{}), constant);
  };
  r.check(cost::sum<long_rows, 1>() == operation_count{.additions = 2 * 18});
  r.check(cost::sum<long_rows, 0>() == operation_count{.additions = 19});
  each([](const auto& x) { return sum<1>(x); }, cost::sum<long_rows, 1>());
  each([](const auto& x) { return sum<0>(x); }, cost::sum<long_rows, 0>());
  each([](const auto& x) { return mean<"wide">(x); }, cost::mean<long_rows, "wide">());
  each([](const auto& x) { return amax<1>(x); }, cost::amax<long_rows, 1>());
  each([](const auto& x) { return amin<1>(x); }, cost::amin<long_rows, 1>());
  each([](const auto& x) { return reduce<1>(x, [](auto a, auto b) { return a * b; }); },
       cost::reduce<long_rows, 1>({.multiplications = 1}));
  return r;
}

// A row of n: n - 1 comparisons, n differences, n exponentials, n - 1 sums, 1 division, n products.
constexpr report rows_of_weights() {
  report r;
  const auto each = [&r](const auto& f, const operation_count& constant) {
    check_executed(r, executed(f, X{}), constant);
  };
  r.check(cost::softmax<X>() == operation_count{.additions = 6 * (4 + 3),
                                                .multiplications = 6 * 4,
                                                .divisions = 6,
                                                .exponentials = 6 * 4,
                                                .comparisons = 6 * 3});
  r.check(cost::softmax<X>().flops() == 6 * 16);
  each([](const auto& x) { return softmax(x); }, cost::softmax<X>());
  each([](const auto& x) { return softmax<"row">(x); }, cost::softmax<X, "row">());
  each([](const auto& x) { return softmax_naive(x); }, cost::softmax_naive<X>());
  each([](const auto& x) { return log_softmax(x); }, cost::log_softmax<X>());
  each([](const auto& x) { return log_softmax<"row">(x); }, cost::log_softmax<X, "row">());
  each([](const auto& x) { return logsumexp<"row">(x); }, cost::logsumexp<X, "row">());
  each([](const auto& x) { return logsumexp<2>(x); }, cost::logsumexp<X, 2>());
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"products", products},
    {"functions of elements", functions_of_elements},
    {"elementary functions", elementary_functions},
    {"reductions", reductions},
    {"rows of weights", rows_of_weights},
};

}  // namespace attn_tests::cost_tests
