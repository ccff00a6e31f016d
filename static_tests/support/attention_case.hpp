// SPDX-License-Identifier: BSL-1.0
// A reference case of attention in the element type T: scores, weights and output, each with its own
// tolerance; and what a mask allows, as numbers.
#pragma once

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"

namespace attn_tests {
template <class T, class... Options>
constexpr void check_case(report& r, const auto& q64, const auto& k64, const auto& v64,
    const auto& scores, const auto& expected_weights, const auto& expected,
    const Options&... options) {
  const auto q = launder(attn::as<T>(q64));
  const auto k = launder(attn::as<T>(k64));
  const auto v = launder(attn::as<T>(v64));
  r.check(near(attn::attention_scores(q, k), scores));
  r.check(near(attn::attention_weights(q, k, options...), expected_weights));
  const auto out = attn::scaled_dot_product_attention(q, k, v, options...);
  r.check(near(out, expected));
  r.bits(out);
}

// The same with a mask, and the scores that are left: those the case calls `scaled`.
template <class T, class Mask, class... Options>
constexpr void check_masked_case(report& r, const auto& q64, const auto& k64, const auto& v64,
    const auto& scores, const auto& scaled, const auto& expected_weights, const auto& expected,
    const Mask& mask, const Options&... options) {
  check_case<T>(r, q64, k64, v64, scores, expected_weights, expected, mask, options...);
  const auto q = launder(attn::as<T>(q64));
  const auto k = launder(attn::as<T>(k64));
  using scores_type = attn::detail::scores_of<decltype(q), decltype(k), Options...>;
  const auto x = attn::detail::shaped_scores<scores_type>(q, k, options...);
  r.check(near(attn::mask_scores(x, mask), scaled));
}

// 1 where the mask allows it, 0 elsewhere, for scores of these axes.
template <class... Scores, class Mask> constexpr auto allowed(const Mask& mask) {
  attn::tensor<int, Scores...> ones;
  for (int& one : ones) one = 1;
  return attn::zeroed_outside(ones, mask);
}

// 1 where allows(token, key).
template <class Queries, class Keys, class F> constexpr auto where(const F& allows) {
  attn::tensor<int, Queries, Keys> x;
  for (std::size_t i = 0; i < Queries::size; ++i)
    for (std::size_t j = 0; j < Keys::size; ++j)
      x(i, j) = allows(static_cast<int>(i), static_cast<int>(j)) ? 1 : 0;
  return x;
}
}  // namespace attn_tests
