// SPDX-License-Identifier: BSL-1.0
// What attn/attention/project_heads.hpp promises.
#pragma once

#include <attn/attention/heads.hpp>
#include <attn/attention/project_heads.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/rename.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::project_heads_tests {

using namespace attn;
using token = axis<"token", 5>;
using width = axis<"width", 7>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using d_k = axis<"d_k", 2>;

constexpr report by_hand() {
  report r;
  const auto x = launder(matrix<int, 3, 2>{{1, 2}, {3, 4}, {5, 6}});
  const auto w = launder(tensor<int, dim<2>, dim<2>, dim<1>>{{{1}, {10}}, {{100}, {-1}}});
  const auto y = project_heads(x, w);
  static_assert(std::is_same_v<decltype(y), const tensor<int, dim<2>, dim<3>, dim<1>>>);
  r.check(y == tensor<int, dim<2>, dim<3>, dim<1>>{{{21}, {43}, {65}}, {{98}, {296}, {494}}});
  r.bits(y);
  return r;
}

template <class T>
constexpr report a_head_is_a_product() {
  report r;
  const auto x = launder(filled<tensor<T, token, width>>(1));
  const auto w = launder(filled<tensor<T, head, width, d_k>>(2));
  const auto y = project_heads(x, w);
  static_assert(std::is_same_v<decltype(y), const tensor<T, head, token, d_k>>);
  for (std::size_t h = 0; h < 3; ++h)
    r.check(bitwise_equal(select<"head">(y, h), matmul(x, select<"head">(w, h))));
  r.check(bitwise_equal(project_heads(unnamed(x), unnamed(w)), unnamed(y)));
  using call = rules::project_heads_call<tensor<T, token, width>, tensor<T, head, width, d_k>>;
  static_assert(call::holds &&
                std::is_same_v<typename call::projection,
                               rules::head_projection<heads_of_the_weights, tensor<T, token, width>,
                                                      tensor<T, head, width, d_k>>>);
  r.bits(y);
  return r;
}

// The matrices of the heads are the column blocks of one: the same numbers, bit for bit.
template <class T>
constexpr report column_blocks_of_one_matrix() {
  report r;
  const auto x = launder(filled<tensor<T, token, width>>(3));
  const auto w = launder(filled<tensor<T, width, model>>(4));
  r.check(bitwise_equal(project_heads(x, split_heads<head, d_k>(w)),
                        split_heads<head, d_k>(matmul(x, w))));
  r.bits(project_heads(x, split_heads<head, d_k>(w)));
  return r;
}

template <class T>
constexpr report a_batch_stays_in_front() {
  report r;
  using batch = axis<"batch", 2>;
  const auto x = launder(filled<tensor<T, batch, token, width>>(5));
  const auto w = launder(filled<tensor<T, head, width, d_k>>(6));
  const auto y = project_heads(x, w);
  static_assert(std::is_same_v<decltype(y), const tensor<T, batch, head, token, d_k>>);
  for (std::size_t b = 0; b < 2; ++b)
    r.check(bitwise_equal(select<"batch">(y, b), project_heads(select<"batch">(x, b), w)));
  r.bits(y);
  return r;
}

// Wider than the registers of any instruction set, and not a multiple of their lanes.
template <class T>
constexpr report wide_heads() {
  report r;
  const auto x = launder(filled<matrix<T, 9, 12>>(7));
  const auto w = launder(filled<tensor<T, dim<2>, dim<12>, dim<37>>>(8));
  const auto y = project_heads(x, w);
  for (std::size_t h = 0; h < 2; ++h)
    r.check(bitwise_equal(select<0>(y, h), matmul(x, select<0>(w, h))));
  r.bits(y);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, width>>(9));
  const auto w = launder(filled<tensor<double, head, width, d_k>>(10));
  r.check(bitwise_equal(values_of(project_heads(as_archetype(x), as_archetype(w))),
                        project_heads(x, w)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"by hand", by_hand},
    {"a head is a product, float", a_head_is_a_product<float>},
    {"a head is a product, double", a_head_is_a_product<double>},
    {"a head is a product, int", a_head_is_a_product<int>},
    {"column blocks of one matrix, float", column_blocks_of_one_matrix<float>},
    {"column blocks of one matrix, double", column_blocks_of_one_matrix<double>},
    {"a batch stays in front, float", a_batch_stays_in_front<float>},
    {"a batch stays in front, double", a_batch_stays_in_front<double>},
    {"wide heads, float", wide_heads<float>},
    {"wide heads, double", wide_heads<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::project_heads_tests
