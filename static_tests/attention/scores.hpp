// SPDX-License-Identifier: BSL-1.0
// What attn/attention/scores.hpp promises.
#pragma once

#include <attn/attention/multi_head.hpp>
#include <attn/attention/scores.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::scores_tests {

using namespace attn;
using token = axis<"token", 3>;
using memory = axis<"memory", 5>;
using width = axis<"width", 2>;
using payload = axis<"payload", 4>;

// All is asked of these in static_tests/attention/scaled_dot_product.hpp, too, case by case.
template <class T>
constexpr report is_a_product() {
  report r;
  const auto check = [&]<std::size_t Tq, std::size_t Tk, std::size_t D>(dim<Tq>, dim<Tk>, dim<D>) {
    const auto q = launder(filled<matrix<T, Tq, D>>(Tq, T(3)));
    const auto k = launder(filled<matrix<T, Tk, D>>(Tk, T(3)));
    r.check(bitwise_equal(attention_scores(q, k), matmul(q, transpose(k))));
    r.bits(attention_scores(q, k));
  };
  check(dim<1>{}, dim<1>{}, dim<1>{});
  check(dim<2>{}, dim<5>{}, dim<3>{});
  check(dim<5>{}, dim<17>{}, dim<16>{});
  return r;
}

constexpr report names_follow_the_roles() {
  report r;
  const auto x = launder(filled<tensor<double, token, width>>(1));
  const auto m = launder(filled<tensor<double, memory, width>>(2));
  static_assert(std::is_same_v<decltype(attention_scores(x, m)), tensor<double, token, memory>>);
  static_assert(std::is_same_v<decltype(attention_scores(x, x)),
                               tensor<double, token, axis<"key_token", 3>>>);
  r.check(bitwise_equal(attention_scores(x, x), attention_scores(x, as_keys(x))));
  r.check(bitwise_equal(unnamed(attention_scores(x, m)), attention_scores(unnamed(x), unnamed(m))));
  return r;
}

constexpr report integers_are_exact() {
  report r;
  const auto q = launder(matrix<int, 3, 3>{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}});
  const auto k = launder(matrix<int, 3, 3>{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}});
  r.check(attention_scores(q, k) == matrix<int, 3, 3>{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}});
  r.check(attention_weights(as<double>(q), as<double>(k), unscaled) ==
          softmax(as<double>(attention_scores(q, k))));
  return r;
}

// A score of the user's: minus the square of the distance. It says itself what fits and how it is
// scaled, and comes with the keys under the name that the scores have for them.
constexpr auto minus_squared_distance = [](const auto& q, const auto& k) {
  auto x = attention_scores(q, k);
  for (std::size_t i = 0; i < q.template extent<0>(); ++i)
    for (std::size_t j = 0; j < k.template extent<0>(); ++j) {
      const auto d = select<0>(q, i) - select<0>(k, j);
      x(i, j) = -sum<0>(multiply(d, d))();
    }
  return x;
};
template <class T>
constexpr report a_score_of_the_users() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, memory, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, memory, payload>>(3));
  const auto x = minus_squared_distance(q, k);
  const auto near_by = scored_by(minus_squared_distance);
  static_assert(
      std::is_same_v<decltype(near_by),
                     const scored_by_t<std::remove_const_t<decltype(minus_squared_distance)>>>);
  r.check(bitwise_equal(attention_weights(q, k, near_by), softmax(x)));  // no scale, unless asked
  r.check(bitwise_equal(attention_weights(q, k, near_by, unscaled), softmax(x)));
  r.check(bitwise_equal(attention_weights(q, k, near_by, scaled_by(T(0.3))), softmax(x * T(0.3))));
  r.check(bitwise_equal(attention_weights(q, k, near_by, causal<bottom_right>),
                        masked_softmax(x, causal<bottom_right>)));
  const auto out = scaled_dot_product_attention(q, k, v, near_by);
  static_assert(std::is_same_v<decltype(out), const tensor<T, token, payload>>);
  r.check(bitwise_equal(out, matmul(softmax(x), v)));
  // In self-attention f sees keys.
  static_assert(std::is_same_v<decltype(attention_weights(q, q, near_by)),
                               tensor<T, token, axis<"key_token", 3>>>);
  r.check(bitwise_equal(attention_weights(q, q, near_by),
                        softmax(minus_squared_distance(q, as_keys(q)))));
  r.bits(out);
  return r;
}

// Queries and keys of two widths: a product through a matrix (Luong's "general").
template <class T>
constexpr report a_score_for_two_widths() {
  report r;
  using wide = axis<"wide", 6>;
  const auto q = launder(filled<tensor<T, token, width>>(1));
  const auto k = launder(filled<tensor<T, memory, wide>>(2));
  const auto w = launder(filled<tensor<T, width, wide>>(3));
  const auto v = launder(filled<tensor<T, memory, payload>>(4));
  const auto general = [&](const auto& a, const auto& b) {
    return attention_scores(matmul(a, w), b);
  };
  const auto x = matmul(matmul(q, w), transpose(k));
  r.check(bitwise_equal(attention_weights(q, k, scored_by(general)), softmax(x)));
  r.check(bitwise_equal(scaled_dot_product_attention(q, k, v, scored_by(general)),
                        matmul(softmax(x), v)));
  return r;
}

// The dot product, said in words, is what it was but for the scale; with heads, too.
template <class T>
constexpr report the_dot_product_as_a_score() {
  report r;
  using head = axis<"head", 2>;
  using model = axis<"model", 6>;
  const auto x = launder(filled<tensor<T, token, model>>(1, T(2)));
  const auto w = launder(filled<tensor<T, model, axis<"inner", 6>>>(2));
  const auto dot = scored_by([](const auto& a, const auto& b) { return attention_scores(a, b); });
  r.check(bitwise_equal(multi_head_attention<head>(x, x, x, w, w, w, dot),
                        multi_head_attention<head>(x, x, x, w, w, w, unscaled)));
  r.check(bitwise_equal(
      multi_head_attention<head>(x, x, x, w, w, w, dot, scaled_by(default_scale<T>(3))),
      multi_head_attention<head>(x, x, x, w, w, w)));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<matrix<double, 2, 3>>(1, 3.0));
  const auto k = launder(filled<matrix<double, 5, 3>>(2, 3.0));
  r.check(bitwise_equal(values_of(attention_scores(as_archetype(q), as_archetype(k))),
                        attention_scores(q, k)));
  const auto score = scored_by(minus_squared_distance);
  r.check(bitwise_equal(values_of(attention_weights(as_archetype(q), as_archetype(k), score)),
                        attention_weights(q, k, score)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"is a product, double", is_a_product<double>},
    {"is a product, float", is_a_product<float>},
    {"names follow the roles", names_follow_the_roles},
    {"integers are exact", integers_are_exact},
    {"a score of the user's, double", a_score_of_the_users<double>},
    {"a score of the user's, float", a_score_of_the_users<float>},
    {"a score for two widths, double", a_score_for_two_widths<double>},
    {"a score for two widths, float", a_score_for_two_widths<float>},
    {"the dot product as a score, double", the_dot_product_as_a_score<double>},
    {"the dot product as a score, float", the_dot_product_as_a_score<float>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::scores_tests
