// SPDX-License-Identifier: BSL-1.0
// Behaviours of cost, concepts of attn/ops/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::ops_cost_tests {
using row = axis<"row", 3>;
using A = tensor<double, row, inner>;
using B = tensor<double, inner, column>;
using X = tensor<double, batch, row, column>;
using long_rows = tensor<double, dim<2>, axis<"wide", 19>>;
using q = tensor<double, token, d_k>;
using k = tensor<double, key, d_k>;
using kt = tensor<double, d_k, key>;

// A template is chosen by it, and declares its result.
template <class A, class B>
  requires(multipliable<A, B>)
constexpr matmul_result<A, B> times(const A& a, const B& b) {
  return matmul(a, b);
}
template <class A, class B>
  requires(!multipliable<A, B>)
constexpr int times(const A&, const B&) {
  return 7;
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What the costs of several headers of attn/ops/ promise: what counted numbers execute, and figures by hand.
  // M K N multiplications and M (K - 1) N additions.
  tests.proved("products", [](report& r) {
    r.check(cost::matmul<A, B>() ==
            operation_count{.additions = 3 * 4 * 4, .multiplications = 3 * 5 * 4});
    const auto product = [](const auto& a, const auto& b) { return matmul(a, b); };
    cost_is_counted(r, cost::matmul<A, B>(), product, A{}, B{});
    using many = tensor<double, batch, row, inner>;
    using right = tensor<double, batch, inner, column>;
    cost_is_counted(r, cost::matmul<many, right>(), product, many{}, right{});
    cost_is_counted(r, cost::matmul<many, B>(), product, many{}, B{});
    r.check(cost::matmul<many, B>() == 2 * cost::matmul<A, B>());
  });
  tests.proved("functions of elements", [](report& r) {
    const auto each = [&r](const auto& f, const operation_count& constant) {
      cost_is_counted(r, constant, f, X{});
    };
    each([](const auto& x) { return map(x, [](auto e) { return e * e + e; }); },
        cost::map<X>({.additions = 1, .multiplications = 1}));
    each([](const auto& x) { return permute<2, 0, 1>(x); }, {});  // what moves costs nothing
    const auto biased = [](const auto& x, const auto& b) { return add_bias(x, b); };
    using bias = tensor<double, column>;
    cost_is_counted(r, cost::add_bias<X, bias>(), biased, X{}, bias{});
    r.check(cost::add_bias<X, bias>() == operation_count{.additions = 24});
  });
  tests.proved("elementary functions", [](report& r) {
    using x4 = tensor<double, column>;
    const auto each = [&r](const auto& f, const operation_count& constant) {
      cost_is_counted(r, constant, f, x4{});
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
  });
  // 19 elements go into 16 partial sums: still 18 additions.
  tests.proved("reductions", [](report& r) {
    const auto each = [&r](const auto& f, const operation_count& constant) {
      cost_is_counted(r, constant, f, long_rows{});
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
  });
  // A row of n: n - 1 comparisons, n differences, n exponentials, n - 1 sums, 1 division, n products.
  tests.proved("rows of weights", [](report& r) {
    const auto each = [&r](const auto& f, const operation_count& constant) {
      cost_is_counted(r, constant, f, X{});
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
  });
  // What attn/ops/concepts.hpp promises.
  tests.proved("products", [](report& r) {
    r.check(multipliable<q, kt> && multipliable<const q&, kt&&> && !multipliable<q, k>);
    r.check(!multipliable<q, tensor<float, d_k, key>> && !multipliable<q, tensor<double, d_k>>);
    r.check(multipliable<q, matrix<double, 4, 2>> && !multipliable<q, matrix<double, 3, 2>>);
    r.check(!multipliable<q, tensor<double, d_k, token>>);  // (token, token)
    r.check(multipliable<tensor<double, batch, token, d_k>, kt>);
    r.check(!multipliable<q, int> && !multipliable<int, q>);
    r.check(std::is_same_v<matmul_result<const q&, kt>, tensor<double, token, key>>);
    r.check(transposable<k> && !transposable<tensor<double, d_k>> && !transposable<int>);
    r.check(std::is_same_v<transpose_result<k>, kt>);
  });
  tests.proved("element by element", [](report& r) {
    r.check(combinable<q, q> && combinable<q, matrix<double, 3, 4>> && !combinable<q, k>);
    r.check(!combinable<q, tensor<float, token, d_k>> && !combinable<q, double>);
    r.check(!combinable<tensor<token_id<3>, token>, tensor<token_id<3>, token>>);
    r.check(std::is_same_v<combine_result<matrix<double, 3, 4>, const q>, q>);
    r.check(reducible<q, "d_k"> && reducible<const q&, -1> && !reducible<q, "key">);
    r.check(!reducible<q, 2> && !reducible<int, 0>);
    r.check(std::is_same_v<reduce_result<q, "d_k">, tensor<double, token>>);
  });
  tests.proved("patterns", [](report& r) {
    r.check(rearrangeable<"t d -> d t", q> && rearrangeable<"token d_k -> (d_k token)", q>);
    r.check(!rearrangeable<"t d -> d", q> && !rearrangeable<"key d_k -> d_k key", q>);
    r.check(!rearrangeable<"t d - d t", q> && !rearrangeable<"t d -> d t", int>);
    r.check(rearrangeable<"t (h d) -> h t d", q, axis<"h", 2>>);
    r.check(!rearrangeable<"t (h d) -> h t d", q>);
    r.check(!rearrangeable<"t (h d) -> h t d", q, axis<"h", 3>>);
    r.check(!rearrangeable<"t (h d) -> h t d", q, axis<"g", 2>>);
    r.check(!rearrangeable<"t (h d) -> h t d", q, axis<"h", 2>, axis<"h", 2>>);
    r.check(!rearrangeable<"t (h d) -> h t d", q, int>);
    r.check(std::is_same_v<rearrange_result<"t (h d) -> h t d", const q&, axis<"h", 2>>,
        tensor<double, dim<2>, token, dim<2>>>);
    r.check(contractable<"ij,kj->ik", q, k> && !contractable<"ij,jk->ik", q, k>);
    r.check(!contractable<"ij,kj->ik", q> && !contractable<"ij,kj->ik", q, int>);
    r.check(!contractable<"ij,kj->ik", q, tensor<float, key, d_k>>);
    r.check(std::is_same_v<einsum_result<"ij,kj->ki", q, const k&>, tensor<double, key, token>>);
  });
  // The type of a wrong call is the type of its first operand, without an error.
  tests.proved("results of wrong calls", [](report& r) {
    // A rejected product has the type of the one that was meant.
    r.check(std::is_same_v<matmul_result<q, k>, matmul_result<q, kt>>);
    r.check(std::is_same_v<matmul_result<k&, int>, k>);
    r.check(std::is_same_v<combine_result<q, k>, q> && std::is_same_v<combine_result<k&, q>, k>);
    r.check(std::is_same_v<combine_result<matrix<int, 3, 4>, q>, matrix<int, 3, 4>>);
    r.check(std::is_same_v<transpose_result<tensor<int, d_k>>, tensor<int, d_k>>);
    r.check(std::is_same_v<reduce_result<const q&, "key">, q>);
    r.check(std::is_same_v<rearrange_result<"t d -> d", q>, q>);
    r.check(std::is_same_v<einsum_result<"td,dk->tk", q, k>, q>);
  });
  tests.proved("chooses templates", [](report& r) {
    constexpr bool for_product = requires(q a, kt b) { times(a, b).data(); };
    r.check(for_product && times(launder(q{}), launder(k{})) == 7);
    r.check(multipliable<decltype(as_archetype(q{})), decltype(as_archetype(kt{}))>);
  });
};
}  // namespace attn_tests::ops_cost_tests
