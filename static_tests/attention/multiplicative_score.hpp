// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multiplicative_score.hpp promises; and article 2's example.
#pragma once

#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/reference/seed2_attention_3x2.hpp"
#include "static_tests/reference/seed2_luong_scores.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::multiplicative_score_tests {

using namespace attn;

// A decoder's three states, each asking five states of an encoder.
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 3>;

namespace luong {
namespace expected = reference::seed2_luong_scores;

template <class T>
constexpr auto h() {
  return launder(as<T>(with_axes<step, d_h>(expected::h)));
}
template <class T>
constexpr auto s() {
  return launder(as<T>(with_axes<source, d_s>(expected::s)));
}
template <class T>
constexpr auto weight() {
  return launder(as<T>(with_axes<d_h, d_s>(expected::W)));
}

template <class T>
constexpr report general() {
  report r;
  const auto e = general_score(h<T>(), s<T>(), weight<T>());
  static_assert(std::is_same_v<decltype(e), const tensor<T, step, source>>);
  r.check(near(e, expected::e_general));
  const nn::general_score<T, d_h, d_s> layer{weight<T>()};
  static_assert(parameter_count<nn::general_score<T, d_h, d_s>> == 12);
  r.check(bitwise_equal(layer(h<T>(), s<T>()), e));
  const auto weights = attention_weights(h<T>(), s<T>(), scored_by(layer));
  r.check(near(weights, expected::weights_general));
  r.check(bitwise_equal(weights, softmax(e)));  // not scaled
  const auto context = scaled_dot_product_attention(h<T>(), s<T>(), s<T>(), scored_by(layer));
  static_assert(std::is_same_v<decltype(context), const tensor<T, step, d_s>>);
  r.check(near(context, expected::context_general));
  r.bits(context);
  return r;
}

template <class T>
constexpr report dot() {
  report r;
  const auto q = rename<"d_h", "d_s">(narrow<"d_h", 3>(h<T>(), 0));
  const auto e = dot_score(q, s<T>());
  r.check(near(e, expected::e_dot));
  r.check(bitwise_equal(e, attention_scores(q, s<T>())));
  const auto weights = attention_weights(q, s<T>(), scored_by(dot_score));
  r.check(near(weights, expected::weights_dot));
  r.check(bitwise_equal(weights, attention_weights(q, s<T>(), unscaled)));
  const auto context = scaled_dot_product_attention(q, s<T>(), s<T>(), scored_by(dot_score));
  r.check(near(context, expected::context_dot));
  r.bits(context);
  return r;
}
}  // namespace luong

namespace article_2 {
namespace expected = reference::seed2_attention_3x2;

template <class T>
constexpr report the_example() {
  report r;
  const auto q = launder(as<T>(expected::Q)), k = launder(as<T>(expected::K));
  const auto v = launder(as<T>(expected::V));
  const auto e = scaled_dot_score(q, k);
  r.check(near(e, expected::scaled));
  const auto weights = attention_weights(q, k, scored_by(scaled_dot_score));
  r.check(near(weights, expected::weights));
  r.check(bitwise_equal(weights, attention_weights(q, k)));  // what is taken by default
  const auto out = scaled_dot_product_attention(q, k, v, scored_by(scaled_dot_score));
  r.check(near(out, expected::out));
  r.check(bitwise_equal(out, scaled_dot_product_attention(q, k, v)));
  r.bits(out);
  return r;
}

// As PyTorch prints it, from its float: four decimals, and five significant digits.
constexpr report as_printed() {
  report r;
  const tensor<float, dim<3>, dim<2>> q{{1, 2}, {3, 4}, {5, 6}};
  const tensor<float, dim<3>, dim<2>> k{{0.5f, 1}, {1.5f, 2}, {2.5f, 3}};
  const tensor<float, dim<3>, dim<2>> v{{10, 20}, {30, 40}, {50, 60}};
  r.check(allclose(
      scaled_dot_score(q, k),
      tensor<float, dim<3>, dim<3>>{
          {1.7678f, 3.8891f, 6.0104f}, {3.8891f, 8.8388f, 13.7886f}, {6.0104f, 13.7886f, 21.5668f}},
      0.0f, 0.5001e-4f));
  r.check(allclose(attention_weights(q, k),
                   tensor<float, dim<3>, dim<3>>{{1.2669e-02f, 1.0569e-01f, 8.8165e-01f},
                                                 {4.9844e-05f, 7.0350e-03f, 9.9292e-01f},
                                                 {1.7530e-07f, 4.1860e-04f, 9.9958e-01f}},
                   0.5e-4f, 0.0f));
  r.check(allclose(scaled_dot_product_attention(q, k, v),
                   tensor<float, dim<3>, dim<2>>{
                       {47.3795f, 57.3795f}, {49.8573f, 59.8573f}, {49.9916f, 59.9916f}},
                   0.0f, 0.54e-4f));
  return r;
}
}  // namespace article_2

constexpr report integers_stay_exact() {
  report r;
  static_assert(std::is_same_v<decltype(dot_score), const dot_score_t> &&
                std::is_same_v<decltype(scaled_dot_score), const scaled_dot_score_t>);
  const auto q = launder(filled<tensor<int, step, d_h>>(1));
  const auto k = launder(filled<tensor<int, source, d_s>>(2));
  const auto w = launder(filled<tensor<int, d_h, d_s>>(3));
  r.check(general_score(q, k, w) == matmul(matmul(q, w), transpose(k)));
  return r;
}

template <class T>
constexpr report with_a_batch() {
  report r;
  using batch = axis<"batch", 2>;
  const auto q = launder(filled<tensor<T, batch, step, d_h>>(4));
  const auto k = launder(filled<tensor<T, batch, source, d_s>>(5));
  const auto w = launder(filled<tensor<T, d_h, d_s>>(6));
  const auto all = general_score(q, k, w);
  const auto shared = general_score(q, select<"batch">(k, 1), w);
  static_assert(std::is_same_v<decltype(all), const tensor<T, batch, step, source>>);
  for (std::size_t b = 0; b < 2; ++b) {
    r.check(bitwise_equal(select<"batch">(all, b),
                          general_score(select<"batch">(q, b), select<"batch">(k, b), w)));
    r.check(bitwise_equal(select<"batch">(shared, b),
                          general_score(select<"batch">(q, b), select<"batch">(k, 1), w)));
  }
  r.bits(all);
  return r;
}

// One sequence with itself, where d_h and d_s are one axis; and the scale, where it is asked for.
constexpr report of_one_sequence() {
  report r;
  using token = axis<"token", 3>;
  const auto x = launder(filled<tensor<double, token, d_h>>(7, 2.0));
  const nn::general_score<double, d_h, d_h> score{
      launder(filled<tensor<double, dim<4>, d_h>>(8, 2.0))};
  const auto e = score(x, x);
  static_assert(std::is_same_v<decltype(e), const tensor<double, token, axis<"key_token", 3>>>);
  r.check(bitwise_equal(e, score(x, as_keys(x))));
  r.check(!bitwise_equal(unnamed(e), transpose(unnamed(e))));
  r.check(
      bitwise_equal(attention_weights(x, x, scored_by(score), scaled_by(0.5)), softmax(e * 0.5)));
  r.bits(e);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, step, d_h>>(9));
  const auto k = launder(filled<tensor<double, source, d_h>>(10));
  const auto w = launder(filled<tensor<double, d_h, dim<4>>>(11));
  r.check(bitwise_equal(values_of(general_score(as_archetype(q), as_archetype(k), as_archetype(w))),
                        general_score(q, k, w)));
  r.check(bitwise_equal(values_of(scaled_dot_score(as_archetype(q), as_archetype(k))),
                        scaled_dot_score(q, k)));
  r.check(bitwise_equal(values_of(dot_score(as_archetype(q), as_archetype(k))), dot_score(q, k)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"Luong general, double", luong::general<double>},
    {"Luong general, float", luong::general<float>},
    {"Luong dot, double", luong::dot<double>},
    {"Luong dot, float", luong::dot<float>},
    {"article 2, the example, double", article_2::the_example<double>},
    {"article 2, the example, float", article_2::the_example<float>},
    {"article 2, as printed", article_2::as_printed},
    {"integers stay exact", integers_stay_exact},
    {"with a batch, double", with_a_batch<double>},
    {"with a batch, float", with_a_batch<float>},
    {"of one sequence", of_one_sequence},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::multiplicative_score_tests
