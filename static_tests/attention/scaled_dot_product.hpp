// SPDX-License-Identifier: BSL-1.0
// What attn/attention/scaled_dot_product.hpp promises.
#pragma once

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/reference/attention_sdpa_batched.hpp"
#include "static_tests/reference/attention_sdpa_cross.hpp"
#include "static_tests/reference/attention_sdpa_custom_scale.hpp"
#include "static_tests/reference/attention_sdpa_large_logits.hpp"
#include "static_tests/reference/attention_sdpa_single_key.hpp"
#include "static_tests/reference/attention_sdpa_single_query.hpp"
#include "static_tests/reference/attention_sdpa_square.hpp"
#include "static_tests/reference/attention_sdpa_uniform_weights.hpp"
#include "static_tests/reference/seed0_demo_scaled.hpp"
#include "static_tests/reference/seed0_demo_unscaled.hpp"
#include "static_tests/reference/seed2_attention_3x2.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::scaled_dot_product_tests {

using namespace attn;

template <class T>
constexpr report article_0_unscaled() {
  using namespace reference::seed0_demo_unscaled;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out, unscaled);
  const auto e = map(attention_scores(as<T>(Q), as<T>(K)), [](T x) { return math::exp(x); });
  r.check(near(sum<1>(e), exp_sums));  // the row sums that the article's program prints
  return r;
}
template <class T>
constexpr report article_0_scaled() {
  using namespace reference::seed0_demo_scaled;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out);
  const auto x = attention_scores(as<T>(Q), as<T>(K)) * default_scale<T>(3);
  r.check(near(x, scaled));
  r.check(near(sum<1>(map(x, [](T s) { return math::exp(s); })), exp_sums));
  return r;
}
template <class T>
constexpr report article_2() {
  using namespace reference::seed2_attention_3x2;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report square() {
  using namespace reference::attention_sdpa_square;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report cross() {
  using namespace reference::attention_sdpa_cross;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report single_query() {
  using namespace reference::attention_sdpa_single_query;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report single_key_returns_its_value() {
  using namespace reference::attention_sdpa_single_key;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out);
  const auto result = scaled_dot_product_attention(as<T>(Q), as<T>(K), as<T>(V));
  for (std::size_t i = 0; i < result.template extent<0>(); ++i)
    for (std::size_t j = 0; j < result.template extent<1>(); ++j)
      r.check(result(i, j) == T(V(0, j)));
  return r;
}
template <class T>
constexpr report uniform_weights() {
  using namespace reference::attention_sdpa_uniform_weights;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out);
  return r;
}
template <class T>
constexpr report large_logits() {
  using namespace reference::attention_sdpa_large_logits;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out);
  return r;
}

template <class T>
constexpr report custom_scale() {
  using namespace reference::attention_sdpa_custom_scale;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out, scaled_by(0.25));
  return r;
}
template <class T>
constexpr report batch_and_head() {
  using namespace reference::attention_sdpa_batched;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out);
  return r;
}

// The composite is the composition of its public parts, bit for bit.
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void check_composition(report& r) {
  const auto q = launder(filled<matrix<T, Tq, Dk>>(1 + Tq, T(3)));
  const auto k = launder(filled<matrix<T, Tk, Dk>>(2 + Tk, T(3)));
  const auto v = launder(filled<matrix<T, Tk, Dv>>(3 + Dv));
  const auto out = scaled_dot_product_attention(q, k, v);
  r.check(bitwise_equal(out, matmul(attention_weights(q, k), v)));
  r.check(bitwise_equal(scaled_dot_product_attention(q, k, v, unscaled, causal<top_left>),
                        matmul(attention_weights(q, k, causal<top_left>, unscaled), v)));
  r.bits(out);
}
template <class T>
constexpr report is_the_composition_of_its_parts() {
  report r;
  check_composition<T, 1, 1, 1, 1>(r);
  check_composition<T, 2, 5, 3, 4>(r);
  check_composition<T, 3, 3, 3, 3>(r);
  check_composition<T, 7, 3, 2, 9>(r);
  check_composition<T, 5, 17, 16, 8>(r);
  check_composition<T, 4, 16, 5, 33>(r);
  return r;
}

// Roles: self-attention comes from one axis, and the keys get a name of their own.
constexpr report names_follow_the_roles() {
  report r;
  using token = axis<"token", 3>;
  using memory = axis<"memory", 5>;
  using width = axis<"width", 2>;
  using payload = axis<"payload", 4>;
  const auto x = launder(filled<tensor<double, token, width>>(1));
  const auto m = launder(filled<tensor<double, memory, width>>(2));
  const auto v = launder(filled<tensor<double, memory, payload>>(3));
  static_assert(std::is_same_v<decltype(scaled_dot_product_attention(x, m, v)),
                               tensor<double, token, payload>>);
  static_assert(std::is_same_v<decltype(scaled_dot_product_attention(x, x, x)),
                               tensor<double, token, width>>);
  r.check(bitwise_equal(scaled_dot_product_attention(x, x, x),
                        scaled_dot_product_attention(x, as_keys(x), as_keys(x))));
  const auto bare = scaled_dot_product_attention(unnamed(x), unnamed(m), unnamed(v));
  r.check(bitwise_equal(unnamed(scaled_dot_product_attention(x, m, v)), bare));
  return r;
}

// skip_masked leaves the terms of masked keys out; where all values are numbers, nothing is seen of
// it. What it is for is no constant: runtime_tests/attention/scaled_dot_product.cpp.
template <class T>
constexpr report masked_values_are_left_out() {
  report r;
  using batch = axis<"batch", 2>;
  using query = axis<"query", 3>;
  using key = axis<"key", 5>;
  const auto q = launder(filled<tensor<T, batch, query, axis<"width", 4>>>(1, T(2)));
  const auto k = launder(filled<tensor<T, batch, key, axis<"width", 4>>>(2, T(2)));
  const auto v = launder(filled<tensor<T, batch, key, axis<"payload", 6>>>(3));
  const auto one_v = launder(filled<tensor<T, key, axis<"payload", 6>>>(4));
  const auto check = [&](const auto& values, const auto&... options) {
    const auto out = scaled_dot_product_attention(q, k, values, options...);
    r.check(
        bitwise_equal(scaled_dot_product_attention(q, k, values, skip_masked, options...), out));
    r.bits(out);
  };
  const auto some =
      launder(keep_mask<query, key>{{1, 0, 1, 0, 0}, {0, 1, 1, 0, 1}, {0, 0, 0, 0, 1}});
  const auto padding =
      key_padding(launder(keep_mask<batch, key>{{1, 1, 1, 1, 0}, {0, 0, 0, 0, 0}}));
  check(v);
  check(v, some);
  check(one_v, some);
  check(v, causal<bottom_right>);
  check(v, some & padding, fully_masked<zero_rows>);
  return r;
}

constexpr report with_batches() {
  report r;
  using batch = axis<"batch", 2>;
  using query = axis<"query", 3>;
  using key = axis<"key", 4>;
  using width = axis<"width", 5>;
  using payload = axis<"payload", 2>;
  const auto q = launder(filled<tensor<float, batch, query, width>>(1));
  const auto k = launder(filled<tensor<float, batch, key, width>>(2));
  const auto v = launder(filled<tensor<float, batch, key, payload>>(3));
  const auto out = scaled_dot_product_attention(q, k, v);
  static_assert(std::is_same_v<decltype(out), const tensor<float, batch, query, payload>>);
  for (std::size_t n = 0; n < 2; ++n) {
    tensor<float, query, width> qn;
    tensor<float, key, width> kn;
    tensor<float, key, payload> vn;
    for (std::size_t i = 0; i < qn.size(); ++i) qn.data()[i] = q.data()[n * qn.size() + i];
    for (std::size_t i = 0; i < kn.size(); ++i) kn.data()[i] = k.data()[n * kn.size() + i];
    for (std::size_t i = 0; i < vn.size(); ++i) vn.data()[i] = v.data()[n * vn.size() + i];
    const auto one = scaled_dot_product_attention(qn, kn, vn);
    for (std::size_t i = 0; i < one.size(); ++i)
      r.check(bitwise_equal(out.data()[n * one.size() + i], one.data()[i]));
  }
  r.bits(out);
  return r;
}

// What holds bit for bit, and not only on paper.
constexpr report identities() {
  report r;
  const auto q = launder(filled<matrix<double, 3, 4>>(1, 2.0));
  const auto k = launder(filled<matrix<double, 5, 4>>(2, 2.0));
  const auto v = launder(filled<matrix<double, 5, 2>>(3));
  const auto out = scaled_dot_product_attention(q, k, v);
  // Queries do not see each other: in another order, the same rows in that order.
  matrix<double, 3, 4> turned;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 4; ++j) turned(i, j) = q((i + 1) % 3, j);
  const auto other = scaled_dot_product_attention(turned, k, v);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 2; ++j) r.check(bitwise_equal(other(i, j), out((i + 1) % 3, j)));
  // Values that are the identity give the weights back.
  matrix<double, 5, 5> identity;
  for (std::size_t i = 0; i < 5; ++i) identity(i, i) = 1;
  r.check(scaled_dot_product_attention(q, k, identity) == attention_weights(q, k));
  // A power of two may be folded into the queries.
  r.check(bitwise_equal(scaled_dot_product_attention(q * 0.5, k, v, unscaled), out));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<matrix<double, 2, 3>>(1, 3.0));
  const auto k = launder(filled<matrix<double, 5, 3>>(2, 3.0));
  const auto v = launder(filled<matrix<double, 5, 4>>(3));
  const auto out = scaled_dot_product_attention(as_archetype(q), as_archetype(k), as_archetype(v));
  r.check(bitwise_equal(values_of(out), scaled_dot_product_attention(q, k, v)));
  return r;
}

// Fused or composed.
template <class T>
constexpr report into_a_tensor_that_is_there() {
  report r;
  const auto q = launder(filled<tensor<T, dim<2>, dim<4>, dim<3>>>(1));
  const auto k = launder(filled<matrix<T, 6, 3>>(2));
  const auto v = launder(filled<tensor<T, dim<2>, dim<6>, dim<5>>>(3));
  tensor<T, dim<2>, dim<4>, dim<5>> out;
  scaled_dot_product_attention_into(out, q, k, v);
  r.check(bitwise_equal(out, scaled_dot_product_attention(q, k, v)));
  scaled_dot_product_attention_into(out, q, k, v, valid_keys(4), unscaled);
  r.check(bitwise_equal(out, scaled_dot_product_attention(q, k, v, valid_keys(4), unscaled)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"article 0, unscaled, double", article_0_unscaled<double>},
    {"article 0, unscaled, float", article_0_unscaled<float>},
    {"article 0, scaled, double", article_0_scaled<double>},
    {"article 0, scaled, float", article_0_scaled<float>},
    {"article 2, double", article_2<double>},
    {"article 2, float", article_2<float>},
    {"square, double", square<double>},
    {"square, float", square<float>},
    {"cross, double", cross<double>},
    {"cross, float", cross<float>},
    {"single query, double", single_query<double>},
    {"single query, float", single_query<float>},
    {"single key returns its value, double", single_key_returns_its_value<double>},
    {"single key returns its value, float", single_key_returns_its_value<float>},
    {"uniform weights, double", uniform_weights<double>},
    {"uniform weights, float", uniform_weights<float>},
    {"large logits, double", large_logits<double>},
    {"large logits, float", large_logits<float>},
    {"custom scale, double", custom_scale<double>},
    {"custom scale, float", custom_scale<float>},
    {"batch and head, double", batch_and_head<double>},
    {"batch and head, float", batch_and_head<float>},
    {"is the composition of its parts, double", is_the_composition_of_its_parts<double>},
    {"is the composition of its parts, float", is_the_composition_of_its_parts<float>},
    {"names follow the roles", names_follow_the_roles},
    {"masked values are left out, double", masked_values_are_left_out<double>},
    {"masked values are left out, float", masked_values_are_left_out<float>},
    {"with batches", with_batches},
    {"into a tensor that is there, float", into_a_tensor_that_is_there<float>},
    {"into a tensor that is there, double", into_a_tensor_that_is_there<double>},
    {"identities", identities},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::scaled_dot_product_tests
