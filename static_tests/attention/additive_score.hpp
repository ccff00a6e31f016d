// SPDX-License-Identifier: BSL-1.0
// Behaviours of additive_score, multiplicative_score, pairwise_score of attn/attention/.
#pragma once

#include "static_tests/reference/seed2_scores.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_additive_score_tests {
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 3>;
using source = axis<"source", 5>;
using step = axis<"step", 3>;

// A decoder's three states, each asking five states of an encoder.

namespace luong {
namespace expected = reference::seed2_luong_scores;

template <class T> constexpr auto h() { return launder(as<T>(with_axes<step, d_h>(expected::h))); }
template <class T> constexpr auto s() {
  return launder(as<T>(with_axes<source, d_s>(expected::s)));
}
template <class T> constexpr auto weight() {
  return launder(as<T>(with_axes<d_h, d_s>(expected::W)));
}

template <class T> constexpr report general() {
  report r;
  const auto e = general_score(h<T>(), s<T>(), weight<T>());
  has_type<tensor<T, step, source>>(e);
  r.check(near(e, expected::e_general));
  const nn::general_score<T, d_h, d_s> layer{weight<T>()};
  static_assert(parameter_count<nn::general_score<T, d_h, d_s>> == 12);
  r.same(layer(h<T>(), s<T>()), e);
  const auto weights = attention_weights(h<T>(), s<T>(), scored_by(layer));
  r.check(near(weights, expected::weights_general));
  r.same(weights, softmax(e));  // not scaled
  const auto context = scaled_dot_product_attention(h<T>(), s<T>(), s<T>(), scored_by(layer));
  has_type<tensor<T, step, d_s>>(context);
  r.check(near(context, expected::context_general));
  r.bits(context);
  return r;
}

template <class T> constexpr report dot() {
  report r;
  const auto q = rename<"d_h", "d_s">(narrow<"d_h", 3>(h<T>(), 0));
  const auto e = dot_score(q, s<T>());
  r.check(near(e, expected::e_dot));
  r.same(e, attention_scores(q, s<T>()));
  const auto weights = attention_weights(q, s<T>(), scored_by(dot_score));
  r.check(near(weights, expected::weights_dot));
  r.same(weights, attention_weights(q, s<T>(), unscaled));
  const auto context = scaled_dot_product_attention(q, s<T>(), s<T>(), scored_by(dot_score));
  r.check(near(context, expected::context_dot));
  r.bits(context);
  return r;
}
}  // namespace luong

namespace article_2 {
namespace expected = reference::seed2_attention_3x2;

template <class T> constexpr report the_example() {
  report r;
  const auto q = launder(as<T>(expected::Q)), k = launder(as<T>(expected::K));
  const auto v = launder(as<T>(expected::V));
  const auto e = scaled_dot_score(q, k);
  r.check(near(e, expected::scaled));
  const auto weights = attention_weights(q, k, scored_by(scaled_dot_score));
  r.check(near(weights, expected::weights));
  r.same(weights, attention_weights(q, k));  // what is taken by default
  const auto out = scaled_dot_product_attention(q, k, v, scored_by(scaled_dot_score));
  r.check(near(out, expected::out));
  r.same(out, scaled_dot_product_attention(q, k, v));
  return r;
}

// As PyTorch prints it, from its float: four decimals, and five significant digits.
constexpr report as_printed() {
  report r;
  const tensor<float, dim<3>, dim<2>> q{{1, 2}, {3, 4}, {5, 6}};
  const tensor<float, dim<3>, dim<2>> k{{0.5f, 1}, {1.5f, 2}, {2.5f, 3}};
  const tensor<float, dim<3>, dim<2>> v{{10, 20}, {30, 40}, {50, 60}};
  r.check(allclose(scaled_dot_score(q, k),
      tensor<float, dim<3>, dim<3>>{
          {1.7678f, 3.8891f, 6.0104f}, {3.8891f, 8.8388f, 13.7886f}, {6.0104f, 13.7886f, 21.5668f}},
      0.0f, 0.5001e-4f));
  r.check(allclose(attention_weights(q, k),
      tensor<float, dim<3>, dim<3>>{{1.2669e-02f, 1.0569e-01f, 8.8165e-01f},
          {4.9844e-05f, 7.0350e-03f, 9.9292e-01f}, {1.7530e-07f, 4.1860e-04f, 9.9958e-01f}},
      0.5e-4f, 0.0f));
  r.check(allclose(scaled_dot_product_attention(q, k, v),
      tensor<float, dim<3>, dim<2>>{
          {47.3795f, 57.3795f}, {49.8573f, 59.8573f}, {49.9916f, 59.9916f}},
      0.0f, 0.54e-4f));
  return r;
}
}  // namespace article_2

using step_2 = axis<"step", 2>;
using width = axis<"width", 3>;

// Near is similar: minus the squared distance.
struct nearness {
  template <class H, class S> constexpr auto operator()(const H& h, const S& s) const {
    const auto between = h.copy() - s.copy();
    return static_cast<typename H::value_type>(-sum<0>(multiply(between, between)));
  }
};
// What dot_score does.
struct dot_of_pairwise_score {
  template <class H, class S> constexpr auto operator()(const H& h, const S& s) const {
    auto sum = detail::rounded(h[0] * s[0]);
    for (std::size_t i = 1; i < h.size(); ++i) sum = sum + detail::rounded(h[i] * s[i]);
    return sum;
  }
};

// A decoder's three states, each asking five states of an encoder; every extent another one.
using hidden = axis<"hidden", 6>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/additive_score.hpp promises.
  tests.proved<double, float>("Bahdanau", []<class T>(report& r) {
    namespace expected = reference::seed2_bahdanau_scores;
    const auto h = launder(as<T>(with_axes<step, d_h>(expected::h)));
    const auto s = launder(as<T>(with_axes<source, d_s>(expected::s)));
    const nn::additive_score<T, d_h, d_s, hidden> score{
        launder(as<T>(with_axes<hidden, d_h>(expected::V))),
        launder(as<T>(with_axes<hidden, d_s>(expected::W))),
        launder(as<T>(with_axes<hidden>(expected::U)))};
    static_assert(parameter_count<nn::additive_score<T, d_h, d_s, hidden>> == 24 + 18 + 6);
    const auto e = score(h, s);
    has_type<tensor<T, step, source>>(e);
    r.check(near(e, expected::e));
    r.same(e, additive_score(h, s, score.v, score.w, score.u));
    const auto weights = attention_weights(h, s, scored_by(score));
    r.check(near(weights, expected::weights));
    r.same(weights, softmax(e));  // not scaled
    const auto context = scaled_dot_product_attention(h, s, s, scored_by(score));
    has_type<tensor<T, step, d_s>>(context);
    r.check(near(context, expected::context));
    r.bits(context);
  });
  tests.proved<double, float>("Luong concat", []<class T>(report& r) {
    namespace expected = reference::seed2_luong_scores;
    const auto h = launder(as<T>(with_axes<step, d_h>(expected::h)));
    const auto s = launder(as<T>(with_axes<source, d_s>(expected::s)));
    const nn::concat_score<T, d_h, d_s, hidden> score{
        launder(as<T>(with_axes<hidden, dim<7>>(expected::Wc))),
        launder(as<T>(with_axes<hidden>(expected::U)))};
    const auto e = score(h, s);
    r.check(near(e, expected::e_concat));
    r.same(e, concat_score(h, s, score.w, score.u));
    r.same(e, additive_score(h, s, narrow<1, 4>(score.w, 0), narrow<1, 3>(score.w, 4), score.u));
    r.check(near(attention_weights(h, s, scored_by(score)), expected::weights_concat));
    const auto context = scaled_dot_product_attention(h, s, s, scored_by(score));
    r.check(near(context, expected::context_concat));
    r.bits(context);
  });
  // The formula, pair by pair: E12 of a printed article has subscripts where products belong.
  tests.proved<double, float>("the formula", []<class T>(report& r) {
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
  });
  tests.proved<double, float>("with a batch", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, batch, step, d_h>>(6));
    const auto k = launder(filled<tensor<T, batch, source, d_s>>(7));
    const nn::additive_score<T, d_h, d_s, hidden> score{launder(filled<tensor<T, hidden, d_h>>(8)),
        launder(filled<tensor<T, hidden, d_s>>(9)), launder(filled<tensor<T, hidden>>(10))};
    const auto all = independent_of_leading_axes<"batch">(r, score, q, k);
    has_type<tensor<T, batch, step, source>>(all);
    independent_of_leading_axes<"batch">(r, score, q, select<"batch">(k, 1));
  });
  // One sequence with itself; the hidden axis has the name of the width, and it does not matter.
  tests.proved("of one sequence", [](report& r) {
    const auto x = launder(filled<tensor<double, token, d_h>>(11, 2.0));
    const nn::additive_score<double, d_h, d_h, d_h> score{
        launder(filled<tensor<double, d_h, dim<4>>>(12)),
        launder(filled<tensor<double, d_h, dim<4>>>(13)), launder(filled<tensor<double, d_h>>(14))};
    const auto e = score(x, x);
    has_type<tensor<double, token, axis<"key_token", 3>>>(e);
    r.same(scaled_dot_product_attention(x, x, x, scored_by(score), scaled_by(0.5)),
        matmul(softmax(e * 0.5), as_keys(x)));
    r.bits(e);
  });
  // The weights are a model like any other.
  tests.proved("it is a model", [](report& r) {
    using model = nn::additive_score<double, d_h, d_s, hidden>;
    model score;
    score.u = filled<tensor<double, hidden>>(15);
    r.check(parameter<"u">(score)(0) == score.u(0));
    r.check(as<float>(score).u(1) == static_cast<float>(score.u(1)));
    r.check(score == score && !(score == model{}));
    using joined = nn::concat_score<double, d_h, d_s, hidden>;
    static_assert(parameter_count<joined> == 6 * 7 + 6);
    r.check(as<float>(joined{}) == nn::concat_score<float, d_h, d_s, hidden>{});
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto q = launder(filled<tensor<double, step, d_h>>(16));
    const auto k = launder(filled<tensor<double, source, d_s>>(17));
    const auto w = launder(filled<tensor<double, hidden, dim<7>>>(18));
    const auto u = launder(filled<tensor<double, hidden>>(19));
    r.same(
        values_of(concat_score(as_archetype(q), as_archetype(k), as_archetype(w), as_archetype(u))),
        concat_score(q, k, w, u));
    const auto by = [](const auto& weight, const auto& vector) {
      return scored_by(
          [=](const auto& h, const auto& s) { return concat_score(h, s, weight, vector); });
    };
    r.same(values_of(scaled_dot_product_attention(as_archetype(q), as_archetype(k), as_archetype(k),
               by(as_archetype(w), as_archetype(u)))),
        scaled_dot_product_attention(q, k, k, by(w, u)));
  });
  // What attn/attention/additive_score.hpp promises; and article 2's example.
  tests.proved<double, float>("Luong general", []<class T>() { return luong::general<T>(); });
  tests.proved<double, float>("Luong dot", []<class T>() { return luong::dot<T>(); });
  tests.proved<double, float>(
      "article 2, the example", []<class T>() { return article_2::the_example<T>(); });
  tests.proved("article 2, as printed", [] { return article_2::as_printed(); });
  tests.proved("integers stay exact", [](report& r) {
    has_type<dot_score_t>(dot_score);
    has_type<scaled_dot_score_t>(scaled_dot_score);
    const auto q = launder(filled<tensor<int, step, d_h>>(1));
    const auto k = launder(filled<tensor<int, source, d_s>>(2));
    const auto w = launder(filled<tensor<int, d_h, d_s>>(3));
    r.check(general_score(q, k, w) == matmul(matmul(q, w), transpose(k)));
  });
  tests.proved<double, float>("with a batch", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, batch, step, d_h>>(4));
    const auto k = launder(filled<tensor<T, batch, source, d_s>>(5));
    const auto w = launder(filled<tensor<T, d_h, d_s>>(6));
    const auto score = [](const auto&... x) { return general_score(x...); };
    const auto all = independent_of_leading_axes<"batch">(r, score, q, k, w);
    has_type<tensor<T, batch, step, source>>(all);
    independent_of_leading_axes<"batch">(r, score, q, select<"batch">(k, 1), w);
  });
  // One sequence with itself, where d_h and d_s are one axis; and the scale, where it is asked for.
  tests.proved("of one sequence", [](report& r) {
    const auto x = launder(filled<tensor<double, token, d_h>>(7, 2.0));
    const nn::general_score<double, d_h, d_h> score{
        launder(filled<tensor<double, dim<4>, d_h>>(8, 2.0))};
    const auto e = score(x, x);
    has_type<tensor<double, token, axis<"key_token", 3>>>(e);
    r.same(e, score(x, as_keys(x)));
    r.check(!bitwise_equal(unnamed(e), transpose(unnamed(e))));
    r.same(attention_weights(x, x, scored_by(score), scaled_by(0.5)), softmax(e * 0.5));
  });
  tests.accepts_an_archetype<tensor<double, step, d_h>, tensor<double, source, d_h>,
      tensor<double, d_h, dim<4>>>([](const auto&... x) { return general_score(x...); });
  tests.accepts_an_archetype<tensor<double, step, d_h>, tensor<double, source, d_h>>(
      [](const auto&... x) { return scaled_dot_score(x...); });
  tests.accepts_an_archetype<tensor<double, step, d_h>, tensor<double, source, d_h>>(
      [](const auto&... x) { return dot_score(x...); });
  // What attn/attention/pairwise_score.hpp promises.
  tests.proved<double, float>("a user-defined score", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, step_2, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, source, width>>(2, T(2)));
    const auto v = launder(filled<tensor<T, source, axis<"content", 4>>>(3));
    const pairwise_t<nearness> score = pairwise(nearness{});
    const auto e = score(q, k);
    has_type<tensor<T, step_2, source>>(e);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 5; ++j) {
        const auto between = select<0>(q, i) - select<0>(k, j);
        r.check(e(i, j) == static_cast<T>(-sum<0>(multiply(between, between))));
      }
    r.same(pairwise(dot_of_pairwise_score{})(q, k), dot_score(q, k));
    r.same(scaled_dot_product_attention(q, k, v, scored_by(score)),
        matmul(softmax(e), v));  // not scaled
    r.same(attention_weights(q, k, scored_by(score), scaled_by(T(0.5))), softmax(e * T(0.5)));
    r.bits(e);
  });
  tests.proved("rows of two widths", [](report& r) {
    const auto q = launder(filled<tensor<int, step_2, axis<"d_h", 4>>>(4));
    const auto k = launder(filled<tensor<int, source, axis<"d_s", 2>>>(5));
    const auto e = pairwise([](const auto& h, const auto& s) { return h[3] * s[1]; })(q, k);
    r.check(e(1, 4) == q(1, 3) * k(4, 1) && e(0, 2) == q(0, 3) * k(2, 1));
  });
  tests.proved("with a batch", [](report& r) {
    const auto q = launder(filled<tensor<double, batch, step_2, width>>(6));
    const auto k = launder(filled<tensor<double, batch, source, width>>(7));
    const auto score = pairwise(dot_of_pairwise_score{});
    r.same(score(q, k), dot_score(q, k));
    r.same(score(q, select<"batch">(k, 1)), dot_score(q, select<"batch">(k, 1)));
    r.same(score(q, q), dot_score(q, q));  // one sequence with itself
    static_assert(
        std::is_same_v<decltype(score(q, q)), tensor<double, batch, step_2, axis<"key_step", 2>>>);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto q = launder(filled<tensor<double, step_2, width>>(8));
    const auto k = launder(filled<tensor<double, source, width>>(9));
    const auto score = scored_by(pairwise(nearness{}));
    r.same(values_of(attention_weights(as_archetype(q), as_archetype(k), score)),
        attention_weights(q, k, score));
  });
};
}  // namespace attn_tests::attention_additive_score_tests
