// SPDX-License-Identifier: BSL-1.0
// What attn/attention/columns.hpp promises; and article 1, which writes tokens as columns.
#pragma once

#include <attn/attention/columns.hpp>
#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/concat.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/reference/seed1_single_head_columns.hpp"
#include "static_tests/reference/seed1_two_heads_columns.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::columns_tests {

using namespace attn;

// Four inputs x1 … x4, embedded as a1 … a4; a projection is W a, all of them together W I.
namespace article_1 {
using token = axis<"token", 4>;
using input = axis<"input", 3>;
using feature = axis<"feature", 4>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 3>;

namespace one = reference::seed1_single_head_columns;
namespace two = reference::seed1_two_heads_columns;

template <class T>
constexpr auto I() {
  return matmul(launder(as<T>(with_axes<feature, input>(one::W))),
                launder(as<T>(with_axes<input, token>(one::x))));
}
template <class T>
constexpr auto Q() {
  return matmul(launder(as<T>(with_axes<d_k, feature>(one::Wq))), I<T>());
}
template <class T>
constexpr auto K() {
  return matmul(launder(as<T>(with_axes<d_k, feature>(one::Wk))), I<T>());
}
template <class T>
constexpr auto V() {
  return matmul(launder(as<T>(with_axes<d_v, feature>(one::Wv))), I<T>());
}

template <class T>
constexpr report one_head() {
  report r;
  using key_token = axis<"key_token", 4>;
  r.check(near(I<T>(), one::I) && near(Q<T>(), one::Q) && near(K<T>(), one::K) &&
          near(V<T>(), one::V));
  const auto A = column_scores(Q<T>(), K<T>());
  static_assert(std::is_same_v<decltype(A), const tensor<T, key_token, token>>);
  r.check(near(A, one::A));
  r.check(near(A * default_scale<T>(4), one::A_scaled));
  r.check(bitwise_equal(A, matmul(transpose(rename<"token", "key_token">(K<T>())), Q<T>())));
  const auto A_hat = column_attention_weights(Q<T>(), K<T>());
  r.check(near(A_hat, one::A_hat));
  r.check(bitwise_equal(A_hat, softmax<"key_token">(A * default_scale<T>(4))));
  r.check(allclose(sum<"key_token">(A_hat), tensor<T, token>{1, 1, 1, 1}));
  const auto O = column_attention(Q<T>(), K<T>(), V<T>());
  static_assert(std::is_same_v<decltype(O), const tensor<T, d_v, token>>);
  r.check(near(O, one::O));
  r.check(near(column_attention_weights(Q<T>(), K<T>(), unscaled), one::A_hat_unscaled));
  r.check(near(column_attention(Q<T>(), K<T>(), V<T>(), unscaled), one::O_unscaled));
  r.check(bitwise_equal(O, transpose(scaled_dot_product_attention(
                               transpose(Q<T>()), transpose(K<T>()), transpose(V<T>())))));
  r.bits(O);
  return r;
}

// "q^{i,1} is asked of k^{j,1} only", and the heads together are brought down to three numbers.
template <class T>
constexpr report two_heads() {
  report r;
  using one_head = dim<2>;
  const auto project = [](const auto& W, const auto& x) {
    return matmul(launder(as<T>(unnamed(W))), unnamed(x));
  };
  const auto q1 = project(two::Wq1, Q<T>()), q2 = project(two::Wq2, Q<T>());
  const auto k1 = project(two::Wk1, K<T>()), k2 = project(two::Wk2, K<T>());
  const auto v1 = project(two::Wv1, V<T>()), v2 = project(two::Wv2, V<T>());
  static_assert(std::is_same_v<decltype(q1), const tensor<T, one_head, dim<4>>>);
  r.check(near(q1, two::q1) && near(k1, two::k1) && near(v1, two::v1));
  r.check(near(q2, two::q2) && near(k2, two::k2) && near(v2, two::v2));
  r.check(near(column_scores(q1, k1), two::A1) && near(column_scores(q2, k2), two::A2));
  r.check(near(column_attention_weights(q1, k1), two::A_hat1));
  r.check(near(column_attention_weights(q2, k2), two::A_hat2));
  const auto b1 = column_attention(q1, k1, v1), b2 = column_attention(q2, k2, v2);
  r.check(near(b1, two::b1) && near(b2, two::b2));
  r.check(near(concat<0>(b1, b2), two::b_concat));
  const auto b = matmul(launder(as<T>(two::WO)), concat<0>(b1, b2));
  static_assert(std::is_same_v<decltype(b), const tensor<T, dim<3>, dim<4>>>);  // of 4 made 3
  r.check(near(b, two::b));
  r.bits(b);
  return r;
}
}  // namespace article_1

// Every extent another one, and heads in front.
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

template <class T>
constexpr report the_row_form_transposed() {
  report r;
  const auto q = launder(filled<tensor<T, d_k, token>>(1, T(2)));
  const auto k = launder(filled<tensor<T, d_k, key>>(2, T(2)));
  const auto v = launder(filled<tensor<T, d_v, key>>(3));
  const auto O = column_attention(q, k, v);
  static_assert(std::is_same_v<decltype(O), const tensor<T, d_v, token>>);
  const auto A = column_scores(q, k);
  static_assert(std::is_same_v<decltype(A), const tensor<T, key, token>>);
  r.check(bitwise_equal(A, matmul(transpose(k), q)));
  const auto A_hat = column_attention_weights(q, k);
  r.check(bitwise_equal(A_hat, softmax<"key">(A * default_scale<T>(4))));
  r.check(bitwise_equal(O, matmul(v, A_hat)));
  const auto rows = [&](const auto&... options) {
    return transpose(
        scaled_dot_product_attention(transpose(q), transpose(k), transpose(v), options...));
  };
  r.check(bitwise_equal(O, rows()));
  r.check(
      bitwise_equal(column_attention(q, k, v, causal<bottom_right>), rows(causal<bottom_right>)));
  r.check(bitwise_equal(column_attention(q, k, v, scored_by(dot_score)), rows(unscaled)));
  r.bits(O);
  return r;
}

constexpr report with_heads() {
  report r;
  using head = axis<"head", 2>;
  const auto q = launder(filled<tensor<double, head, d_k, token>>(4));
  const auto k = launder(filled<tensor<double, head, d_k, key>>(5));
  const auto v = launder(filled<tensor<double, head, d_v, key>>(6));
  const auto all = column_attention(q, k, v);
  for (std::size_t h = 0; h < 2; ++h)
    r.check(bitwise_equal(select<0>(all, h),
                          column_attention(select<0>(q, h), select<0>(k, h), select<0>(v, h))));
  return r;
}

// "b1 has seen the order of the words" (article 1): it has not. With keys and values in another
// order every b is the same, up to rounding; and permuted queries permute the answers, bit for bit.
constexpr report no_order_is_seen() {
  report r;
  const auto q = launder(filled<tensor<double, d_k, token>>(7, 2.0));
  const auto k = launder(filled<tensor<double, d_k, key>>(8, 2.0));
  const auto v = launder(filled<tensor<double, d_v, key>>(9));
  const auto turned = [](const auto& x) {
    auto y = x;
    constexpr std::size_t n = last_axis<typename decltype(y)::shape_type>::size;
    for (std::size_t i = 0; i < y.size(); ++i) y.data()[i] = x.data()[i / n * n + (i % n + 1) % n];
    return y;
  };
  r.check(!allclose(turned(k), k));
  r.check(allclose(column_attention(q, turned(k), turned(v)), column_attention(q, k, v)));
  r.check(bitwise_equal(column_attention(turned(q), k, v), turned(column_attention(q, k, v))));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, d_k, token>>(10));
  const auto k = launder(filled<tensor<double, d_k, key>>(11));
  const auto v = launder(filled<tensor<double, d_v, key>>(12));
  r.check(
      bitwise_equal(values_of(column_attention(as_archetype(q), as_archetype(k), as_archetype(v))),
                    column_attention(q, k, v)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"article 1, one head, double", article_1::one_head<double>},
    {"article 1, one head, float", article_1::one_head<float>},
    {"article 1, two heads, double", article_1::two_heads<double>},
    {"article 1, two heads, float", article_1::two_heads<float>},
    {"the row form transposed, double", the_row_form_transposed<double>},
    {"the row form transposed, float", the_row_form_transposed<float>},
    {"with heads", with_heads},
    {"no order is seen", no_order_is_seen},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::columns_tests
