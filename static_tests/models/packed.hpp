// SPDX-License-Identifier: BSL-1.0
// What attn/models/packed.hpp promises: the plain layer to the bit, wherever it stands.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/models/packed.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::packed_model_tests {

using namespace attn;
using token = axis<"token", 3>;
using source = axis<"source", 4>;
using model = axis<"model", 6>;
using inner = axis<"inner", 5>;
using head = axis<"head", 2>;

template <class T, class Layout, class Norm>
constexpr report encoder_layer() {
  report r;
  using plain = nn::encoder_layer<T, model, head, inner, Layout, act::gelu_tanh, Norm>;
  const auto layer = launder(made_up<plain>(5));
  const auto x = launder(filled<tensor<T, token, model>>(1, T(2)));
  const auto fast = packed(layer);
  static_assert(
      std::is_same_v<decltype(fast), const nn::encoder_layer<T, model, head, inner, packed_weights,
                                                             act::gelu_tanh, Norm>>);
  r.check(bitwise_equal(fast(x, causal<>), layer(x, causal<>)));
  r.check(packed(fast) == fast);
  r.bits(fast(x));
  return r;
}

template <class T, class Layout, class Norm>
constexpr report decoder_layer() {
  report r;
  using plain = nn::decoder_layer<T, model, head, inner, Layout, act::relu, Norm>;
  const auto layer = launder(made_up<plain>(6));
  const auto y = launder(filled<tensor<T, token, model>>(1, T(2)));
  const auto memory = launder(filled<tensor<T, source, model>>(2, T(2)));
  const auto fast = packed(layer);
  r.check(bitwise_equal(fast(y, memory), layer(y, memory)));
  r.check(packed(fast) == fast);
  r.bits(fast(y, memory));
  return r;
}

// Two packed layers in a stack.
constexpr report in_a_stack() {
  report r;
  using plain = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
  const auto stack = launder(made_up<nn::encoder<plain, 2>>(7));
  const auto x = launder(filled<tensor<float, token, model>>(1));
  nn::encoder<decltype(packed(plain{})), 2> fast{};
  for (std::size_t i = 0; i < 2; ++i) fast.layers[i] = packed(stack.layers[i]);
  r.check(bitwise_equal(fast(x), stack(x)));
  r.bits(fast(x));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"encoder layer, float", encoder_layer<float, output_by_input, post_norm>},
    {"encoder layer, double", encoder_layer<double, input_by_output, pre_norm>},
    {"decoder layer, float", decoder_layer<float, output_by_input, pre_norm>},
    {"decoder layer, double", decoder_layer<double, input_by_output, post_norm>},
    {"in a stack", in_a_stack},
};

}  // namespace attn_tests::packed_model_tests
