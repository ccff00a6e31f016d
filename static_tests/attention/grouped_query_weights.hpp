// SPDX-License-Identifier: BSL-1.0
// What attn/attention/grouped_query_weights.hpp promises.
#pragma once

#include <attn/attention/grouped_query_weights.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/reference/attention_gqa.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/executed.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::grouped_query_weights_tests {

using namespace attn;
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;

// Four heads of queries and two of keys, causal, as PyTorch computes it.
template <class T>
constexpr report the_reference() {
  report r;
  namespace expected = reference::attention_gqa;
  const auto q = launder(as<T>(expected::Q));
  const auto k = launder(as<T>(expected::K));
  const auto weights = grouped_query_attention_weights(q, k, causal<>);
  r.check(near(weights, expected::weights));
  r.bits(weights);
  return r;
}

template <class T>
constexpr report as_if_repeated() {
  report r;
  const auto q = launder(filled<tensor<T, q_head, token, d_k>>(1, T(2)));
  const auto k = launder(filled<tensor<T, kv_head, key, d_k>>(2, T(2)));
  const auto keys = repeat_heads<q_head>(k);
  const auto weights = grouped_query_attention_weights(q, k);
  static_assert(std::is_same_v<decltype(weights), const tensor<T, q_head, token, key>>);
  for (std::size_t h = 0; h < 6; ++h)
    r.check(bitwise_equal(select<0>(weights, h),
                          attention_weights(select<0>(q, h), select<0>(k, h / 2))));
  const auto same = [&](const auto&... options) {
    return bitwise_equal(grouped_query_attention_weights(q, k, options...),
                         attention_weights(q, keys, options...));
  };
  r.check(same());
  r.check(same(unscaled));
  r.check(same(scaled_by(T(0.3)), causal<bottom_right>));
  r.check(same(valid_keys(3), skip_masked));
  r.check(same(biased_by(launder(filled<tensor<T, q_head, token, key>>(3))), soft_capped_by(2)));
  r.bits(weights);
  return r;
}

// A user-defined score sees all heads.
constexpr report a_score_sees_all_heads() {
  report r;
  const auto q = launder(filled<tensor<double, q_head, token, d_k>>(4, 2.0));
  const auto k = launder(filled<tensor<double, kv_head, key, d_k>>(5, 2.0));
  const auto twice =
      scored_by([](const auto& a, const auto& b) { return attention_scores(a, b) * 2.0; });
  r.check(bitwise_equal(grouped_query_attention_weights(q, k, twice),
                        attention_weights(q, repeat_heads<q_head>(k), twice)));
  return r;
}

// In a batch; and in self-attention, where the keys have another name.
constexpr report axes_before_and_after() {
  report r;
  using batch = axis<"batch", 2>;
  const auto q = launder(filled<tensor<float, batch, q_head, token, d_k>>(8));
  const auto k = launder(filled<tensor<float, batch, kv_head, key, d_k>>(9));
  const auto weights = grouped_query_attention_weights(q, k);
  for (std::size_t b = 0; b < 2; ++b)
    r.check(bitwise_equal(
        select<"batch">(weights, b),
        grouped_query_attention_weights(select<"batch">(q, b), select<"batch">(k, b))));
  const auto own = launder(filled<tensor<float, kv_head, token, d_k>>(10));
  static_assert(
      std::is_same_v<decltype(grouped_query_attention_weights(select<"batch">(q, 0), own)),
                     tensor<float, q_head, token, axis<"key_token", 2>>>);
  r.bits(weights);
  return r;
}

constexpr report costs_what_is_executed() {
  report r;
  using Q = tensor<double, q_head, token, d_k>;
  using K = tensor<double, kv_head, key, d_k>;
  const auto check = [&](const auto&... options) {
    const auto f = [&](const auto& q, const auto& k) {
      return grouped_query_attention_weights(q, k, options...);
    };
    check_executed(r, executed(f, Q{}, K{}),
                   cost::grouped_query_attention_weights<Q, K>(options...));
  };
  check();
  check(unscaled, causal<top_left>);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, q_head, token, d_k>>(1, 2.0));
  const auto k = launder(filled<tensor<double, kv_head, key, d_k>>(2, 2.0));
  r.check(bitwise_equal(
      values_of(grouped_query_attention_weights(as_archetype(q), as_archetype(k), unscaled)),
      grouped_query_attention_weights(q, k, unscaled)));
  using fewer = tensor<double, axis<"head", 4>, key, d_k>;
  static_assert(!rules::grouped_pairs_call<fewer, decltype(as<double>(k)), false>::dividing::value);
  static_assert(rules::grouped_weights_call<std::remove_const_t<decltype(q)>,
                                            std::remove_const_t<decltype(k)>>::holds);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"the reference, float", the_reference<float>},
    {"the reference, double", the_reference<double>},
    {"as if repeated, float", as_if_repeated<float>},
    {"as if repeated, double", as_if_repeated<double>},
    {"a score sees all heads", a_score_sees_all_heads},
    {"axes before and after", axes_before_and_after},
    {"costs what is executed", costs_what_is_executed},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::grouped_query_weights_tests
