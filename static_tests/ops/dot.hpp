// SPDX-License-Identifier: BSL-1.0
// What attn/ops/dot.hpp promises.
#pragma once

#include <attn/ops/dot.hpp>
#include <attn/ops/einsum.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/permute.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/rename.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::dot_tests {

using namespace attn;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using head = axis<"head", 2>;

// Where the summed axis stands does not matter.
template <class T>
constexpr report scores() {
  report r;
  const auto q = launder(filled<tensor<T, query, d_k>>(1));
  const auto k = launder(filled<tensor<T, key, d_k>>(2));
  const auto s = dot<"d_k">(q, k);
  static_assert(std::is_same_v<decltype(s), const tensor<T, query, key>>);
  r.check(bitwise_equal(s, matmul(q, transpose(k))));
  r.check(bitwise_equal(dot<"d_k">(transpose(q), k), s));
  r.check(bitwise_equal(dot<"d_k">(q, transpose(k)), s));
  r.check(bitwise_equal(dot<-1>(q, k), s));
  r.check(bitwise_equal(dot<1>(unnamed(q), k), s));
  r.bits(s);
  return r;
}

template <class T>
constexpr report several_axes() {
  report r;
  const auto q = launder(filled<tensor<T, head, query, d_k>>(3));
  const auto k = launder(filled<tensor<T, d_k, key, head>>(4));
  const auto s = dot<"head", "d_k">(q, k);
  static_assert(std::is_same_v<decltype(s), const tensor<T, query, key>>);
  r.check(bitwise_equal(s, einsum<"head query d_k, d_k key head -> query key">(q, k)));
  r.check(bitwise_equal(dot<"d_k", "head">(q, k), s));  // in A's order, not in this one
  const auto unheaded = launder(filled<tensor<T, key, d_k>>(5));
  const auto four = dot<"d_k">(q, unheaded);
  static_assert(std::is_same_v<decltype(four), const tensor<T, head, query, key>>);
  r.check(bitwise_equal(four, matmul(q, transpose(unheaded))));
  const auto keys = launder(filled<tensor<T, d_k, key, axis<"batch", 2>>>(6));
  const auto most = dot<"d_k">(q, keys);  // as many axes as a tensor can have
  static_assert(
      std::is_same_v<decltype(most), const tensor<T, head, query, key, axis<"batch", 2>>>);
  r.check(bitwise_equal(most, einsum<"hqd,dkb->hqkb">(q, keys)));
  r.bits(s);
  return r;
}

constexpr report vectors() {
  report r;
  const auto a = launder(tensor<int, d_k>{1, 2, 3, 4});
  const auto b = launder(tensor<int, d_k>{5, 6, 7, 8});
  r.check(dot<"d_k">(a, b) == tensor<int>{70} && dot<0>(a, b) == tensor<int>{70});
  const auto m = launder(filled<tensor<int, query, d_k>>(6));
  const auto product = dot<"d_k">(m, a);
  static_assert(std::is_same_v<decltype(product), const tensor<int, query>>);
  r.check(product == einsum<"ij,j->i">(m, a));
  const auto all = dot<"query", "d_k">(m, m);
  static_assert(std::is_same_v<decltype(all), const tensor<int>>);
  r.check(all == einsum<"ij,ij->">(m, m));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto a = launder(filled<tensor<double, query, d_k>>(7));
  const auto b = launder(filled<tensor<double, d_k>>(8));
  r.check(bitwise_equal(values_of(dot<"d_k">(as_archetype(a), as_archetype(b))), dot<"d_k">(a, b)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"scores, float", scores<float>},
    {"scores, double", scores<double>},
    {"several axes, float", several_axes<float>},
    {"several axes, double", several_axes<double>},
    {"vectors", vectors},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::dot_tests
