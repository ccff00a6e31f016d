// SPDX-License-Identifier: BSL-1.0
// What attn/attention/bias.hpp promises.
#pragma once

#include <attn/attention/bias.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/reference/attention_sdpa_additive_bias.hpp"
#include "static_tests/reference/attention_softcap.hpp"
#include "static_tests/reference/attention_softcap_causal.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::bias_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using head = axis<"head", 3>;
using token = axis<"token", 4>;
using key = axis<"key", 5>;
using width = axis<"width", 6>;
using content = axis<"content", 7>;
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
constexpr report added_as_numpy_and_torch_do() {
  using namespace reference::attention_sdpa_additive_bias;
  report r;
  const auto option = biased_by(launder(as<T>(bias)));
  check_case<T>(r, Q, K, V, scores, weights, out, option);
  const auto x = attention_scores(launder(as<T>(Q)), as<T>(K)) * default_scale<T>(3);
  r.check(near(x + as<T>(bias), scaled));
  return r;
}
template <class T>
constexpr report capped_as_numpy_and_torch_do() {
  using namespace reference::attention_softcap;
  report r;
  check_case<T>(r, Q, K, V, scores, weights, out, soft_capped_by(5));
  const auto x = attention_scores(launder(as<T>(Q)), as<T>(K)) * default_scale<T>(4);
  r.check(near(attn::tanh(x / T(5)) * T(5), scaled));
  return r;
}
template <class T>
constexpr report capped_before_the_mask() {
  using namespace reference::attention_softcap_causal;
  report r;
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, causal<>, soft_capped_by(2));
  // After it, the masked scores would be -2: not far below the others at all.
  const auto w = attention_weights(launder(as<T>(Q)), as<T>(K), causal<>, soft_capped_by(2));
  r.check(bitwise_equal(zeroed_outside(w, causal<>), w));
  return r;
}

// In this order: scale, cap, bias.
template <class T>
constexpr report is_its_steps() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(3)));
  const auto k = launder(filled<tensor<T, key, width>>(2, T(3)));
  const auto b = launder(filled<tensor<T, token, key>>(3, T(4)));
  const auto x = attention_scores(q, k) * T(0.7);
  const auto capped = attn::tanh(x / T(1.5)) * T(1.5);
  r.check(bitwise_equal(attention_weights(q, k, scaled_by(T(0.7)), biased_by(b)), softmax(x + b)));
  r.check(bitwise_equal(attention_weights(q, k, scaled_by(T(0.7)), soft_capped_by(T(1.5))),
                        softmax(capped)));
  r.check(bitwise_equal(
      attention_weights(q, k, biased_by(b), soft_capped_by(T(1.5)), scaled_by(T(0.7))),
      softmax(capped + b)));
  // The cap bounds the scores, but not what is added to them.
  for (const T& score : attn::tanh(x / T(1.5)) * T(1.5))
    r.check(score >= T(-1.5) && score <= T(1.5));
  r.bits(softmax(capped + b));
  return r;
}

// -inf takes the key away, wherever it stands, as a mask does.
template <class T>
constexpr report minus_infinity_masks() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, key, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, key, content>>(3));
  const auto with = [&](const auto& mask) {
    const tensor<T, token, key> nothing;
    return bitwise_equal(
        scaled_dot_product_attention(q, k, v, biased_by(mask_scores(nothing, mask))),
        scaled_dot_product_attention(q, k, v, mask));
  };
  r.check(with(valid_keys(launder(std::size_t{3}))));
  r.check(with(causal<top_left>));
  r.check(with(key_padding(keep_mask<key>{0, 1, 1, 0, 1})));
  // The trailing ones might as well not be there.
  const tensor<T, token, key> trailing = mask_scores(tensor<T, token, key>{}, valid_keys(3));
  r.check(bitwise_equal(
      scaled_dot_product_attention(q, k, v, biased_by(trailing)),
      scaled_dot_product_attention(q, narrow<"key", 3>(k, 0), narrow<"key", 3>(v, 0))));
  return r;
}

// A very negative number is none: of a row that has nothing else, all are masked alike.
constexpr report lowest_is_no_mask() {
  report r;
  const auto q = launder(filled<matrix<float, 1, 2>>(1));
  const auto k = launder(filled<matrix<float, 3, 2>>(2));
  constexpr float lowest = std::numeric_limits<float>::lowest();
  const auto w = attention_weights(q, k, biased_by(matrix<float, 1, 3>{{lowest, lowest, lowest}}));
  r.check(allclose(w, {{1.0f / 3, 1.0f / 3, 1.0f / 3}}));
  return r;
}

// What a bias does not have, it does not depend on.
template <class T>
constexpr report leading_axes_go_by_name() {
  report r;
  const auto q = launder(filled<tensor<T, batch, head, token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, batch, head, key, width>>(2, T(2)));
  const auto of_head = launder(filled<tensor<T, head, token, key>>(3));
  const auto of_batch = launder(filled<tensor<T, batch, token, key>>(4));
  const auto of_none = launder(filled<tensor<T, token, key>>(5));
  const auto by_head = attention_weights(q, k, biased_by(of_head));
  const auto by_batch = attention_weights(q, k, biased_by(of_batch));
  const auto by_none = attention_weights(q, k, biased_by(of_none));
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < 3; ++h) {
      const auto alone = [&](const auto& x) { return select<"head">(select<"batch">(x, b), h); };
      const auto with = [&](const auto& bias) {
        return attention_weights(alone(q), alone(k), biased_by(bias));
      };
      r.check(bitwise_equal(alone(by_head), with(select<"head">(of_head, h))));
      r.check(bitwise_equal(alone(by_batch), with(select<"batch">(of_batch, b))));
      r.check(bitwise_equal(alone(by_none), with(of_none)));
    }
  r.bits(by_batch);
  return r;
}

constexpr report options_and_their_rule() {
  report r;
  using bias = biased_by_t<double, token, key>;
  using scores = rules::axes_of_scores<token, key>;
  r.check(std::is_same_v<decltype(biased_by(tensor<double, token, key>{})), bias>);
  r.check(std::is_same_v<decltype(soft_capped_by(2.0f)), soft_capped_by_t<float>>);
  r.check(rules::bias_fits<rules::option<bias>, scores>::value);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto q = launder(filled<tensor<double, token, width>>(1, 2.0));
  const auto k = launder(filled<tensor<double, key, width>>(2, 2.0));
  const auto b = launder(filled<tensor<double, token, key>>(3));
  r.check(bitwise_equal(
      values_of(attention_weights(as_archetype(q), as_archetype(k), soft_capped_by(archetype(1.5)),
                                  biased_by(as_archetype(b)), causal<top_left>)),
      attention_weights(q, k, soft_capped_by(1.5), biased_by(b), causal<top_left>)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"added, as NumPy and torch do, double", added_as_numpy_and_torch_do<double>},
    {"added, as NumPy and torch do, float", added_as_numpy_and_torch_do<float>},
    {"capped, as NumPy and torch do, double", capped_as_numpy_and_torch_do<double>},
    {"capped, as NumPy and torch do, float", capped_as_numpy_and_torch_do<float>},
    {"capped before the mask, double", capped_before_the_mask<double>},
    {"capped before the mask, float", capped_before_the_mask<float>},
    {"is its steps, double", is_its_steps<double>},
    {"is its steps, float", is_its_steps<float>},
    {"minus infinity masks, double", minus_infinity_masks<double>},
    {"minus infinity masks, float", minus_infinity_masks<float>},
    {"lowest is no mask", lowest_is_no_mask},
    {"leading axes go by name, double", leading_axes_go_by_name<double>},
    {"leading axes go by name, float", leading_axes_go_by_name<float>},
    {"options and their rule", options_and_their_rule},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::bias_tests
