// SPDX-License-Identifier: BSL-1.0
// What attn/attention/logits.hpp promises.
#pragma once

#include <attn/attention/logits.hpp>
#include <attn/attention/weights.hpp>
#include <attn/attention/window.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/executed.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::logits_tests {

using namespace attn;
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;

// Each option alone is one step: the outputs of ONNX' Attention in its four qk_matmul_output_modes.
template <class T>
constexpr report every_step_has_its_options() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(3)));
  const auto k = launder(filled<tensor<T, key, width>>(2, T(3)));
  const auto b = launder(filled<tensor<T, token, key>>(3));
  const auto m = launder(keep_mask<token, key>{{1, 0, 1, 1, 0}, {0, 0, 0, 0, 1}, {1, 1, 1, 1, 1}});
  const auto x = attention_scores(q, k) * default_scale<T>(2);
  static_assert(std::is_same_v<decltype(attention_logits(q, k)), tensor<T, token, key>>);
  r.check(bitwise_equal(attention_logits(q, k), x));
  r.check(bitwise_equal(attention_logits(q, k, unscaled), attention_scores(q, k)));
  r.check(
      bitwise_equal(attention_logits(q, k, scaled_by(T(0.7))), attention_scores(q, k) * T(0.7)));
  r.check(bitwise_equal(attention_logits(q, k, biased_by(b)), x + b));
  const auto capped = attn::tanh(x / T(1.5)) * T(1.5);
  r.check(bitwise_equal(attention_logits(q, k, soft_capped_by(1.5)), capped));
  r.check(bitwise_equal(attention_logits(q, k, m), mask_scores(x, m)));
  const auto all = attention_logits(q, k, m, biased_by(b), soft_capped_by(1.5));
  r.check(bitwise_equal(all, mask_scores(capped + b, m)));
  r.bits(all);
  return r;
}

// Also of a score of the user's, which scales itself, and with leading axes.
template <class T>
constexpr report their_softmax_is_the_weights() {
  report r;
  using head = axis<"head", 2>;
  const auto q = launder(filled<tensor<T, head, token, width>>(1, T(3)));
  const auto k = launder(filled<tensor<T, head, key, width>>(2, T(3)));
  const auto b = launder(filled<tensor<T, token, key>>(3));
  const auto doubled = [](const auto& x, const auto& y) { return attention_scores(x + x, y); };
  const auto check = [&](const auto&... options) {
    const auto x = attention_logits(q, k, options...);
    r.check(bitwise_equal(softmax(x), attention_weights(q, k, options...)));
    r.bits(x);
  };
  check();
  check(unscaled, biased_by(b));
  check(causal<top_left>, soft_capped_by(2), biased_by(b));
  check(scored_by(doubled), valid_keys(3));
  check(sliding_window<1, 1, top_left>, skip_masked, fully_masked<zero_rows>);
  return r;
}

constexpr report a_query_without_keys_is_left_minus_infinity() {
  report r;
  const auto q = launder(filled<tensor<double, token, width>>(1));
  const auto k = launder(filled<tensor<double, key, width>>(2));
  const auto x = attention_logits(q, k, causal<key_offset<-1>>);
  const auto y = attention_logits(q, k, causal<key_offset<-1>>, fully_masked<zero_rows>);
  const double none = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < key::size; ++j) r.check(x(0, j) == none);
  r.check(x(1, 0) > none && x(1, 1) == none);
  r.check(bitwise_equal(x, y));
  r.bits(x);
  return r;
}

constexpr report names_follow_the_roles() {
  report r;
  const auto x = launder(filled<tensor<double, token, width>>(1));
  static_assert(std::is_same_v<decltype(attention_logits(x, x)),
                               tensor<double, token, axis<"key_token", 3>>>);
  r.check(bitwise_equal(attention_logits(x, x), attention_logits(x, as_keys(x))));
  return r;
}

constexpr report costs_what_is_executed() {
  report r;
  using Q = tensor<double, token, width>;
  using K = tensor<double, key, width>;
  const auto check = [&](const auto&... options) {
    const auto f = [&](const auto& q, const auto& k) { return attention_logits(q, k, options...); };
    check_executed(r, executed(f, Q{}, K{}), cost::attention_logits<Q, K>(options...));
  };
  check();
  check(unscaled);
  check(scaled_by(2.0), soft_capped_by(3.0));
  check(causal<top_left>);
  r.check(cost::attention_logits<Q, K>(unscaled) == cost::attention_scores<Q, K>());
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<matrix<double, 2, 3>>(1, 3.0));
  const auto k = launder(filled<matrix<double, 5, 3>>(2, 3.0));
  r.check(bitwise_equal(values_of(attention_logits(as_archetype(q), as_archetype(k), unscaled)),
                        attention_logits(q, k, unscaled)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"every step has its options, double", every_step_has_its_options<double>},
    {"every step has its options, float", every_step_has_its_options<float>},
    {"their softmax is the weights, double", their_softmax_is_the_weights<double>},
    {"their softmax is the weights, float", their_softmax_is_the_weights<float>},
    {"a query without keys is left minus infinity", a_query_without_keys_is_left_minus_infinity},
    {"names follow the roles", names_follow_the_roles},
    {"costs what is executed", costs_what_is_executed},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::logits_tests
