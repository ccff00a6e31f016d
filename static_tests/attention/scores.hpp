// SPDX-License-Identifier: BSL-1.0
// Behaviours of scores, scale, logits, weights of attn/attention/.
#pragma once

#include "static_tests/reference/sinks.hpp"
#include "static_tests/support/both_ways.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_scores_tests {
using width = axis<"width", 2>;
using memory = axis<"memory", 5>;
using payload = axis<"payload", 4>;

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

// Operands of static_tests/reference/sinks.hpp: 2 texts, 4 heads of queries, 2 of keys and values.
template <class T> struct sink_case {
  using q_head = axis<"q_head", 4>;
  using kv_head = axis<"kv_head", 2>;
  tensor<T, batch, q_head, token, width> q = counted_numbers<decltype(q)>(1, 4);
  tensor<T, batch, kv_head, key, width> k = counted_numbers<decltype(k)>(2, 4);
  tensor<T, batch, kv_head, key, feature> v = counted_numbers<decltype(v)>(3);
  tensor<T, q_head> s = counted_numbers<decltype(s)>(4, 4);
};
// softmax({sink(row), logits of a row…}) without the first, row by row.
template <class Logits, class Sink>
constexpr Logits beside_sink(const Logits& x, const Sink& sink) {
  constexpr std::size_t keys = Logits::shape_type::extents[Logits::rank - 1];
  Logits weights;
  for (std::size_t at = 0; at < x.size(); at += keys) {
    tensor<typename Logits::value_type, dim<keys + 1>> wide;
    wide(0) = sink(at / keys);
    for (std::size_t j = 0; j < keys; ++j) wide(j + 1) = x.data()[at + j];
    wide = softmax(wide);
    for (std::size_t j = 0; j < keys; ++j) weights.data()[at + j] = wide(j + 1);
  }
  return weights;
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/scores.hpp promises.
  // static_tests/attention/scaled_dot_product.hpp also has tests of these, case by case.
  tests.proved<double, float>("is a product", []<class T>(report& r) {
    const auto check = [&]<std::size_t Tq, std::size_t Tk, std::size_t D>(
                           dim<Tq>, dim<Tk>, dim<D>) {
      const auto q = launder(filled<matrix<T, Tq, D>>(Tq, T(3)));
      const auto k = launder(filled<matrix<T, Tk, D>>(Tk, T(3)));
      r.same(attention_scores(q, k), matmul(q, transpose(k)));
    };
    check(dim<1>{}, dim<1>{}, dim<1>{});
    check(dim<2>{}, dim<5>{}, dim<3>{});
    check(dim<5>{}, dim<17>{}, dim<16>{});
  });
  tests.proved("names follow the roles", [](report& r) {
    const auto x = launder(filled<tensor<double, token, width>>(1));
    const auto m = launder(filled<tensor<double, memory, width>>(2));
    static_assert(std::is_same_v<decltype(attention_scores(x, m)), tensor<double, token, memory>>);
    static_assert(std::is_same_v<decltype(attention_scores(x, x)),
        tensor<double, token, axis<"key_token", 3>>>);
    r.same(attention_scores(x, x), attention_scores(x, as_keys(x)));
    r.same(unnamed(attention_scores(x, m)), attention_scores(unnamed(x), unnamed(m)));
  });
  tests.proved("integers are exact", [](report& r) {
    const auto q = launder(matrix<int, 3, 3>{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}});
    const auto k = launder(matrix<int, 3, 3>{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}});
    r.check(attention_scores(q, k) == matrix<int, 3, 3>{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}});
    r.check(attention_weights(as<double>(q), as<double>(k), unscaled) ==
            softmax(as<double>(attention_scores(q, k))));
  });
  tests.proved<double, float>("a score of the user's", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, memory, width>>(2, T(2)));
    const auto v = launder(filled<tensor<T, memory, payload>>(3));
    const auto x = minus_squared_distance(q, k);
    const auto near_by = scored_by(minus_squared_distance);
    has_type<scored_by_t<std::remove_const_t<decltype(minus_squared_distance)>>>(near_by);
    r.same(attention_weights(q, k, near_by), softmax(x));  // no scale, unless asked
    r.same(attention_weights(q, k, near_by, unscaled), softmax(x));
    r.same(attention_weights(q, k, near_by, scaled_by(T(0.3))), softmax(x * T(0.3)));
    r.same(attention_weights(q, k, near_by, causal<bottom_right>),
        masked_softmax(x, causal<bottom_right>));
    const auto out = scaled_dot_product_attention(q, k, v, near_by);
    has_type<tensor<T, token, payload>>(out);
    r.same(out, matmul(softmax(x), v));
    // In self-attention f sees keys.
    static_assert(std::is_same_v<decltype(attention_weights(q, q, near_by)),
        tensor<T, token, axis<"key_token", 3>>>);
    r.same(attention_weights(q, q, near_by), softmax(minus_squared_distance(q, as_keys(q))));
  });
  // Queries and keys of two widths: a product through a matrix (Luong's "general").
  tests.proved<double, float>("a score for two widths", []<class T>(report& r) {
    using wide = axis<"wide", 6>;
    const auto q = launder(filled<tensor<T, token, width>>(1));
    const auto k = launder(filled<tensor<T, memory, wide>>(2));
    const auto w = launder(filled<tensor<T, width, wide>>(3));
    const auto v = launder(filled<tensor<T, memory, payload>>(4));
    const auto general = [&](const auto& a, const auto& b) {
      return attention_scores(matmul(a, w), b);
    };
    const auto x = matmul(matmul(q, w), transpose(k));
    r.same(attention_weights(q, k, scored_by(general)), softmax(x));
    r.same(scaled_dot_product_attention(q, k, v, scored_by(general)), matmul(softmax(x), v));
  });
  // The dot product as an explicit score has the same results, except for the scale; also with
  // heads.
  tests.proved<double, float>("the dot product as a score", []<class T>(report& r) {
    using model = axis<"model", 6>;
    const auto x = launder(filled<tensor<T, token, model>>(1, T(2)));
    const auto w = launder(filled<tensor<T, model, axis<"inner", 6>>>(2));
    const auto dot = scored_by([](const auto& a, const auto& b) { return attention_scores(a, b); });
    r.same(multi_head_attention<head>(x, x, x, w, w, w, dot),
        multi_head_attention<head>(x, x, x, w, w, w, unscaled));
    r.same(multi_head_attention<head>(x, x, x, w, w, w, dot, scaled_by(default_scale<T>(3))),
        multi_head_attention<head>(x, x, x, w, w, w));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto q = launder(filled<matrix<double, 2, 3>>(1, 3.0));
    const auto k = launder(filled<matrix<double, 5, 3>>(2, 3.0));
    r.same(values_of(attention_scores(as_archetype(q), as_archetype(k))), attention_scores(q, k));
    const auto score = scored_by(minus_squared_distance);
    r.same(values_of(attention_weights(as_archetype(q), as_archetype(k), score)),
        attention_weights(q, k, score));
  });
  // What attn/attention/scale.hpp promises.
  // T(1) / sqrt(T(d_k)): two roundings, for both formats.
  tests.proved("default_scale is a rounded quotient", [](report& r) {
    r.check(default_scale<double>(4) == 0.5);
    r.check(default_scale<double>(3) == 1.0 / math::sqrt(launder(3.0)));
    r.check(default_scale<float>(3) == 1.0f / math::sqrt(launder(3.0f)));
    r.check(default_scale<archetype>(16).value() == 0.25);
    r.bits(default_scale<float>(launder(std::size_t{96})));
  });
  tests.proved<float, double>("options scale the finished scores", []<class T>(report& r) {
    const auto q = launder(filled<matrix<T, 2, 3>>(1));
    const auto k = launder(filled<matrix<T, 5, 3>>(2));
    const auto scores = attention_scores(q, k);
    r.same(attention_weights(q, k, unscaled), softmax(scores));
    r.same(attention_weights(q, k), softmax(scores * default_scale<T>(3)));
    r.same(attention_weights(q, k, scaled_by(T(0.75))), softmax(scores * T(0.75)));
    r.same(attention_weights(q, k, scaled_by(1)), attention_weights(q, k, unscaled));
  });
  // The factor multiplies the queries: f(q, k, queries_scaled_by(x)) is f(q * x, k, unscaled).
  tests.executed<float, double>("options scale the queries", []<class T>(report& r) {
    const auto q = launder(filled<matrix<T, 4, 3>>(1, T(3)));
    const auto k = launder(filled<matrix<T, 5, 3>>(2, T(3)));
    const auto v = launder(filled<matrix<T, 5, 2>>(3));
    const T x = T(0.7), usual = default_scale<T>(3);
    const auto by = queries_scaled_by(x);
    const auto same = [&](const auto& a, const auto& b) { r.same(a, b); };
    same(attention_weights(q, k, queries_scaled), attention_weights(q * usual, k, unscaled));
    same(attention_weights(q, k, by), attention_weights(q * x, k, unscaled));
    r.check(!bitwise_equal(attention_weights(q, k, by), attention_weights(q, k, scaled_by(x))));
    same(attention_weights(q, k, queries_scaled_by(1)), attention_weights(q, k, unscaled));
    same(attention_logits(q, k, by, soft_capped_by(T(2)), causal<top_left>),
        attention_logits(q * x, k, unscaled, soft_capped_by(T(2)), causal<top_left>));
    same(scaled_dot_product_attention(q, k, v, by),
        scaled_dot_product_attention(q * x, k, v, unscaled));
    same(scaled_dot_product_attention(q, k, v, causal<top_left>, queries_scaled),
        scaled_dot_product_attention(q * usual, k, v, causal<top_left>, unscaled));
    tensor<T, dim<4>, dim<2>> out;
    scaled_dot_product_attention_into(out, q, k, v, by);
    same(out, scaled_dot_product_attention(q * x, k, v, unscaled));
    // A score of the user's is given the scaled queries, and is not scaled itself.
    const auto score =
        scored_by([](const auto& a, const auto& b) { return attention_scores(a, b); });
    same(attention_weights(q, k, score, queries_scaled), attention_weights(q, k, queries_scaled));
    r.bits(out);
    r.bits(attention_weights(q, k, queries_scaled));
  });
  // 4e38 is no float. PyTorch and ONNX also multiply before the product.
  tests.executed("scaled queries stay in range", [](report& r) {
    const auto q = launder(matrix<float, 2, 4>{{1e19f, 1e19f, 1e19f, 1e19f}, {0, 0, 0, 0}});
    r.check(attention_weights(q, q, queries_scaled) == matrix<float, 2, 2>{{1, 0}, {0.5f, 0.5f}});
    r.check(scaled_dot_product_attention(q, q, q, queries_scaled_by(0.25)) ==
            matrix<float, 2, 4>{{1e19f, 1e19f, 1e19f, 1e19f}, {5e18f, 5e18f, 5e18f, 5e18f}});
  });
  tests.proved("options are recognised", [](report& r) {
    r.check(attention_option<unscaled_t> && attention_option<scaled_by_t<double>>);
    r.check(!attention_option<double> && !attention_option<matrix<double, 2, 2>>);
    r.check(std::is_same_v<unscaled_t::kind, scale_kind>);
    r.check(attention_option<queries_scaled_t> && attention_option<queries_scaled_by_t<double>>);
    r.check(std::is_same_v<queries_scaled_t::kind, scale_kind>);
  });
  // What attn/attention/weights.hpp promises; hardmax, of hardmax_t, is in linear_attention.hpp.
  // Each option alone is one step: the outputs of ONNX' Attention in its four qk_matmul_output_modes.
  tests.proved<double, float>("every step has its options", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width>>(1, T(3)));
    const auto k = launder(filled<tensor<T, key, width>>(2, T(3)));
    const auto b = launder(filled<tensor<T, token, key>>(3));
    const auto m =
        launder(keep_mask<token, key>{{1, 0, 1, 1, 0}, {0, 0, 0, 0, 1}, {1, 1, 1, 1, 1}});
    const auto x = attention_scores(q, k) * default_scale<T>(2);
    static_assert(std::is_same_v<decltype(attention_logits(q, k)), tensor<T, token, key>>);
    r.same(attention_logits(q, k), x);
    r.same(attention_logits(q, k, unscaled), attention_scores(q, k));
    r.same(attention_logits(q, k, scaled_by(T(0.7))), attention_scores(q, k) * T(0.7));
    r.same(attention_logits(q, k, biased_by(b)), x + b);
    const auto capped = attn::tanh(x / T(1.5)) * T(1.5);
    r.same(attention_logits(q, k, soft_capped_by(1.5)), capped);
    r.same(attention_logits(q, k, m), mask_scores(x, m));
    const auto all = attention_logits(q, k, m, biased_by(b), soft_capped_by(1.5));
    r.same(all, mask_scores(capped + b, m));
  });
  // Also of a score of the user's, which scales itself, and with leading axes.
  tests.proved<double, float>("their softmax is the weights", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, head, token, width>>(1, T(3)));
    const auto k = launder(filled<tensor<T, head, key, width>>(2, T(3)));
    const auto b = launder(filled<tensor<T, token, key>>(3));
    const auto doubled = [](const auto& x, const auto& y) { return attention_scores(x + x, y); };
    const auto check = [&](const auto&... options) {
      const auto x = attention_logits(q, k, options...);
      r.same(softmax(x), attention_weights(q, k, options...));
      r.bits(x);
    };
    check();
    check(unscaled, biased_by(b));
    check(causal<top_left>, soft_capped_by(2), biased_by(b));
    check(scored_by(doubled), valid_keys(3));
    check(sliding_window<1, 1, top_left>, skip_masked, fully_masked<zero_rows>);
  });
  tests.proved("a query without keys is left minus infinity", [](report& r) {
    const auto q = launder(filled<tensor<double, token, width>>(1));
    const auto k = launder(filled<tensor<double, key, width>>(2));
    const auto x = attention_logits(q, k, causal<key_offset<-1>>);
    const auto y = attention_logits(q, k, causal<key_offset<-1>>, fully_masked<zero_rows>);
    const double none = -std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < key::size; ++j) r.check(x(0, j) == none);
    r.check(x(1, 0) > none && x(1, 1) == none);
    r.same(x, y);
  });
  tests.proved("names follow the roles", [](report& r) {
    const auto x = launder(filled<tensor<double, token, width>>(1));
    static_assert(std::is_same_v<decltype(attention_logits(x, x)),
        tensor<double, token, axis<"key_token", 3>>>);
    r.same(attention_logits(x, x), attention_logits(x, as_keys(x)));
  });
  tests.proved("costs what is executed", [](report& r) {
    using Q = tensor<double, token, width>;
    using K = tensor<double, key, width>;
    const auto check = [&](const auto&... options) {
      const auto f = [&](const auto& q, const auto& k) {
        return attention_logits(q, k, options...);
      };
      cost_is_counted(r, cost::attention_logits<Q, K>(options...), f, Q{}, K{});
    };
    check();
    check(unscaled);
    check(scaled_by(2.0), soft_capped_by(3.0));
    check(causal<top_left>);
    r.check(cost::attention_logits<Q, K>(unscaled) == cost::attention_scores<Q, K>());
  });
  tests.accepts_an_archetype<matrix<double, 2, 3>, matrix<double, 5, 3>>(
      [](const auto& q, const auto& k) { return attention_logits(q, k, unscaled); });
  // What attn/attention/weights.hpp promises; hardmax, of hardmax_t, is in linear_attention.hpp.
  tests.proved<double, float>("is the composition of its parts", []<class T>(report& r) {
    const auto check = [&]<std::size_t Tq, std::size_t Tk, std::size_t D>(
                           dim<Tq>, dim<Tk>, dim<D>) {
      const auto q = launder(filled<matrix<T, Tq, D>>(1 + Tq, T(3)));
      const auto k = launder(filled<matrix<T, Tk, D>>(2 + Tk, T(3)));
      const T scale = T(1) / math::sqrt(T(D));
      const auto w = attention_weights(q, k);
      r.same(w, softmax(attention_scores(q, k) * scale));
      r.check(allclose(sum<1>(w), map(sum<1>(w), [](T) { return T(1); })));
    };
    check(dim<1>{}, dim<1>{}, dim<1>{});
    check(dim<2>{}, dim<5>{}, dim<3>{});
    check(dim<7>{}, dim<3>{}, dim<2>{});
    check(dim<5>{}, dim<17>{}, dim<16>{});
    check(dim<4>{}, dim<16>{}, dim<5>{});
  });
  // The score, the scale, the soft cap, the bias, the mask, the softmax.
  tests.proved<double, float>("options take effect in this order", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width>>(1, T(3)));
    const auto k = launder(filled<tensor<T, key, width>>(2, T(3)));
    const auto b = launder(filled<tensor<T, token, key>>(3));
    const auto m =
        launder(keep_mask<token, key>{{1, 0, 1, 1, 0}, {0, 0, 0, 0, 1}, {1, 1, 1, 1, 1}});
    const auto doubled = [](const auto& x, const auto& y) { return attention_scores(x + x, y); };
    auto x = doubled(q, k);
    x = x * T(0.7);
    x = attn::tanh(x / T(1.5)) * T(1.5);
    x = x + b;
    const auto w = attention_weights(
        q, k, m, biased_by(b), soft_capped_by(1.5), scaled_by(0.7), scored_by(doubled));
    r.same(w, softmax(mask_scores(x, m)));
  });
  tests.proved("names follow the roles", [](report& r) {
    const auto x = launder(filled<tensor<double, token, width>>(1));
    const auto m = launder(filled<tensor<double, key, width>>(2));
    static_assert(std::is_same_v<decltype(attention_weights(x, m)), tensor<double, token, key>>);
    static_assert(std::is_same_v<decltype(attention_weights(x, x)),
        tensor<double, token, axis<"key_token", 3>>>);
    r.same(attention_weights(x, x), attention_weights(x, as_keys(x)));
    r.same(unnamed(attention_weights(x, m)), attention_weights(unnamed(x), unnamed(m)));
  });
  // What options require of the scores, as attention, layers and models ask it.
  tests.proved("what options require", [](report& r) {
    using q = shape<dim<3>, dim<2>>;
    using k = shape<dim<5>, dim<2>>;
    const auto call = []<class... Options>(const Options&...) {
      return rules::options_call<true, double, q, k, Options...>{};
    };
    r.check(decltype(call())::all::value);
    r.check(decltype(call(unscaled, causal<top_left>, fully_masked<zero_rows>))::all::value);
    r.check(decltype(call(causal<key_offset<-1>>, fully_masked<zero_rows>))::all::value);
    r.check(decltype(call(biased_by(matrix<double, 3, 5>{})))::all::value);
    r.check(!decltype(call(7))::only_options::value);
    r.check(!decltype(call(unscaled, scaled_by(2.0)))::one_of_each::value);
    r.check(!decltype(call(causal<>))::mask_aligned::value);
    r.check(!decltype(call(keep_mask<dim<5>, dim<3>>{}))::mask_axes::value);
    r.check(!decltype(call(causal<key_offset<-1>>))::rows_have_weights::value);
    r.check(!decltype(call(biased_by(matrix<double, 5, 3>{})))::bias_axes::value);
    r.check(!decltype(call(biased_by(matrix<float, 3, 5>{})))::bias_element::value);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto q = launder(filled<matrix<double, 2, 3>>(1, 3.0));
    const auto k = launder(filled<matrix<double, 5, 3>>(2, 3.0));
    const auto a = as_archetype(q), b = as_archetype(launder(filled<matrix<double, 2, 3>>(4)));
    r.same(values_of(attention_weights(a, b)), attention_weights(q, values_of(b)));
    r.same(values_of(attention_weights(a, as_archetype(k), unscaled)),
        attention_weights(q, k, unscaled));
    r.same(values_of(attention_weights(a, as_archetype(k), scaled_by(archetype(2)))),
        attention_weights(q, k, scaled_by(2)));
    r.same(values_of(attention_weights(a, as_archetype(k), valid_keys(3))),
        attention_weights(q, k, valid_keys(3)));
  });
  // Sinks: the weights if the softmax has one more logit.
  tests.executed<double, float>("sinks: PyTorch's numbers", []<class T>(report& r) {
    const auto in = launder(sink_case<T>{});
    const auto w =
        grouped_query_attention_weights(in.q, in.k, with_sinks(in.s), causal<bottom_right>);
    const auto y =
        grouped_query_attention(in.q, in.k, in.v, with_sinks(in.s), causal<bottom_right>);
    r.check(near(w, reference::sinks::weights));
    r.check(near(y, reference::sinks::attended));
    r.bits(w);
    r.bits(y);
    const auto w_1 = grouped_query_attention_weights(in.q, in.k, softmax_plus_one);
    const auto y_1 = grouped_query_attention(in.q, in.k, in.v, softmax_plus_one);
    r.check(near(w_1, reference::sinks::weights_plus_one));
    r.check(near(y_1, reference::sinks::attended_plus_one));
    r.bits(w_1);
    r.bits(y_1);
  });
  // {-1000, …} has weights of 0, {1, 2, 3} the weights exp(x) / (1 + sum),
  // https://github.com/kyegomez/AttentionIsOFFByOne/issues/5
  tests.proved("sinks: softmax plus one", [](report& r) {
    const auto one = launder(matrix<double, 1, 1>{{1}});
    const auto w = [&](const auto& k) {
      return attention_weights(one, k, unscaled, softmax_plus_one);
    };
    r.check(near(w(matrix<double, 3, 1>{{1}, {2}, {3}}),
        expected<matrix<double, 1, 3>>{
            {{0.08714431874203256, 0.23688281808991013, 0.6439142598879722}}, 1e-16, 1e-15, 0, 0}));
    r.check(w(matrix<double, 2, 1>{{-1000}, {-1000}}) == matrix<double, 1, 2>{{0, 0}});
    r.check(w(matrix<double, 2, 1>{{1000}, {-1000}}) == matrix<double, 1, 2>{{1, 0}});
  });
  // PyTorch's add_zero_attn, https://github.com/pytorch/pytorch/issues/27461: an extra key and value
  // of zeros, which every query sees. Strictly causal, query 0 has nothing else.
  tests.proved<double, float>("sinks: a key of zeros", []<class T>(report& r) {
    const auto q = launder(filled<matrix<T, 5, 2>>(1, T(2)));
    const auto k = launder(filled<matrix<T, 5, 2>>(2, T(2)));
    const auto v = launder(filled<matrix<T, 5, 4>>(3));
    const auto zeros_first = []<std::size_t N>(const tensor<T, dim<5>, dim<N>>& x) {
      return concat<0>(matrix<T, 1, N>{}, x);
    };
    const auto y = scaled_dot_product_attention(q, k, v, softmax_plus_one, causal<key_offset<-1>>);
    r.check(select<0>(y, 0) == tensor<T, dim<4>>{});
    r.check(allclose(
        y, scaled_dot_product_attention(q, zeros_first(k), zeros_first(v), causal<top_left>)));
  });
  tests.executed<double, float>("sinks: the composition", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, head, token, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, head, key, width>>(2, T(2)));
    const auto v = launder(filled<tensor<T, head, key, payload>>(3));
    const auto s = launder(filled<tensor<T, head>>(4));
    const auto b = launder(filled<tensor<T, token, key>>(5));
    const auto m =
        launder(keep_mask<token, key>{{1, 0, 1, 1, 0}, {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}});
    has_type<with_sinks_t<T, head>>(with_sinks(s));
    has_type<softmax_plus_one_t>(softmax_plus_one);
    const auto per_head = [&](std::size_t row) { return s(row / 3); };
    const auto w = attention_weights(
        q, k, with_sinks(s), biased_by(b), soft_capped_by(T(1.5)), queries_scaled, m);
    r.same(w,
        beside_sink(attention_logits(q, k, biased_by(b), soft_capped_by(T(1.5)), queries_scaled, m),
            per_head));
    r.check(select<"token">(w, 1) == tensor<T, head, key>{});  // no key: only the sink
    r.same(attention_weights(q, k, softmax_plus_one),
        beside_sink(attention_logits(q, k), [](std::size_t) { return T(0); }));
    const auto all = launder(tensor<T>(T(0.25)));
    r.same(attention_weights(q, k, with_sinks(all)),
        beside_sink(attention_logits(q, k), [&](std::size_t) { return all(); }));
    const auto y = scaled_dot_product_attention(q, k, v, with_sinks(s), m);
    r.same(y, matmul(attention_weights(q, k, m, with_sinks(s)), v));
    r.same(scaled_dot_product_attention(q, k, v, with_sinks(s)),  // a kernel, as is the next
        matmul(attention_weights(q, k, with_sinks(s)), v));
    r.same(scaled_dot_product_attention(q, k, v, softmax_plus_one, causal<top_left>),
        matmul(attention_weights(q, k, softmax_plus_one, causal<top_left>), v));
    into_is_the_same(
        r, [](auto& out, const auto&... x) { scaled_dot_product_attention_into(out, x...); },
        [](const auto&... x) { return scaled_dot_product_attention(x...); }, q, k, v,
        with_sinks(s));
    r.check(scaled_dot_product_attention(q, k, v, with_sinks(s), m, skip_masked) == y);
    independent_of_leading_axes<"head">(
        r,
        [](const auto& a, const auto& c, const auto& d, const auto& sink) {
          return scaled_dot_product_attention(a, c, d, with_sinks(sink), causal<top_left>);
        },
        q, k, v, s);
  });
  // In heads, in layers, in a cache, a batch at a time.
  tests.executed<double, float>("sinks: every function", []<class T>(report& r) {
    using layer = nn::multi_head_attention<T, model, head, output_by_input>;
    const auto f =
        launder(vector_to_parameters<layer>(filled<tensor<T, dim<parameter_count<layer>>>>(1)));
    const auto x = launder(filled<tensor<T, batch, token, model>>(2));
    const auto s = launder(filled<tensor<T, head>>(3, T(2)));
    const auto y = f(x, causal<>, with_sinks(s));
    const auto cut = [](const auto& rows) { return split_heads<head, width>(rows); };
    const auto q = cut(f.q_proj(x)), k = cut(f.k_proj(x)), v = cut(f.v_proj(x));
    r.same(y, f.out_proj(merge_heads<"head_d_v">(
                  scaled_dot_product_attention(q, k, v, with_sinks(s), causal<>))));
    r.same(f.weights(x, causal<>, with_sinks(s)), attention_weights(q, k, with_sinks(s), causal<>));
    // Token by token: the rows of full causal attention, whatever the capacity.
    key_value_cache<T, axis<"token", 7>, width, width, head> cache;
    const auto one_q = select<"batch">(q, 1), one_k = select<"batch">(k, 1),
               one_v = select<"batch">(v, 1);
    const auto all = scaled_dot_product_attention(one_q, one_k, one_v, with_sinks(s), causal<>);
    r.check(cache.attend(select<"token">(one_q, 0), with_sinks(s)) == tensor<T, head, width>{});
    for (std::size_t t = 0; t < 3; ++t) {
      cache.append(select<"token">(one_k, t), select<"token">(one_v, t));
      r.same(cache.attend(select<"token">(one_q, t), with_sinks(s)), select<"token">(all, t));
    }
    r.same(cache.attend(one_q, causal_from(0), with_sinks(s)), all);
    const auto groups = launder(sink_case<T>{});
    using heads = typename sink_case<T>::q_head;
    r.same(grouped_query_attention(groups.q, groups.k, groups.v, with_sinks(groups.s)),
        scaled_dot_product_attention(groups.q, repeat_heads<heads>(groups.k),
            repeat_heads<heads>(groups.v), with_sinks(groups.s)));
  });
  tests.proved("sinks: gradients", [](report& r) {
    const sink_case<double> in;
    const auto loss = [&]<class Y>(const Y& y) {
      tensor<double, dim<Y::volume>> weights;
      for (std::size_t i = 0; i < weights.size(); ++i) weights.data()[i] = double(i + 1) / 8;
      return sum<0>(multiply(detail::with_shape<shape<dim<Y::volume>>>(y), type_as(weights, y)));
    };
    const auto of_sinks = [&](const auto& sinks) {
      return loss(grouped_query_attention(type_as(in.q, sinks), type_as(in.k, sinks),
          type_as(in.v, sinks), with_sinks(sinks), causal<bottom_right>));
    };
    const auto of_queries = [&](const auto& queries) {
      return loss(grouped_query_attention(queries, type_as(in.k, queries), type_as(in.v, queries),
          with_sinks(type_as(in.s, queries)), causal<bottom_right>));
    };
    r.check(near(gradient(of_sinks, in.s), reference::sinks::d_sinks));
    r.check(near(gradient(of_queries, in.q), reference::sinks::d_queries));
    const auto masked = keep_mask<token, key>{{1, 0, 1, 1, 0}, {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}};
    both_ways::gradient_is_numeric(
        r,
        [&](const auto& sinks) {
          return grouped_query_attention_weights(
              type_as(in.q, sinks), type_as(in.k, sinks), with_sinks(sinks), masked);
        },
        in.s);
  });
  // What reaches what: a sink reaches each weight of its own head, a masked key none.
  tests.proved("sinks: influence, bounds", [](report& r) {
    using traced = influence<double, 2>;
    const auto q = filled<tensor<double, head, token, width>>(1);
    const auto k = filled<tensor<double, head, key, width>>(2);
    const auto s = filled<tensor<double, head>>(4);
    r.check(reach<"head">(attention_weights(as<traced>(q), as<traced>(k),
                with_sinks(marked<"head">(s)))) == matrix<bool, 2, 2>{{1, 0}, {0, 1}});
    // Weights that do not sum to 1: an average may be outside of the values.
    using I = interval<double>;
    const auto v = launder(matrix<double, 5, 1>{{1}, {1}, {1}, {1}, {1}});
    const auto a = select<"head">(q, 0);
    const auto c = select<"head">(k, 0);
    const auto y = scaled_dot_product_attention(as<I>(a), as<I>(c), as<I>(v), softmax_plus_one);
    const auto found = scaled_dot_product_attention(a, c, v, softmax_plus_one);
    for (std::size_t i = 0; i < y.size(); ++i)
      r.check(y.data()[i].lower <= found.data()[i] && found.data()[i] <= y.data()[i].upper &&
              y.data()[i].upper < 1);
  });
};
}  // namespace attn_tests::attention_scores_tests
