// SPDX-License-Identifier: BSL-1.0
// What attn/layers/packed.hpp promises of heads: the plain layer bit for bit.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/layers/packed.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::packed_heads_tests {

using namespace attn;
using token = axis<"token", 3>;
using source = axis<"source", 5>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

template <class T, class Layout, class Bias>
constexpr report one_width() {
  report r;
  const auto layer = launder(made_up<nn::multi_head_attention<T, model, head, Layout, Bias>>(7));
  const auto fast = packed(layer);
  static_assert(
      std::is_same_v<decltype(fast),
                     const nn::multi_head_attention<T, model, head, packed_weights, Bias>>);
  const auto x = launder(filled<tensor<T, token, model>>(1, T(2)));
  const auto memory = launder(filled<tensor<T, source, model>>(2, T(2)));
  const auto y = fast(x, causal<>);
  static_assert(std::is_same_v<decltype(y), const tensor<T, token, model>>);
  r.check(bitwise_equal(y, layer(x, causal<>)));
  r.check(bitwise_equal(fast(x, memory, memory), layer(x, memory, memory)));
  r.check(bitwise_equal(fast.weights(x), layer.weights(x)));
  r.check(packed(fast) == fast);
  r.bits(y);
  return r;
}

// Widths of their own, a batch.
constexpr report many_widths() {
  report r;
  using layer_type = nn::multi_head_of_widths<float, model, axis<"key", 5>, axis<"value", 7>, head,
                                              3, 2, axis<"out", 4>, output_by_input>;
  using batch = axis<"batch", 2>;
  const auto layer = launder(made_up<layer_type>(8));
  const auto q = launder(filled<tensor<float, batch, token, model>>(1));
  const auto k = launder(filled<tensor<float, batch, source, axis<"key", 5>>>(2));
  const auto v = launder(filled<tensor<float, batch, source, axis<"value", 7>>>(3));
  const auto y = packed(layer)(q, k, v);
  static_assert(std::is_same_v<decltype(y), const tensor<float, batch, token, axis<"out", 4>>>);
  r.check(bitwise_equal(y, layer(q, k, v)));
  r.bits(y);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"float, output by input", one_width<float, output_by_input, with_bias>},
    {"double, input by output", one_width<double, input_by_output, with_bias>},
    {"without a bias", one_width<float, output_by_input, without_bias>},
    {"many widths", many_widths},
};

}  // namespace attn_tests::packed_heads_tests
