// SPDX-License-Identifier: BSL-1.0
// Behaviours of scaled_dot_product, self_attention, fused, packed, widths of attn/attention/.
#pragma once

#include "static_tests/reference/attention_sdpa.hpp"
#include "static_tests/reference/seed0_attention.hpp"
#include "static_tests/reference/seed2_scores.hpp"
#include "static_tests/reference/seed3_self_attention.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_scaled_dot_product_tests {
using model = axis<"model", 6>;
using source = axis<"source", 5>;

template <class T, class Layout, class Bias> constexpr void one_width(report& r) {
  const auto layer = launder(made_up<nn::multi_head_attention<T, model, head, Layout, Bias>>(7));
  const auto fast = packed(layer);
  has_type<nn::multi_head_attention<T, model, head, packed_weights, Bias>>(fast);
  const auto x = launder(filled<tensor<T, token, model>>(1, T(2)));
  const auto memory = launder(filled<tensor<T, source, model>>(2, T(2)));
  const auto y = fast(x, causal<>);
  has_type<tensor<T, token, model>>(y);
  r.same(y, layer(x, causal<>));
  r.same(fast(x, memory, memory), layer(x, memory, memory));
  r.same(fast.weights(x), layer.weights(x));
  r.check(packed(fast) == fast);
}

using of_keys = axis<"of_keys", 4>;
using of_values = axis<"of_values", 7>;
using out_2 = axis<"out", 2>;
using all_of_widths = nn::widths<model, of_keys, of_values, 3, 4, out_2>;

// The composite is the composition of its public parts, bit for bit.
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void check_composition(report& r) {
  const auto q = launder(filled<matrix<T, Tq, Dk>>(1 + Tq, T(3)));
  const auto k = launder(filled<matrix<T, Tk, Dk>>(2 + Tk, T(3)));
  const auto v = launder(filled<matrix<T, Tk, Dv>>(3 + Dv));
  const auto out = scaled_dot_product_attention(q, k, v);
  r.same(out, matmul(attention_weights(q, k), v));
  r.same(scaled_dot_product_attention(q, k, v, unscaled, causal<top_left>),
      matmul(attention_weights(q, k, causal<top_left>, unscaled), v));
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/scaled_dot_product.hpp promises.
  tests.proved<double, float>("article 0, unscaled", []<class T>(report& r) {
    using namespace reference::seed0_demo_unscaled;
    check_case<T>(r, Q, K, V, scores, weights, out, unscaled);
    const auto e = map(attention_scores(as<T>(Q), as<T>(K)), [](T x) { return math::exp(x); });
    r.check(near(sum<1>(e), exp_sums));  // the row sums that the article's program prints
  });
  tests.proved<double, float>("article 0, scaled", []<class T>(report& r) {
    using namespace reference::seed0_demo_scaled;
    check_case<T>(r, Q, K, V, scores, weights, out);
    const auto x = attention_scores(as<T>(Q), as<T>(K)) * default_scale<T>(3);
    r.check(near(x, scaled));
    r.check(near(sum<1>(map(x, [](T s) { return math::exp(s); })), exp_sums));
  });
  tests.proved<double, float>("article 2", []<class T>(report& r) {
    using namespace reference::seed2_attention_3x2;
    check_case<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<double, float>("square", []<class T>(report& r) {
    using namespace reference::attention_sdpa_square;
    check_case<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<double, float>("cross", []<class T>(report& r) {
    using namespace reference::attention_sdpa_cross;
    check_case<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<double, float>("single query", []<class T>(report& r) {
    using namespace reference::attention_sdpa_single_query;
    check_case<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<double, float>("single key returns its value", []<class T>(report& r) {
    using namespace reference::attention_sdpa_single_key;
    check_case<T>(r, Q, K, V, scores, weights, out);
    const auto result = scaled_dot_product_attention(as<T>(Q), as<T>(K), as<T>(V));
    for (std::size_t i = 0; i < result.template extent<0>(); ++i)
      for (std::size_t j = 0; j < result.template extent<1>(); ++j)
        r.check(result(i, j) == T(V(0, j)));
  });
  tests.proved<double, float>("uniform weights", []<class T>(report& r) {
    using namespace reference::attention_sdpa_uniform_weights;
    check_case<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<double, float>("large logits", []<class T>(report& r) {
    using namespace reference::attention_sdpa_large_logits;
    check_case<T>(r, Q, K, V, scores, weights, out);
  });
  tests.proved<double, float>("custom scale", []<class T>(report& r) {
    using namespace reference::attention_sdpa_custom_scale;
    check_case<T>(r, Q, K, V, scores, weights, out, scaled_by(0.25));
  });
  tests.proved<double, float>("batch and head", []<class T>(report& r) {
    using namespace reference::attention_sdpa_batched;
    check_case<T>(r, Q, K, V, scores, weights, out);
  });
  tests.executed<double, float>("is the composition of its parts", []<class T>(report& r) {
    for_fours<1, 1, 1, 1, 2, 5, 3, 4, 3, 3, 3, 3, 7, 3, 2, 9, 5, 17, 16, 8, 4, 16, 5, 33>(
        [&]<std::size_t K, std::size_t L, std::size_t M, std::size_t N>() {
          check_composition<T, K, L, M, N>(r);
        });
  });
  // Roles: self-attention comes from one axis, and the keys get a name of their own.
  tests.proved("names follow the roles", [](report& r) {
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
    r.same(scaled_dot_product_attention(x, x, x),
        scaled_dot_product_attention(x, as_keys(x), as_keys(x)));
    const auto bare = scaled_dot_product_attention(unnamed(x), unnamed(m), unnamed(v));
    r.same(unnamed(scaled_dot_product_attention(x, m, v)), bare);
  });
  // skip_masked leaves the terms of masked keys out; where all values are numbers, nothing is seen of
  // it. What it is for is no constant: runtime_tests/attention/scaled_dot_product.cpp.
  tests.executed<double, float>("masked values are left out", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, batch, query, axis<"width", 4>>>(1, T(2)));
    const auto k = launder(filled<tensor<T, batch, key, axis<"width", 4>>>(2, T(2)));
    const auto v = launder(filled<tensor<T, batch, key, axis<"payload", 6>>>(3));
    const auto one_v = launder(filled<tensor<T, key, axis<"payload", 6>>>(4));
    const auto check = [&](const auto& values, const auto&... options) {
      const auto out = scaled_dot_product_attention(q, k, values, options...);
      r.same(scaled_dot_product_attention(q, k, values, skip_masked, options...), out);
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
  });
  tests.executed("with batches", [](report& r) {
    using key = axis<"key", 4>;
    using width = axis<"width", 5>;
    using payload = axis<"payload", 2>;
    const auto q = launder(filled<tensor<float, batch, query, width>>(1));
    const auto k = launder(filled<tensor<float, batch, key, width>>(2));
    const auto v = launder(filled<tensor<float, batch, key, payload>>(3));
    const auto out = scaled_dot_product_attention(q, k, v);
    has_type<tensor<float, batch, query, payload>>(out);
    for (std::size_t n = 0; n < 2; ++n) {
      tensor<float, query, width> qn;
      tensor<float, key, width> kn;
      tensor<float, key, payload> vn;
      for (std::size_t i = 0; i < qn.size(); ++i) qn.data()[i] = q.data()[n * qn.size() + i];
      for (std::size_t i = 0; i < kn.size(); ++i) kn.data()[i] = k.data()[n * kn.size() + i];
      for (std::size_t i = 0; i < vn.size(); ++i) vn.data()[i] = v.data()[n * vn.size() + i];
      const auto one = scaled_dot_product_attention(qn, kn, vn);
      for (std::size_t i = 0; i < one.size(); ++i)
        r.same(out.data()[n * one.size() + i], one.data()[i]);
    }
    r.bits(out);
  });
  // Fused or composed.
  tests.executed<float, double>("into a tensor that is there", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, dim<2>, dim<4>, dim<3>>>(1));
    const auto k = launder(filled<matrix<T, 6, 3>>(2));
    const auto v = launder(filled<tensor<T, dim<2>, dim<6>, dim<5>>>(3));
    tensor<T, dim<2>, dim<4>, dim<5>> out;
    scaled_dot_product_attention_into(out, q, k, v);
    r.same(out, scaled_dot_product_attention(q, k, v));
    scaled_dot_product_attention_into(out, q, k, v, valid_keys(4), unscaled);
    r.same(out, scaled_dot_product_attention(q, k, v, valid_keys(4), unscaled));
  });
  // What holds bit for bit, and not only on paper.
  tests.executed("identities", [](report& r) {
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
      for (std::size_t j = 0; j < 2; ++j) r.same(other(i, j), out((i + 1) % 3, j));
    // Values that are the identity give the weights back.
    matrix<double, 5, 5> identity;
    for (std::size_t i = 0; i < 5; ++i) identity(i, i) = 1;
    r.check(scaled_dot_product_attention(q, k, identity) == attention_weights(q, k));
    // A power of two may be folded into the queries.
    r.same(scaled_dot_product_attention(q * 0.5, k, v, unscaled), out);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto q = launder(filled<matrix<double, 2, 3>>(1, 3.0));
    const auto k = launder(filled<matrix<double, 5, 3>>(2, 3.0));
    const auto v = launder(filled<matrix<double, 5, 4>>(3));
    const auto out =
        scaled_dot_product_attention(as_archetype(q), as_archetype(k), as_archetype(v));
    r.same(values_of(out), scaled_dot_product_attention(q, k, v));
  });
  // What attn/attention/multi_head.hpp promises.
  // Article 3, from the embedded sentence on; its weights are floats.
  tests.proved<double, float>("article 3", []<class T>(report& r) {
    namespace expected = reference::seed3_self_attention_seed12;
    using expected::embedding_weight, expected::tokens, expected::W_q, expected::W_k, expected::W_v;
    using token = axis<"token", 7>;
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
    has_type<tensor<T, token, d_v>>(out);
    r.check(near(out, expected::attention_output));
    // "Learning" stands at 3 and at 6: without positions nothing can tell them apart.
    r.same(select<"token">(out, 3), select<"token">(out, 6));
    r.check(!bitwise_equal(select<"token">(out, 3), select<"token">(out, 5)));
    r.bits(out);
  });
  tests.proved<double, float>("is the composition", []<class T>(report& r) {
    using token = axis<"token", 5>;
    using d_k = axis<"d_k", 3>;
    const auto x = launder(filled<tensor<T, token, width>>(1, T(2)));
    const auto w_q = launder(filled<tensor<T, width, d_k>>(2, T(2)));
    const auto w_k = launder(filled<tensor<T, width, d_k>>(3, T(2)));
    const auto w_v = launder(filled<tensor<T, width, d_v>>(4));
    const auto q = matmul(x, w_q);
    const auto k = matmul(x, w_k);
    const auto v = matmul(x, w_v);
    r.same(self_attention(x, w_q, w_k, w_v), scaled_dot_product_attention(q, k, v));
    r.same(self_attention(x, w_q, w_k, w_v, unscaled),
        scaled_dot_product_attention(q, k, v, unscaled));
    r.same(self_attention(unnamed(x), unnamed(w_q), unnamed(w_k), unnamed(w_v)),
        unnamed(scaled_dot_product_attention(q, k, v)));
    // The padding of the sequence goes by the sequence's own name.
    const auto said = launder(keep_mask<token>{1, 1, 1, 0, 0});
    r.same(self_attention(x, w_q, w_k, w_v, key_padding(said)),
        self_attention(x, w_q, w_k, w_v, valid_keys(3)));
    // One sequence of a batch is that sequence alone.
    const auto many = launder(filled<tensor<T, batch, token, width>>(5, T(2)));
    const auto all = self_attention(many, w_q, w_k, w_v);
    has_type<tensor<T, batch, token, d_v>>(all);
    r.same(select<"batch">(all, 1), self_attention(select<"batch">(many, 1), w_q, w_k, w_v));
    r.bits(all);
  });
  tests.accepts_an_archetype<matrix<double, 3, 4>, matrix<double, 4, 2>, matrix<double, 4, 2>>(
      [](const auto& x, const auto& w, const auto& u) { return self_attention(x, w, u, w); });
  // What attn/attention/fused.hpp promises: which attention is fused, with the same bits.
  tests.proved("only what a kernel serves", [](report& r) {
    using q = shape<dim<4>, dim<3>>;
    using k = shape<dim<6>, dim<3>>;
    using from_left = std::remove_cvref_t<decltype(causal<top_left>)>;
    using late = std::remove_cvref_t<decltype(causal<key_offset<-2>>)>;
    using near = std::remove_cvref_t<decltype(sliding_window<1, 1, top_left>)>;
#if defined(ATTN_VECTORS)
    r.check(attention_is_fused<float, q, k>);
    r.check(attention_is_fused<double, q, k, unscaled_t>);
    r.check(attention_is_fused<float, q, k, scaled_by_t<double>, from_left>);
    r.check(attention_is_fused<float, q, k, both_t<from_left, near>>);
    r.check(attention_is_fused<float, q, k, skip_masked_t>);  // there is nothing to skip
#endif
    r.check(!attention_is_fused<float, q, k, late>);  // the first queries have no key
    r.check(!attention_is_fused<float, q, k, keep_mask<dim<4>, dim<6>>>);
    r.check(!attention_is_fused<float, q, k, valid_keys_t>);
    r.check(!attention_is_fused<float, q, k, skip_masked_t, from_left>);
    r.check(!attention_is_fused<float, shape<dim<1>, dim<3>>, k>);
    r.check(!attention_is_fused<long double, q, k>);
  });
  tests.executed<float, double>("equals its composition", []<class T>(report& r) {
    const auto q = launder(filled<matrix<T, 4, 3>>(1, T(3)));
    const auto k = launder(filled<matrix<T, 6, 3>>(2, T(3)));
    const auto v = launder(filled<matrix<T, 6, 5>>(3));
    const auto expected = matmul(attention_weights(q, k, causal<top_left>), v);
    r.same(scaled_dot_product_attention(q, k, v, causal<top_left>), expected);
    matrix<T, 4, 5> out;
    scaled_dot_product_attention_into(out, q, k, v, causal<top_left>);
    r.same(out, expected);
  });
  // What attn/layers/packed.hpp promises of heads: the plain layer bit for bit.
  tests.executed(
      "float, output by input", [](report& r) { one_width<float, output_by_input, with_bias>(r); });
  tests.executed("double, input by output",
      [](report& r) { one_width<double, input_by_output, with_bias>(r); });
  tests.executed(
      "without a bias", [](report& r) { one_width<float, output_by_input, without_bias>(r); });
  // Widths of their own, a batch.
  tests.executed("many widths", [](report& r) {
    using layer_type = nn::multi_head_of_widths<float, model, axis<"key", 5>, axis<"value", 7>,
        head, 3, 2, axis<"out", 4>, output_by_input>;
    const auto layer = launder(made_up<layer_type>(8));
    const auto q = launder(filled<tensor<float, batch, token, model>>(1));
    const auto k = launder(filled<tensor<float, batch, source, axis<"key", 5>>>(2));
    const auto v = launder(filled<tensor<float, batch, source, axis<"value", 7>>>(3));
    const auto y = packed(layer)(q, k, v);
    has_type<tensor<float, batch, token, axis<"out", 4>>>(y);
    r.same(y, layer(q, k, v));
  });
  // What attn/attention/multi_head_layer.hpp promises.
  // Two heads of 3 and 4 columns; what the projections are follows.
  tests.proved("projections follow", [](report& r) {
    using layer = nn::multi_head<double, all_of_widths, head, input_by_output>;
    using same = nn::multi_head_of_widths<double, model, of_keys, of_values, head, 3, 4, out_2,
        input_by_output>;
    r.check(std::is_same_v<layer, same>);
    r.check(std::is_same_v<all_of_widths::joined_k<head>, axis<"head_d_k", 6>>);
    r.check(std::is_same_v<all_of_widths::joined_v<head>, axis<"head_d_v", 8>>);
    r.check(std::is_same_v<decltype(layer::v_proj.weight),
        tensor<double, of_values, axis<"head_d_v", 8>>>);
    r.check(std::is_same_v<decltype(layer::out_proj.weight),
        tensor<double, axis<"head_d_v", 8>, out_2>>);
    const layer f{};
    const auto q = launder(filled<tensor<double, token, model>>(1));
    const auto k = launder(filled<tensor<double, source, of_keys>>(2));
    const auto v = launder(filled<tensor<double, source, of_values>>(3));
    const auto y = f(q, k, v);
    has_type<tensor<double, token, out_2>>(y);
    r.check(y == tensor<double, token, out_2>{});
    r.bits(y);
  });
  // One width is shared by the heads, however many there are.
  tests.proved("one width", [](report& r) {
    using layer = nn::multi_head<double, model, head, output_by_input>;
    r.check(std::is_same_v<layer, nn::multi_head_attention<double, model, head, output_by_input>>);
    r.check(std::is_same_v<layer::joined_k, axis<"head_d_k", 6>>);
    r.check(layer::d_k::size == 3 && layer::d_v::size == 3);
  });
};
}  // namespace attn_tests::attention_scaled_dot_product_tests
