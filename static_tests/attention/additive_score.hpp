// SPDX-License-Identifier: BSL-1.0
// What attn/attention/additive_score.hpp promises.
#pragma once

#include <attn/attention/additive_score.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/reference/seed2_bahdanau_scores.hpp"
#include "static_tests/reference/seed2_luong_scores.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::additive_score_tests {

using namespace attn;

// A decoder's three states, each asking five states of an encoder; every extent another one.
using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 3>;
using hidden = axis<"hidden", 6>;

template <class T>
constexpr report bahdanau() {
  report r;
  namespace expected = reference::seed2_bahdanau_scores;
  const auto h = launder(as<T>(with_axes<step, d_h>(expected::h)));
  const auto s = launder(as<T>(with_axes<source, d_s>(expected::s)));
  const nn::additive_score<T, d_h, d_s, hidden> score{
      launder(as<T>(with_axes<hidden, d_h>(expected::V))),
      launder(as<T>(with_axes<hidden, d_s>(expected::W))),
      launder(as<T>(with_axes<hidden>(expected::U)))};
  static_assert(parameter_count<nn::additive_score<T, d_h, d_s, hidden>> == 24 + 18 + 6);
  const auto e = score(h, s);
  static_assert(std::is_same_v<decltype(e), const tensor<T, step, source>>);
  r.check(near(e, expected::e));
  r.check(bitwise_equal(e, additive_score(h, s, score.v, score.w, score.u)));
  const auto weights = attention_weights(h, s, scored_by(score));
  r.check(near(weights, expected::weights));
  r.check(bitwise_equal(weights, softmax(e)));  // not scaled
  const auto context = scaled_dot_product_attention(h, s, s, scored_by(score));
  static_assert(std::is_same_v<decltype(context), const tensor<T, step, d_s>>);
  r.check(near(context, expected::context));
  r.bits(context);
  return r;
}

template <class T>
constexpr report concat() {
  report r;
  namespace expected = reference::seed2_luong_scores;
  const auto h = launder(as<T>(with_axes<step, d_h>(expected::h)));
  const auto s = launder(as<T>(with_axes<source, d_s>(expected::s)));
  const nn::concat_score<T, d_h, d_s, hidden> score{
      launder(as<T>(with_axes<hidden, dim<7>>(expected::Wc))),
      launder(as<T>(with_axes<hidden>(expected::U)))};
  const auto e = score(h, s);
  r.check(near(e, expected::e_concat));
  r.check(bitwise_equal(e, concat_score(h, s, score.w, score.u)));
  r.check(bitwise_equal(
      e, additive_score(h, s, narrow<1, 4>(score.w, 0), narrow<1, 3>(score.w, 4), score.u)));
  r.check(near(attention_weights(h, s, scored_by(score)), expected::weights_concat));
  const auto context = scaled_dot_product_attention(h, s, s, scored_by(score));
  r.check(near(context, expected::context_concat));
  r.bits(context);
  return r;
}

// The formula, pair by pair: E12 of a printed article has subscripts where products belong.
template <class T>
constexpr report the_formula() {
  report r;
  const auto h = launder(filled<tensor<T, step, d_h>>(1, T(2)));
  const auto s = launder(filled<tensor<T, source, d_s>>(2, T(2)));
  const auto v = launder(filled<tensor<T, hidden, d_h>>(3));
  const auto w = launder(filled<tensor<T, hidden, d_s>>(4));
  const auto u = launder(filled<tensor<T, hidden>>(5));
  const auto e = additive_score(h, s, v, w, u);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 5; ++j) {
      const auto one = tanh(linear<output_by_input>(select<0>(h, i), v) +
                            linear<output_by_input>(select<0>(s, j), w));
      T sum = one(0) * u(0);
      for (std::size_t k = 1; k < 6; ++k) sum = sum + detail::rounded(T(one(k) * u(k)));
      r.check(e(i, j) == sum);
    }
  r.bits(e);
  return r;
}

template <class T>
constexpr report with_a_batch() {
  report r;
  using batch = axis<"batch", 2>;
  const auto q = launder(filled<tensor<T, batch, step, d_h>>(6));
  const auto k = launder(filled<tensor<T, batch, source, d_s>>(7));
  const nn::additive_score<T, d_h, d_s, hidden> score{launder(filled<tensor<T, hidden, d_h>>(8)),
                                                      launder(filled<tensor<T, hidden, d_s>>(9)),
                                                      launder(filled<tensor<T, hidden>>(10))};
  const auto all = score(q, k);
  const auto shared = score(q, select<"batch">(k, 1));
  static_assert(std::is_same_v<decltype(all), const tensor<T, batch, step, source>>);
  for (std::size_t b = 0; b < 2; ++b) {
    r.check(bitwise_equal(select<"batch">(all, b),
                          score(select<"batch">(q, b), select<"batch">(k, b))));
    r.check(bitwise_equal(select<"batch">(shared, b),
                          score(select<"batch">(q, b), select<"batch">(k, 1))));
  }
  r.bits(all);
  return r;
}

// One sequence with itself; the hidden axis has the name of the width, and it does not matter.
constexpr report of_one_sequence() {
  report r;
  using token = axis<"token", 3>;
  const auto x = launder(filled<tensor<double, token, d_h>>(11, 2.0));
  const nn::additive_score<double, d_h, d_h, d_h> score{
      launder(filled<tensor<double, d_h, dim<4>>>(12)),
      launder(filled<tensor<double, d_h, dim<4>>>(13)), launder(filled<tensor<double, d_h>>(14))};
  const auto e = score(x, x);
  static_assert(std::is_same_v<decltype(e), const tensor<double, token, axis<"key_token", 3>>>);
  r.check(bitwise_equal(scaled_dot_product_attention(x, x, x, scored_by(score), scaled_by(0.5)),
                        matmul(softmax(e * 0.5), as_keys(x))));
  r.bits(e);
  return r;
}

// The weights are a model like any other.
constexpr report it_is_a_model() {
  report r;
  using model = nn::additive_score<double, d_h, d_s, hidden>;
  model score;
  score.u = filled<tensor<double, hidden>>(15);
  r.check(parameter<"u">(score)(0) == score.u(0));
  r.check(as<float>(score).u(1) == static_cast<float>(score.u(1)));
  r.check(score == score && !(score == model{}));
  using joined = nn::concat_score<double, d_h, d_s, hidden>;
  static_assert(parameter_count<joined> == 6 * 7 + 6);
  r.check(as<float>(joined{}) == nn::concat_score<float, d_h, d_s, hidden>{});
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, step, d_h>>(16));
  const auto k = launder(filled<tensor<double, source, d_s>>(17));
  const auto w = launder(filled<tensor<double, hidden, dim<7>>>(18));
  const auto u = launder(filled<tensor<double, hidden>>(19));
  r.check(bitwise_equal(
      values_of(concat_score(as_archetype(q), as_archetype(k), as_archetype(w), as_archetype(u))),
      concat_score(q, k, w, u)));
  const auto by = [](const auto& weight, const auto& vector) {
    return scored_by(
        [=](const auto& h, const auto& s) { return concat_score(h, s, weight, vector); });
  };
  r.check(bitwise_equal(
      values_of(scaled_dot_product_attention(as_archetype(q), as_archetype(k), as_archetype(k),
                                             by(as_archetype(w), as_archetype(u)))),
      scaled_dot_product_attention(q, k, k, by(w, u))));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"Bahdanau, double", bahdanau<double>},         {"Bahdanau, float", bahdanau<float>},
    {"Luong concat, double", concat<double>},       {"Luong concat, float", concat<float>},
    {"the formula, double", the_formula<double>},   {"the formula, float", the_formula<float>},
    {"with a batch, double", with_a_batch<double>}, {"with a batch, float", with_a_batch<float>},
    {"of one sequence", of_one_sequence},           {"it is a model", it_is_a_model},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::additive_score_tests
