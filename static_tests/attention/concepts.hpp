// SPDX-License-Identifier: BSL-1.0
// What attn/attention/concepts.hpp promises.
#pragma once

#include <attn/attention/concepts.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::attention_concepts_tests {

using namespace attn;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 6>;
using q = tensor<double, token, d_k>;
using k = tensor<double, key, d_k>;
using v = tensor<double, key, d_v>;

constexpr report queries_and_keys() {
  report r;
  r.check(comparable<q, k> && comparable<const q&, k&&> && comparable<q, q>);
  r.check(!comparable<q, v> && !comparable<q, tensor<float, key, d_k>> && !comparable<q, int>);
  r.check(!comparable<tensor<int, token, d_k>, tensor<int, key, d_k>>);
  r.check(!comparable<tensor<double, d_k>, k>);
  r.check(std::is_same_v<attention_weights_result<q, k>, tensor<double, token, key>>);
  r.check(
      std::is_same_v<attention_weights_result<q, q>, tensor<double, token, axis<"key_token", 3>>>);
  return r;
}

constexpr report and_values() {
  report r;
  r.check(attendable<q, k, v> && attendable<const q&, k, v&&> && attendable<q, q, q>);
  r.check(!attendable<q, k, q> && !attendable<q, v, v> && !attendable<q, k, int>);
  r.check(!attendable<q, k, tensor<double, axis<"source", 5>, d_v>>);
  r.check(!attendable<q, k, tensor<float, key, d_v>>);
  r.check(attendable<tensor<double, head, token, d_k>, tensor<double, head, key, d_k>,
                     tensor<double, head, key, d_v>>);
  r.check(std::is_same_v<attention_result<q, const k&, v>, tensor<double, token, d_v>>);
  return r;
}

constexpr report with_options() {
  report r;
  using causal_mask = decltype(causal<>);
  using wide = tensor<double, axis<"wide", 5>, d_k>;
  r.check(comparable<q, q, causal_mask> && !comparable<q, wide, causal_mask>);
  r.check(comparable<q, k, decltype(unscaled)> && !comparable<q, k, int>);
  r.check(attendable<q, q, q, causal_mask, decltype(unscaled)> &&
          !attendable<q, k, v, causal_mask>);
  r.check(std::is_same_v<attention_result<q, q, q, causal_mask>, q>);
  r.check(std::is_same_v<attention_weights_result<q, k, decltype(unscaled)>,
                         tensor<double, token, key>>);
  return r;
}

constexpr report results_of_wrong_calls() {
  report r;
  r.check(std::is_same_v<attention_weights_result<q, v>, q>);
  r.check(std::is_same_v<attention_result<q, k, v, decltype(causal<>)>, q>);
  r.check(std::is_same_v<attention_result<q, int, v>, q>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"queries and keys", queries_and_keys},
    {"and values", and_values},
    {"with options", with_options},
    {"results of wrong calls", results_of_wrong_calls},
};

}  // namespace attn_tests::attention_concepts_tests
