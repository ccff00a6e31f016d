// SPDX-License-Identifier: BSL-1.0
// What attn/attention/linear_attention.hpp promises.
#pragma once

#include <attn/attention/linear_attention.hpp>
#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/pairwise_score.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::linear_attention_tests {

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

// Article 2's essence, with its example: no softmax, and the rows are no averages.
constexpr report similarities_weigh_values() {
  report r;
  const auto q = launder(tensor<double, dim<3>, dim<2>>{{1, 2}, {3, 4}, {5, 6}});
  const auto k = launder(tensor<double, dim<3>, dim<2>>{{0.5, 1}, {1.5, 2}, {2.5, 3}});
  const auto v = launder(tensor<double, dim<3>, dim<2>>{{10, 20}, {30, 40}, {50, 60}});
  const auto out = similarity_attention(q, k, v);
  r.check(out == tensor<double, dim<3>, dim<2>>{{615, 780}, {1405, 1780}, {2195, 2780}});
  r.check(!allclose(out, scaled_dot_product_attention(q, k, v)));
  return r;
}

// Integers stay exact, and Q (K^T V) is the same without a (token, key) matrix.
constexpr report integers_stay_exact() {
  report r;
  const auto q = launder(filled<tensor<int, token, width>>(1));
  const auto k = launder(filled<tensor<int, key, width>>(2));
  const auto v = launder(filled<tensor<int, key, content>>(3));
  const auto out = similarity_attention(q, k, v);
  static_assert(std::is_same_v<decltype(out), const tensor<int, token, content>>);
  r.check(out == matmul(q, matmul(transpose(k), v)));
  r.check(out == matmul(attention_scores(q, k), v));
  return r;
}

template <class T>
constexpr report another_similarity() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(4));
  const auto k = launder(filled<tensor<T, key, axis<"other", 3>>>(5));
  const auto v = launder(filled<tensor<T, key, content>>(6));
  const auto first = pairwise([](const auto& h, const auto& s) { return h[0] * s[2]; });
  const auto out = similarity_attention(q, k, v, scored_by(first));
  r.check(bitwise_equal(out, matmul(first(q, k), v)));
  r.check(bitwise_equal(similarity_attention(q, q, q), matmul(attention_scores(q, q), as_keys(q))));
  r.bits(out);
  return r;
}

// Pair by pair: each value weighed by phi(q) phi(k), over the sum of all that.
template <class T>
constexpr report linear_is_an_average() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(7, T(2)));
  const auto k = launder(filled<tensor<T, key, width>>(8, T(2)));
  const auto v = launder(filled<tensor<T, key, content>>(9));
  const auto out = linear_attention(q, k, v);
  static_assert(std::is_same_v<decltype(out), const tensor<T, token, content>>);
  const auto similarity = attention_scores(elu_plus_one(q), elu_plus_one(k));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t c = 0; c < 2; ++c) {
      T weighed = 0, total = 0;
      for (std::size_t j = 0; j < 5; ++j) {
        weighed += similarity(i, j) * v(j, c);
        total += similarity(i, j);
        r.check(similarity(i, j) > 0);
      }
      r.check(allclose(out(i, c), weighed / total));
    }
  // Values that are all one come out as they went in.
  const auto same =
      linear_attention(q, k, tensor<T, key, content>{{3, 3}, {3, 3}, {3, 3}, {3, 3}, {3, 3}});
  r.check(allclose(same, tensor<T, token, content>{{3, 3}, {3, 3}, {3, 3}}));
  r.bits(out);
  return r;
}

// phi may widen; and the identity makes it unnormalised attention over its sum.
constexpr report a_user_defined_feature_map() {
  report r;
  const auto q = launder(filled<tensor<double, token, width>>(10));
  const auto k = launder(filled<tensor<double, key, width>>(11));
  const auto v = launder(filled<tensor<double, key, content>>(12));
  const auto powers = [](const auto& x) { return exp(x); };
  r.check(bitwise_equal(linear_attention(q, k, v, powers),
                        linear_attention(exp(q), exp(k), v, [](const auto& x) { return x; })));
  r.check(!allclose(linear_attention(q, k, v, powers), linear_attention(q, k, v)));
  return r;
}

constexpr report the_feature_map() {
  report r;
  static_assert(std::is_same_v<decltype(elu_plus_one), const elu_plus_one_t>);
  const auto y = elu_plus_one(launder(tensor<double, dim<4>>{-1, 0, 2.5, -700}));
  r.check(y(0) == math::exp(-1.0) && y(1) == 1 && y(2) == 3.5 && y(3) > 0);
  return r;
}

constexpr report with_a_batch() {
  report r;
  using batch = axis<"batch", 2>;
  const auto q = launder(filled<tensor<double, batch, token, width>>(13));
  const auto k = launder(filled<tensor<double, batch, key, width>>(14));
  const auto v = launder(filled<tensor<double, batch, key, content>>(15));
  const auto all = linear_attention(q, k, v);
  static_assert(std::is_same_v<decltype(all), const tensor<double, batch, token, content>>);
  const auto shared = linear_attention(q, select<0>(k, 1), select<0>(v, 1));
  const auto plain = similarity_attention(q, k, v);
  for (std::size_t b = 0; b < 2; ++b) {
    const auto one = select<0>(q, b);
    r.check(
        bitwise_equal(select<0>(all, b), linear_attention(one, select<0>(k, b), select<0>(v, b))));
    r.check(bitwise_equal(select<0>(shared, b),
                          linear_attention(one, select<0>(k, 1), select<0>(v, 1))));
    r.check(bitwise_equal(select<0>(plain, b),
                          similarity_attention(one, select<0>(k, b), select<0>(v, b))));
  }
  r.bits(all);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, token, width>>(16));
  const auto k = launder(filled<tensor<double, token, width>>(17));
  const auto v = launder(filled<tensor<double, token, width>>(18));
  r.check(
      bitwise_equal(values_of(linear_attention(as_archetype(q), as_archetype(k), as_archetype(v))),
                    linear_attention(q, k, v)));
  r.check(bitwise_equal(
      values_of(similarity_attention(as_archetype(q), as_archetype(k), as_archetype(v))),
      similarity_attention(q, k, v)));
  return r;
}

constexpr report the_requirements() {
  report r;
  using x = tensor<double, token, width>;
  using ids = tensor<int, token, width>;
  using score = decltype(scored_by(dot_score));
  r.check(rules::similarity_call<x, x, x>::holds && rules::similarity_call<x, x, x, score>::holds);
  r.check(rules::similarity_call<ids, ids, ids>::holds);
  r.check(!rules::similarity_call<x, x, x, score, score>::one_score::value);
  r.check(!rules::similarity_call<x, x, x, decltype(causal<>)>::only_scores::value);
  r.check(rules::linear_attention_call<x, x, x, elu_plus_one_t>::holds);
  r.check(!rules::linear_attention_call<ids, ids, ids, elu_plus_one_t>::holds);
  constexpr auto a_number = [](const auto&) { return 1.0; };
  r.check(!rules::linear_attention_call<x, x, x, decltype(a_number)>::maps::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"similarities weigh values", similarities_weigh_values},
    {"integers stay exact", integers_stay_exact},
    {"another similarity, double", another_similarity<double>},
    {"another similarity, float", another_similarity<float>},
    {"linear is an average, double", linear_is_an_average<double>},
    {"linear is an average, float", linear_is_an_average<float>},
    {"a user-defined feature map", a_user_defined_feature_map},
    {"the feature map", the_feature_map},
    {"with a batch", with_a_batch},
    {"an archetype will do", an_archetype_will_do},
    {"the requirements", the_requirements},
};

}  // namespace attn_tests::linear_attention_tests
