// SPDX-License-Identifier: BSL-1.0
// What attn/models/block.hpp promises.
#pragma once

#include <attn/layers/identity.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/block.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/ops/add_bias.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>

#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"

namespace attn_tests::block_tests {

using namespace attn;
using token = axis<"token", 2>;
using source = axis<"source", 3>;
using model = axis<"model", 2>;
using head = axis<"head", 1>;
using inner = axis<"inner", 3>;

// A layer of a user's: no attention, one parameter.
template <class T>
struct shift {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = model;
  using bias_type = tensor<T, model>;
  ATTN_MEMBERS(shift, (bias_type, bias));

  template <class X, class... Options>
  constexpr X operator()(const X& x, const Options&...) const {
    return add_bias(x, bias);
  }
};
// Another one, for a decoder: it adds the first row of the memory.
struct remember {
  static constexpr std::size_t sequences = 2;
  using value_type = double;
  using width = model;
  using bias_type = tensor<double, model>;
  ATTN_MEMBERS(remember, (bias_type, bias));

  template <class U>
  using with_element = remember;

  template <class Y, class Memory>
  constexpr Y operator()(const Y& y, const Memory& memory) const {
    return add_bias(y, select<0>(memory, 0) + bias);
  }
};
template <class T, class Norm>
using layer_of = nn::encoder_layer<T, model, head, inner, output_by_input, act::relu, Norm>;
using decoding = nn::decoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;

constexpr report what_is_a_layer() {
  report r;
  using layer = layer_of<float, pre_norm>;
  r.check(nn::stack_layer<layer, 1> && !nn::stack_layer<layer, 2>);
  r.check(nn::stack_layer<decoding, 2> && !nn::stack_layer<decoding, 1>);
  r.check(nn::stack_layer<nn::encoder<layer, 2>, 1>);  // a stack of stacks
  r.check(nn::stack_layer<shift<float>, 1> && !nn::stack_layer<model, 1>);
  r.check(nn::attention_block<layer> && nn::attention_block<decoding>);
  r.check(!nn::attention_block<shift<float>>);
  r.check(nn::transformer_block<layer> && !nn::transformer_block<decoding>);
  r.check(!nn::transformer_block<shift<float>> && !nn::transformer_block<model>);
  r.check(nn::recurrent_block<layer> && !nn::recurrent_block<decoding>);
  r.check(!nn::recurrent_block<shift<float>> && nn::no_state{} == nn::no_state{});
  return r;
}

constexpr report layers_of_your_own() {
  report r;
  const tensor<double, token, model> x{{1, 2}, {3, 4}};
  nn::encoder<shift<double>, 3> encoder{};
  encoder.layers[0].bias = {1, 10};
  encoder.layers[2].bias = {2, 20};
  r.check(encoder(launder(x)) == tensor<double, token, model>{{4, 32}, {6, 34}});
  r.check(parameter<"layers.2.bias">(encoder) == tensor<double, model>{2, 20});
  static_assert(parameter_count<nn::encoder<shift<double>, 3>> == 6);
  static_assert(std::is_same_v<decltype(as<float>(nn::encoder<shift<double>, 3>{})),
                               nn::encoder<shift<float>, 3>>);
  nn::decoder<remember, 2> decoder{};
  const tensor<double, source, model> memory{{1, 5}, {0, 0}, {0, 0}};
  r.check(decoder(launder(x), memory) == tensor<double, token, model>{{3, 12}, {5, 14}});
  return r;
}

// The calls: what a layer must be, and what it is called with.
constexpr report calls() {
  report r;
  r.check(rules::stack_layer_call<shift<float>, 1>::holds);
  r.check(!rules::stack_layer_call<shift<float>, 2>::sequences_fit::value);
  r.check(!rules::stack_layer_call<model, 1>::element_named::value);
  r.check(rules::stack_layer_call<model, 1>::width_named::value);  // one mistake is one error
  using x = tensor<float, token, model>;
  using three = shift<float>[3];
  using narrower = nn::linear<float, model, dim<1>, output_by_input>;
  r.check(rules::stack_run_call<true, three, x>::holds);
  r.check(!rules::stack_run_call<true, int[3], x>::accepted::value);
  r.check(!rules::stack_run_call<true, narrower[1], x>::kept::value);
  r.check(rules::stack_run_call<false, narrower[1], x>::holds);
  return r;
}

// The final norm has the width of the layers, and the one of a norm without parameters is theirs.
constexpr report final_norms() {
  report r;
  using layer = layer_of<float, pre_norm>;
  using bare = attn::detail::final_norm<nn::identity, layer>;
  using other = attn::detail::final_norm<nn::layer_norm<double, dim<5>>, layer>;
  r.check(std::is_same_v<bare::width, model> && std::is_same_v<bare::value_type, float>);
  r.check(std::is_same_v<other::width, dim<5>> && std::is_same_v<other::value_type, double>);
  r.check(!post_norm::norm_first && pre_norm::norm_first);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"what is a layer", what_is_a_layer},
    {"layers of your own", layers_of_your_own},
    {"calls", calls},
    {"final norms", final_norms},
};

}  // namespace attn_tests::block_tests
