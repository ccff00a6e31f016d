// SPDX-License-Identifier: BSL-1.0
// What attn/attention/grouped_query.hpp promises.
#pragma once

#include <attn/attention/grouped_query.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/reference/attention_gqa.hpp"
#include "static_tests/reference/attention_mqa.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::grouped_query_tests {

using namespace attn;

// Four heads of queries and two of keys, causal, as PyTorch computes it.
template <class T>
constexpr report the_reference() {
  report r;
  namespace expected = reference::attention_gqa;
  using q_head = axis<"head", 4>;
  using kv_head = axis<"kv_head", 2>;
  using token = axis<"token", 4>;
  using d_k = axis<"d_k", 3>;
  const auto q = launder(as<T>(with_axes<q_head, token, d_k>(expected::Q)));
  const auto k = launder(as<T>(with_axes<kv_head, token, d_k>(expected::K)));
  const auto v = launder(as<T>(with_axes<kv_head, token, d_k>(expected::V)));
  const auto out = grouped_query_attention(q, k, v, causal<>);
  static_assert(std::is_same_v<decltype(out), const tensor<T, q_head, token, d_k>>);
  r.check(near(out, expected::out));
  r.check(near(merge_heads<"width">(out), expected::out_merged));
  r.check(near(attention_weights(q, repeat_heads<q_head>(k), causal<>), expected::weights));
  r.bits(out);
  return r;
}

// One head of keys for all: the same as keys and values without a head.
template <class T>
constexpr report multi_query() {
  report r;
  namespace expected = reference::attention_mqa;
  const auto q = launder(as<T>(expected::Q));
  const auto k = launder(as<T>(expected::K));
  const auto v = launder(as<T>(expected::V));
  const auto out = grouped_query_attention(q, k, v);
  r.check(near(out, expected::out));
  r.check(near(merge_heads<"width">(out), expected::out_merged));
  r.check(near(attention_weights(q, repeat_heads<dim<4>>(k)), expected::weights));
  r.check(bitwise_equal(out, scaled_dot_product_attention(q, select<0>(k, 0), select<0>(v, 0))));
  r.bits(out);
  return r;
}

// Every extent another one: 6 heads of queries, 3 of keys, 2 tokens, 5 keys, widths 4 and 7.
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 7>;

template <class T>
constexpr report as_if_repeated() {
  report r;
  const auto q = launder(filled<tensor<T, q_head, token, d_k>>(1, T(2)));
  const auto k = launder(filled<tensor<T, kv_head, key, d_k>>(2, T(2)));
  const auto v = launder(filled<tensor<T, kv_head, key, d_v>>(3));
  const auto keys = repeat_heads<q_head>(k);
  const auto values = repeat_heads<q_head>(v);
  static_assert(std::is_same_v<decltype(values), const tensor<T, q_head, key, d_v>>);
  const auto out = grouped_query_attention(q, k, v);
  static_assert(std::is_same_v<decltype(out), const tensor<T, q_head, token, d_v>>);
  for (std::size_t h = 0; h < 6; ++h) {
    r.check(bitwise_equal(select<0>(keys, h), select<0>(k, h / 2)));
    r.check(bitwise_equal(
        select<0>(out, h),
        scaled_dot_product_attention(select<0>(q, h), select<0>(k, h / 2), select<0>(v, h / 2))));
  }
  r.check(bitwise_equal(out, scaled_dot_product_attention(q, keys, values)));
  r.check(bitwise_equal(grouped_query_attention(q, keys, values), out));  // as many heads
  const auto same = [&](const auto&... options) {
    return bitwise_equal(grouped_query_attention(q, k, v, options...),
                         scaled_dot_product_attention(q, keys, values, options...));
  };
  r.check(same(unscaled));
  r.check(same(scaled_by(T(0.3)), causal<bottom_right>));
  r.check(same(causal<bottom_right>, skip_masked));
  r.bits(out);
  return r;
}

// A user-defined score sees all heads, and so does a bias.
constexpr report options_see_all_heads() {
  report r;
  const auto q = launder(filled<tensor<double, q_head, token, d_k>>(4, 2.0));
  const auto k = launder(filled<tensor<double, kv_head, key, d_k>>(5, 2.0));
  const auto v = launder(filled<tensor<double, kv_head, key, d_v>>(6));
  const auto twice =
      scored_by([](const auto& a, const auto& b) { return attention_scores(a, b) * 2.0; });
  const auto bias = biased_by(launder(filled<tensor<double, q_head, token, key>>(7)));
  const auto keys = repeat_heads<q_head>(k);
  const auto values = repeat_heads<q_head>(v);
  r.check(bitwise_equal(grouped_query_attention(q, k, v, twice),
                        scaled_dot_product_attention(q, keys, values, twice)));
  r.check(bitwise_equal(grouped_query_attention(q, k, v, bias),
                        scaled_dot_product_attention(q, keys, values, bias)));
  return r;
}

constexpr report a_batch_stays_in_front() {
  report r;
  using batch = axis<"batch", 2>;
  const auto q = launder(filled<tensor<float, batch, q_head, token, d_k>>(8));
  const auto k = launder(filled<tensor<float, batch, kv_head, key, d_k>>(9));
  const auto v = launder(filled<tensor<float, batch, kv_head, key, d_v>>(10));
  const auto all = grouped_query_attention(q, k, v);
  static_assert(std::is_same_v<decltype(all), const tensor<float, batch, q_head, token, d_v>>);
  for (std::size_t b = 0; b < 2; ++b)
    r.check(bitwise_equal(select<"batch">(all, b),
                          grouped_query_attention(select<"batch">(q, b), select<"batch">(k, b),
                                                  select<"batch">(v, b))));
  r.check(bitwise_equal(select<"batch">(repeat_heads<q_head>(k), 1),
                        repeat_heads<q_head>(select<"batch">(k, 1))));
  r.bits(all);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, q_head, token, d_k>>(11, 2.0));
  const auto k = launder(filled<tensor<double, kv_head, token, d_k>>(12, 2.0));
  const auto v = launder(filled<tensor<double, kv_head, token, d_v>>(13));
  r.check(bitwise_equal(values_of(grouped_query_attention(as_archetype(q), as_archetype(k),
                                                          as_archetype(v), causal<>)),
                        grouped_query_attention(q, k, v, causal<>)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"the reference, double", the_reference<double>},
    {"the reference, float", the_reference<float>},
    {"multi-query, double", multi_query<double>},
    {"multi-query, float", multi_query<float>},
    {"as if repeated, double", as_if_repeated<double>},
    {"as if repeated, float", as_if_repeated<float>},
    {"options see all heads", options_see_all_heads},
    {"a batch stays in front", a_batch_stays_in_front},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::grouped_query_tests
