// SPDX-License-Identifier: BSL-1.0
// What attn/attention/self_attention.hpp promises.
#pragma once

#include <attn/attention/self_attention.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/reference/seed3_self_attention_seed12.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::self_attention_tests {

using namespace attn;

// Article 3, from the embedded sentence on; its weights are floats.
template <class T>
constexpr report article_3() {
  namespace expected = reference::seed3_self_attention_seed12;
  using expected::embedding_weight, expected::tokens, expected::W_q, expected::W_k, expected::W_v;
  report r;
  using token = axis<"token", 7>;
  using width = axis<"width", 4>;
  using d_k = axis<"d_k", 3>;
  using d_v = axis<"d_v", 3>;
  const auto table = as<float>(embedding_weight);
  tensor<T, token, width> x;
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = 0; j < 4; ++j) x(i, j) = T(table(tokens(i), j));
  x = launder(x);
  const auto w_q = launder(with_axes<width, d_k>(as<T>(as<float>(W_q))));
  const auto w_k = launder(with_axes<width, d_k>(as<T>(as<float>(W_k))));
  const auto w_v = launder(with_axes<width, d_v>(as<T>(as<float>(W_v))));
  r.check(near(x, expected::X));
  r.check(near(matmul(x, w_q), expected::Q) && near(matmul(x, w_k), expected::K) &&
          near(matmul(x, w_v), expected::V));
  const auto scores = attention_scores(matmul(x, w_q), matmul(x, w_k));
  r.check(near(scores, expected::scores));
  r.check(near(scores * default_scale<T>(d_k::size), expected::scaled_scores));
  r.check(near(attention_weights(matmul(x, w_q), matmul(x, w_k)), expected::attention_weights));
  const auto out = self_attention(x, w_q, w_k, w_v);
  static_assert(std::is_same_v<decltype(out), const tensor<T, token, d_v>>);
  r.check(near(out, expected::attention_output));
  // "Learning" stands at 3 and at 6: without positions nothing can tell them apart.
  r.check(bitwise_equal(select<"token">(out, 3), select<"token">(out, 6)));
  r.check(!bitwise_equal(select<"token">(out, 3), select<"token">(out, 5)));
  r.bits(out);
  return r;
}

template <class T>
constexpr report is_the_composition() {
  report r;
  using token = axis<"token", 5>;
  using width = axis<"width", 4>;
  using d_k = axis<"d_k", 3>;
  using d_v = axis<"d_v", 2>;
  const auto x = launder(filled<tensor<T, token, width>>(1, T(2)));
  const auto w_q = launder(filled<tensor<T, width, d_k>>(2, T(2)));
  const auto w_k = launder(filled<tensor<T, width, d_k>>(3, T(2)));
  const auto w_v = launder(filled<tensor<T, width, d_v>>(4));
  const auto q = matmul(x, w_q);
  const auto k = matmul(x, w_k);
  const auto v = matmul(x, w_v);
  r.check(bitwise_equal(self_attention(x, w_q, w_k, w_v), scaled_dot_product_attention(q, k, v)));
  r.check(bitwise_equal(self_attention(x, w_q, w_k, w_v, unscaled),
                        scaled_dot_product_attention(q, k, v, unscaled)));
  r.check(bitwise_equal(self_attention(unnamed(x), unnamed(w_q), unnamed(w_k), unnamed(w_v)),
                        unnamed(scaled_dot_product_attention(q, k, v))));
  // The padding of the sequence goes by the sequence's own name.
  const auto said = launder(keep_mask<token>{1, 1, 1, 0, 0});
  r.check(bitwise_equal(self_attention(x, w_q, w_k, w_v, key_padding(said)),
                        self_attention(x, w_q, w_k, w_v, valid_keys(3))));
  // One sequence of a batch is that sequence alone.
  using batch = axis<"batch", 2>;
  const auto many = launder(filled<tensor<T, batch, token, width>>(5, T(2)));
  const auto all = self_attention(many, w_q, w_k, w_v);
  static_assert(std::is_same_v<decltype(all), const tensor<T, batch, token, d_v>>);
  r.check(bitwise_equal(select<"batch">(all, 1),
                        self_attention(select<"batch">(many, 1), w_q, w_k, w_v)));
  r.bits(all);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 4>>(1, 2.0));
  const auto w = launder(filled<matrix<double, 4, 2>>(2, 2.0));
  const auto u = launder(filled<matrix<double, 4, 2>>(3));
  r.check(bitwise_equal(
      values_of(self_attention(as_archetype(x), as_archetype(w), as_archetype(u), as_archetype(w))),
      self_attention(x, w, u, w)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"article 3, double", article_3<double>},
    {"article 3, float", article_3<float>},
    {"is the composition, double", is_the_composition<double>},
    {"is the composition, float", is_the_composition<float>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::self_attention_tests
