// SPDX-License-Identifier: BSL-1.0
// What attn/attention/heads.hpp promises.
#pragma once

#include <attn/attention/heads.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::heads_tests {

using namespace attn;
using token = axis<"token", 5>;
using width = axis<"width", 6>;
using head = axis<"head", 3>;
using d_k = axis<"d_k", 2>;

// Head h is a block of columns: every token keeps its own numbers.
template <class T>
constexpr report a_head_is_a_block_of_columns() {
  report r;
  const auto x = launder(filled<tensor<T, token, width>>(1));
  const auto heads = split_heads<head, d_k>(x);
  static_assert(std::is_same_v<decltype(heads), const tensor<T, head, token, d_k>>);
  for (std::size_t h = 0; h < 3; ++h) {
    const auto block = narrow<"width", 2>(x, 2 * h);
    const auto one = select<"head">(heads, h);
    for (std::size_t t = 0; t < 5; ++t)
      for (std::size_t c = 0; c < 2; ++c) r.check(bitwise_equal(one(t, c), block(t, c)));
  }
  r.check(bitwise_equal(merge_heads<"width">(heads), x));
  r.bits(heads);
  return r;
}

template <class T>
constexpr report a_batch_stays_in_front() {
  report r;
  using batch = axis<"batch", 2>;
  const auto x = launder(filled<tensor<T, batch, token, width>>(2));
  const auto heads = split_heads<head, d_k>(x);
  static_assert(std::is_same_v<decltype(heads), const tensor<T, batch, head, token, d_k>>);
  for (std::size_t b = 0; b < 2; ++b)
    r.check(
        bitwise_equal(select<"batch">(heads, b), split_heads<head, d_k>(select<"batch">(x, b))));
  r.check(bitwise_equal(merge_heads<"width">(heads), x));
  r.bits(heads);
  return r;
}

// The shapes that article 0's program prints, at its own sizes; by type alone.
constexpr report article_0_shapes() {
  report r;
  using sequence = axis<"token", 3>;
  using hidden = axis<"hidden", 768>;
  using x = tensor<float, sequence, hidden>;
  using heads = decltype(split_heads<axis<"head", 8>, axis<"d_k", 96>>(x{}));
  using out = decltype(scaled_dot_product_attention(heads{}, heads{}, heads{}));
  r.check(std::is_same_v<heads, tensor<float, axis<"head", 8>, sequence, axis<"d_k", 96>>>);
  r.check(std::is_same_v<out, heads>);
  r.check(std::is_same_v<decltype(merge_heads<"hidden">(out{})), x>);
  return r;
}

// Attention of all heads at once is that of each on its own.
template <class T>
constexpr report heads_attend_on_their_own() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(3, T(2)));
  const auto k = launder(filled<tensor<T, token, width>>(4, T(2)));
  const auto v = launder(filled<tensor<T, token, width>>(5));
  const auto all = scaled_dot_product_attention(
      split_heads<head, d_k>(q), split_heads<head, d_k>(k), split_heads<head, d_k>(v));
  for (std::size_t h = 0; h < 3; ++h) {
    const auto one = scaled_dot_product_attention(
        narrow<"width", 2>(q, 2 * h), narrow<"width", 2>(k, 2 * h), narrow<"width", 2>(v, 2 * h));
    r.check(bitwise_equal(unnamed(select<"head">(all, h)), unnamed(one)));
  }
  r.bits(merge_heads<"width">(all));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, width>>(6));
  const auto heads = split_heads<head, d_k>(as_archetype(x));
  r.check(bitwise_equal(values_of(heads), split_heads<head, d_k>(x)));
  r.check(bitwise_equal(values_of(merge_heads<"width">(heads)), x));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"a head is a block of columns, float", a_head_is_a_block_of_columns<float>},
    {"a head is a block of columns, int", a_head_is_a_block_of_columns<int>},
    {"a batch stays in front", a_batch_stays_in_front<double>},
    {"article 0's shapes", article_0_shapes},
    {"heads attend on their own, float", heads_attend_on_their_own<float>},
    {"heads attend on their own, double", heads_attend_on_their_own<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::heads_tests
