// SPDX-License-Identifier: BSL-1.0
// Behaviours of grouped_query, grouped_query_weights of attn/attention/.
#pragma once

#include "static_tests/reference/attention_heads.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_grouped_query_tests {
using kv_head = axis<"head", 3>;
using q_head = axis<"head", 6>;
using token = axis<"token", 2>;

// Every extent another one: 6 heads of queries, 3 of keys, 2 tokens, 5 keys, widths 4 and 7.
using d_v = axis<"d_v", 7>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/grouped_query.hpp promises.
  // Four heads of queries and two of keys, causal, as PyTorch computes it.
  tests.executed<double, float>("the reference", []<class T>(report& r) {
    namespace expected = reference::attention_gqa;
    using reference_q_head = axis<"head", 4>;
    using reference_kv_head = axis<"kv_head", 2>;
    using reference_token = axis<"token", 4>;
    using reference_d_k = axis<"d_k", 3>;
    const auto q =
        launder(as<T>(with_axes<reference_q_head, reference_token, reference_d_k>(expected::Q)));
    const auto k =
        launder(as<T>(with_axes<reference_kv_head, reference_token, reference_d_k>(expected::K)));
    const auto v =
        launder(as<T>(with_axes<reference_kv_head, reference_token, reference_d_k>(expected::V)));
    const auto out = grouped_query_attention(q, k, v, causal<>);
    has_type<tensor<T, reference_q_head, reference_token, reference_d_k>>(out);
    r.check(near(out, expected::out));
    r.check(near(merge_heads<"width">(out), expected::out_merged));
    r.check(
        near(attention_weights(q, repeat_heads<reference_q_head>(k), causal<>), expected::weights));
    r.bits(out);
  });
  // One head of keys for all: the same as keys and values without a head.
  tests.executed<double, float>("multi-query", []<class T>(report& r) {
    namespace expected = reference::attention_mqa;
    const auto q = launder(as<T>(expected::Q));
    const auto k = launder(as<T>(expected::K));
    const auto v = launder(as<T>(expected::V));
    const auto out = grouped_query_attention(q, k, v);
    r.check(near(out, expected::out));
    r.check(near(merge_heads<"width">(out), expected::out_merged));
    r.check(near(attention_weights(q, repeat_heads<dim<4>>(k)), expected::weights));
    r.same(out, scaled_dot_product_attention(q, select<0>(k, 0), select<0>(v, 0)));
  });
  tests.executed<double, float>("as if repeated", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, q_head, token, d_k>>(1, T(2)));
    const auto k = launder(filled<tensor<T, kv_head, key, d_k>>(2, T(2)));
    const auto v = launder(filled<tensor<T, kv_head, key, d_v>>(3));
    const auto keys = repeat_heads<q_head>(k);
    const auto values = repeat_heads<q_head>(v);
    has_type<tensor<T, q_head, key, d_v>>(values);
    const auto out = grouped_query_attention(q, k, v);
    has_type<tensor<T, q_head, token, d_v>>(out);
    for (std::size_t h = 0; h < 6; ++h) {
      r.same(select<0>(keys, h), select<0>(k, h / 2));
      r.same(select<0>(out, h),
          scaled_dot_product_attention(select<0>(q, h), select<0>(k, h / 2), select<0>(v, h / 2)));
    }
    r.same(out, scaled_dot_product_attention(q, keys, values));
    r.same(grouped_query_attention(q, keys, values), out);  // as many heads
    const auto same = [&](const auto&... options) {
      return bitwise_equal(grouped_query_attention(q, k, v, options...),
          scaled_dot_product_attention(q, keys, values, options...));
    };
    r.check(same(unscaled));
    r.check(same(scaled_by(T(0.3)), causal<bottom_right>));
    r.check(same(queries_scaled) && same(queries_scaled_by(T(0.3)), causal<bottom_right>));
    r.check(same(causal<bottom_right>, skip_masked));
  });
  // A user-defined score sees all heads, and so does a bias.
  tests.executed("options see all heads", [](report& r) {
    const auto q = launder(filled<tensor<double, q_head, token, d_k>>(4, 2.0));
    const auto k = launder(filled<tensor<double, kv_head, key, d_k>>(5, 2.0));
    const auto v = launder(filled<tensor<double, kv_head, key, d_v>>(6));
    const auto twice =
        scored_by([](const auto& a, const auto& b) { return attention_scores(a, b) * 2.0; });
    const auto bias = biased_by(launder(filled<tensor<double, q_head, token, key>>(7)));
    const auto keys = repeat_heads<q_head>(k);
    const auto values = repeat_heads<q_head>(v);
    r.same(grouped_query_attention(q, k, v, twice),
        scaled_dot_product_attention(q, keys, values, twice));
    r.same(grouped_query_attention(q, k, v, bias),
        scaled_dot_product_attention(q, keys, values, bias));
  });
  tests.executed("a batch stays in front", [](report& r) {
    const auto q = launder(filled<tensor<float, batch, q_head, token, d_k>>(8));
    const auto k = launder(filled<tensor<float, batch, kv_head, key, d_k>>(9));
    const auto v = launder(filled<tensor<float, batch, kv_head, key, d_v>>(10));
    const auto all = independent_of_leading_axes<"batch">(
        r, [](const auto&... x) { return grouped_query_attention(x...); }, q, k, v);
    has_type<tensor<float, batch, q_head, token, d_v>>(all);
    r.same(
        select<"batch">(repeat_heads<q_head>(k), 1), repeat_heads<q_head>(select<"batch">(k, 1)));
  });
  tests.accepts_an_archetype<tensor<double, q_head, token, d_k>,
      tensor<double, kv_head, token, d_k>, tensor<double, kv_head, token, d_v>>(
      [](const auto& q, const auto& k, const auto& v) {
        return grouped_query_attention(q, k, v, causal<>);
      });
  // What attn/attention/grouped_query.hpp promises.
  // Four heads of queries and two of keys, causal, as PyTorch computes it.
  tests.proved<float, double>("the reference", []<class T>(report& r) {
    namespace expected = reference::attention_gqa;
    const auto q = launder(as<T>(expected::Q));
    const auto k = launder(as<T>(expected::K));
    const auto weights = grouped_query_attention_weights(q, k, causal<>);
    r.check(near(weights, expected::weights));
    r.bits(weights);
  });
  tests.proved<float, double>("as if repeated", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, q_head, token, d_k>>(1, T(2)));
    const auto k = launder(filled<tensor<T, kv_head, key, d_k>>(2, T(2)));
    const auto keys = repeat_heads<q_head>(k);
    const auto weights = grouped_query_attention_weights(q, k);
    has_type<tensor<T, q_head, token, key>>(weights);
    for (std::size_t h = 0; h < 6; ++h)
      r.same(select<0>(weights, h), attention_weights(select<0>(q, h), select<0>(k, h / 2)));
    const auto same = [&](const auto&... options) {
      return bitwise_equal(grouped_query_attention_weights(q, k, options...),
          attention_weights(q, keys, options...));
    };
    r.check(same());
    r.check(same(unscaled));
    r.check(same(scaled_by(T(0.3)), causal<bottom_right>));
    r.check(same(queries_scaled) && same(queries_scaled_by(T(0.3)), causal<bottom_right>));
    r.check(same(valid_keys(3), skip_masked));
    r.check(same(biased_by(launder(filled<tensor<T, q_head, token, key>>(3))), soft_capped_by(2)));
    r.bits(weights);
  });
  // A user-defined score sees all heads.
  tests.proved("a score sees all heads", [](report& r) {
    const auto q = launder(filled<tensor<double, q_head, token, d_k>>(4, 2.0));
    const auto k = launder(filled<tensor<double, kv_head, key, d_k>>(5, 2.0));
    const auto twice =
        scored_by([](const auto& a, const auto& b) { return attention_scores(a, b) * 2.0; });
    r.same(grouped_query_attention_weights(q, k, twice),
        attention_weights(q, repeat_heads<q_head>(k), twice));
  });
  // In a batch; and in self-attention, where the keys have another name.
  tests.proved("axes before and after", [](report& r) {
    const auto q = launder(filled<tensor<float, batch, q_head, token, d_k>>(8));
    const auto k = launder(filled<tensor<float, batch, kv_head, key, d_k>>(9));
    independent_of_leading_axes<"batch">(
        r, [](const auto&... x) { return grouped_query_attention_weights(x...); }, q, k);
    const auto own = launder(filled<tensor<float, kv_head, token, d_k>>(10));
    static_assert(
        std::is_same_v<decltype(grouped_query_attention_weights(select<"batch">(q, 0), own)),
            tensor<float, q_head, token, axis<"key_token", 2>>>);
  });
  tests.proved("costs what is executed", [](report& r) {
    using Q = tensor<double, q_head, token, d_k>;
    using K = tensor<double, kv_head, key, d_k>;
    const auto check = [&](const auto&... options) {
      const auto f = [&](const auto& q, const auto& k) {
        return grouped_query_attention_weights(q, k, options...);
      };
      cost_is_counted(r, cost::grouped_query_attention_weights<Q, K>(options...), f, Q{}, K{});
    };
    check();
    check(unscaled, causal<top_left>);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto q = launder(filled<tensor<double, q_head, token, d_k>>(1, 2.0));
    const auto k = launder(filled<tensor<double, kv_head, key, d_k>>(2, 2.0));
    r.same(values_of(grouped_query_attention_weights(as_archetype(q), as_archetype(k), unscaled)),
        grouped_query_attention_weights(q, k, unscaled));
    using fewer = tensor<double, axis<"head", 4>, key, d_k>;
    static_assert(
        !rules::grouped_pairs_call<fewer, decltype(as<double>(k)), false>::dividing::value);
    static_assert(rules::grouped_weights_call<std::remove_const_t<decltype(q)>,
        std::remove_const_t<decltype(k)>>::all::value);
  });
};
}  // namespace attn_tests::attention_grouped_query_tests
