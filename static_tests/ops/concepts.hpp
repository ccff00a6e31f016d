// SPDX-License-Identifier: BSL-1.0
// What attn/ops/concepts.hpp promises.
#pragma once

#include <attn/ops/concepts.hpp>
#include <attn/text/token_id.hpp>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::concepts_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using q = tensor<double, token, d_k>;
using k = tensor<double, key, d_k>;
using kt = tensor<double, d_k, key>;

constexpr report products() {
  report r;
  r.check(multipliable<q, kt> && multipliable<const q&, kt&&> && !multipliable<q, k>);
  r.check(!multipliable<q, tensor<float, d_k, key>> && !multipliable<q, tensor<double, d_k>>);
  r.check(multipliable<q, matrix<double, 4, 2>> && !multipliable<q, matrix<double, 3, 2>>);
  r.check(!multipliable<q, tensor<double, d_k, token>>);  // (token, token)
  r.check(multipliable<tensor<double, batch, token, d_k>, kt>);
  r.check(!multipliable<q, int> && !multipliable<int, q>);
  r.check(std::is_same_v<matmul_result<const q&, kt>, tensor<double, token, key>>);
  r.check(transposable<k> && !transposable<tensor<double, d_k>> && !transposable<int>);
  r.check(std::is_same_v<transpose_result<k>, kt>);
  return r;
}

constexpr report element_by_element() {
  report r;
  r.check(combinable<q, q> && combinable<q, matrix<double, 3, 4>> && !combinable<q, k>);
  r.check(!combinable<q, tensor<float, token, d_k>> && !combinable<q, double>);
  r.check(!combinable<tensor<token_id<3>, token>, tensor<token_id<3>, token>>);
  r.check(std::is_same_v<combine_result<matrix<double, 3, 4>, const q>, q>);
  r.check(reducible<q, "d_k"> && reducible<const q&, -1> && !reducible<q, "key">);
  r.check(!reducible<q, 2> && !reducible<int, 0>);
  r.check(std::is_same_v<reduce_result<q, "d_k">, tensor<double, token>>);
  return r;
}

constexpr report patterns() {
  report r;
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
  return r;
}

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
// The type of a wrong call is that of its first operand, without an error.
constexpr report results_of_wrong_calls() {
  report r;
  r.check(std::is_same_v<matmul_result<q, k>, q> && std::is_same_v<matmul_result<k&, int>, k>);
  r.check(std::is_same_v<combine_result<q, k>, q> && std::is_same_v<combine_result<k&, q>, k>);
  r.check(std::is_same_v<combine_result<matrix<int, 3, 4>, q>, matrix<int, 3, 4>>);
  r.check(std::is_same_v<transpose_result<tensor<int, d_k>>, tensor<int, d_k>>);
  r.check(std::is_same_v<reduce_result<const q&, "key">, q>);
  r.check(std::is_same_v<rearrange_result<"t d -> d", q>, q>);
  r.check(std::is_same_v<einsum_result<"td,dk->tk", q, k>, q>);
  return r;
}

constexpr report chooses_templates() {
  report r;
  constexpr bool for_product = requires(q a, kt b) { times(a, b).data(); };
  r.check(for_product && times(launder(q{}), launder(k{})) == 7);
  r.check(multipliable<decltype(as_archetype(q{})), decltype(as_archetype(kt{}))>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"products", products},
    {"element by element", element_by_element},
    {"patterns", patterns},
    {"results of wrong calls", results_of_wrong_calls},
    {"chooses templates", chooses_templates},
};

}  // namespace attn_tests::concepts_tests
