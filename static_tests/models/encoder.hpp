// SPDX-License-Identifier: BSL-1.0
// What attn/models/encoder.hpp promises.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/encoder.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <cstdint>
#include <type_traits>

#include "static_tests/reference/layers_encoder_layer_causal.hpp"
#include "static_tests/reference/layers_encoder_layer_postnorm_gelu.hpp"
#include "static_tests/reference/layers_encoder_layer_postnorm_relu.hpp"
#include "static_tests/reference/layers_encoder_layer_prenorm_gelu.hpp"
#include "static_tests/reference/layers_encoder_layer_prenorm_relu.hpp"
#include "static_tests/reference/layers_encoder_stack.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/torch_layers.hpp"

namespace attn_tests::encoder_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using model = axis<"model", 6>;
using inner = axis<"inner", 5>;
using head = axis<"head", 2>;

template <class T, class Norm, class Layout = output_by_input, class Activation = act::gelu_exact>
using layer_of = nn::encoder_layer<T, model, head, inner, Layout, Activation, Norm>;

// Norms of 1 and 0 but for the digits of everything else.
template <class Layer>
constexpr Layer made_up(std::uint64_t seed) {
  using T = typename Layer::value_type;
  return vector_to_parameters<Layer>(filled<tensor<T, dim<parameter_count<Layer>>>>(seed, T(1.5)));
}

// Every parameter 0 but the norms' weights: attention and the feed-forward layer add nothing.
constexpr report nothing_but_norms() {
  report r;
  using two = axis<"two", 2>;
  using post = nn::encoder_layer<double, two, head, inner, output_by_input, act::relu, post_norm>;
  using pre = nn::encoder_layer<double, two, head, inner, output_by_input, act::relu, pre_norm>;
  post f{};
  f.norm1.weight = {1, 1};
  f.norm2.weight = {3, 5};
  const auto x = launder(tensor<double, token, two>{{1, 2}, {8, -8}, {1000, 3000}});
  r.check(allclose(f(x), {{-3, 5}, {3, -5}, {-3, 5}}, 1e-4, 1e-4));
  r.check(pre{}(x) == x);
  return r;
}

// The composition of its parts, bit for bit, for one sequence and a batch, with a mask and without.
template <class T, class Layout>
constexpr report is_its_parts() {
  report r;
  const auto post = launder(made_up<layer_of<T, post_norm, Layout>>(1));
  const auto pre = launder(made_up<layer_of<T, pre_norm, Layout>>(2));
  const auto x = launder(filled<tensor<T, batch, token, model>>(3, T(2)));
  const auto y = post(x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, batch, token, model>>);
  const auto h = post.norm1(x + post.self_attn(x));
  r.check(bitwise_equal(y, post.norm2(h + post.feed_forward(h))));
  const auto z = pre(x, causal<>);
  const auto g = x + pre.self_attn(pre.norm1(x), causal<>);
  r.check(bitwise_equal(z, g + pre.feed_forward(pre.norm2(g))));
  r.check(bitwise_equal(select<"batch">(y, 1), post(select<"batch">(x, 1))));
  r.check(!bitwise_equal(pre(x), z));
  // The padding of each text goes by the names of the texts.
  const auto said = launder(keep_mask<batch, token>{{1, 1, 1}, {1, 0, 1}});
  r.check(
      bitwise_equal(select<"batch">(pre(x, key_padding(said)), 1),
                    pre(select<"batch">(x, 1), key_padding(launder(keep_mask<dim<3>>{1, 0, 1})))));
  r.bits(y);
  r.bits(z);
  return r;
}

template <class T>
constexpr report stacks() {
  report r;
  using layer = layer_of<T, pre_norm>;
  const auto deep = launder(made_up<nn::encoder<layer, 3>>(1));
  const auto x = launder(filled<tensor<T, token, model>>(3, T(2)));
  const auto y = deep(x, causal<>);
  r.check(bitwise_equal(
      y, deep.layers[2](deep.layers[1](deep.layers[0](x, causal<>), causal<>), causal<>)));
  using normed = nn::encoder<layer, 2, nn::layer_norm<T, model>>;
  const auto with_norm = launder(made_up<normed>(2));
  r.check(bitwise_equal(with_norm(x), with_norm.norm(with_norm.layers[1](with_norm.layers[0](x)))));
  // Rows without names get them in the first layer.
  const auto bare = launder(filled<matrix<T, 3, 6>>(3, T(2)));
  static_assert(std::is_same_v<decltype(deep(bare)), tensor<T, dim<3>, model>>);
  r.check(bitwise_equal(deep(bare), deep(x)));
  r.bits(y);
  return r;
}

constexpr report names_and_counts() {
  report r;
  using layer = layer_of<float, post_norm>;
  constexpr std::size_t each = 4 * (6 * 6 + 6) + 6 * 5 + 5 + 5 * 6 + 6 + 2 * 2 * 6;
  static_assert(parameter_count<layer> == each);
  using stack = nn::encoder<layer, 2, nn::layer_norm<float, model>>;
  static_assert(parameter_count<stack> == 2 * each + 12);
  // The base model of the article of 2017: 6 layers, width 512, 8 heads, 2048 inside.
  using wide = axis<"model", 512>;
  using base = nn::encoder_layer<float, wide, axis<"head", 8>, axis<"inner", 2048>, output_by_input,
                                 act::relu, post_norm>;
  static_assert(parameter_count<nn::encoder<base, 6>> == 6 * 3'152'384);
  const auto f = made_up<stack>(1);
  r.check(parameter<"layers.0.self_attn.q_proj.weight">(f) == f.layers[0].self_attn.q_proj.weight);
  r.check(parameter<"layers.1.feed_forward.linear2.bias">(f) ==
          f.layers[1].feed_forward.linear2.bias);
  r.check(parameter<"layers.1.norm1.bias">(f) == f.layers[1].norm1.bias);
  r.check(parameter<"norm.weight">(f) == f.norm.weight);
  r.check(as<float>(as<double>(f)) == f && !(f == stack{}));
  return r;
}

// --- PyTorch's numbers --------------------------------------------------------------------------

#define ATTN_ENCODER_CASE(name, width, ff, activation, norm, ...)                             \
  template <class T>                                                                          \
  constexpr report reference_##name() {                                                       \
    using namespace reference::layers_encoder_layer_##name;                                   \
    report r;                                                                                 \
    using layer =                                                                             \
        nn::encoder_layer<T, dim<width>, dim<2>, dim<ff>, output_by_input, activation, norm>; \
    const layer f = launder(layer ATTN_TESTS_TORCH_ENCODER_LAYER(T, ));                       \
    const auto x = launder(as<T>(X));                                                         \
    if constexpr (norm::norm_first) {                                                         \
      r.check(near(f.self_attn(f.norm1(x) __VA_OPT__(, ) __VA_ARGS__), self_attn_out));       \
      const auto h = x + f.self_attn(f.norm1(x) __VA_OPT__(, ) __VA_ARGS__);                  \
      r.check(near(h, after_self_attn));                                                      \
      r.check(near(f.feed_forward(f.norm2(h)), ffn_out));                                     \
    } else {                                                                                  \
      r.check(near(f.self_attn(x __VA_OPT__(, ) __VA_ARGS__), self_attn_out));                \
      const auto h = f.norm1(x + f.self_attn(x __VA_OPT__(, ) __VA_ARGS__));                  \
      r.check(near(h, after_self_attn));                                                      \
      r.check(near(f.feed_forward(h), ffn_out));                                              \
    }                                                                                         \
    const auto y = f(x __VA_OPT__(, ) __VA_ARGS__);                                           \
    r.check(near(y, out));                                                                    \
    r.bits(y);                                                                                \
    return r;                                                                                 \
  }
ATTN_ENCODER_CASE(postnorm_relu, 6, 8, act::relu, post_norm)
ATTN_ENCODER_CASE(postnorm_gelu, 6, 8, act::gelu_exact, post_norm)
ATTN_ENCODER_CASE(prenorm_relu, 6, 8, act::relu, pre_norm)
ATTN_ENCODER_CASE(prenorm_gelu, 6, 8, act::gelu_exact, pre_norm)
ATTN_ENCODER_CASE(causal, 4, 6, act::relu, post_norm, causal<>)
#undef ATTN_ENCODER_CASE

template <class T>
constexpr report reference_stack() {
  using namespace reference::layers_encoder_stack;
  report r;
  using layer = nn::encoder_layer<T, dim<4>, dim<2>, dim<6>, output_by_input, act::relu, post_norm>;
  using stack = nn::encoder<layer, 2, nn::layer_norm<T, dim<4>>>;
  const auto f = launder(stack{
      {ATTN_TESTS_TORCH_ENCODER_LAYER(T, layer0_), ATTN_TESTS_TORCH_ENCODER_LAYER(T, layer1_)},
      {as<T>(norm_weight), as<T>(norm_bias)}});
  const auto x = launder(as<T>(X));
  r.check(near(f.layers[0](x), after_layer0));
  r.check(near(f.layers[1](f.layers[0](x)), after_layer1));
  const auto y = f(x);
  r.check(near(y, out));
  r.bits(y);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto f = made_up<layer_of<double, post_norm>>(1);
  layer_of<archetype, post_norm> g{};
  for_each_parameter([](const auto&, auto& to, const auto& from) { to = as_archetype(from); }, g,
                     f);
  const auto x = launder(filled<tensor<double, token, model>>(2));
  r.check(bitwise_equal(values_of(g(as_archetype(x), causal<>)), f(x, causal<>)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"nothing but norms", nothing_but_norms},
    {"is its parts, output by input, float", is_its_parts<float, output_by_input>},
    {"is its parts, output by input, double", is_its_parts<double, output_by_input>},
    {"is its parts, input by output, float", is_its_parts<float, input_by_output>},
    {"is its parts, input by output, double", is_its_parts<double, input_by_output>},
    {"stacks, float", stacks<float>},
    {"stacks, double", stacks<double>},
    {"names and counts", names_and_counts},
    {"reference: post-norm, relu, float", reference_postnorm_relu<float>},
    {"reference: post-norm, relu, double", reference_postnorm_relu<double>},
    {"reference: post-norm, gelu, float", reference_postnorm_gelu<float>},
    {"reference: post-norm, gelu, double", reference_postnorm_gelu<double>},
    {"reference: pre-norm, relu, float", reference_prenorm_relu<float>},
    {"reference: pre-norm, relu, double", reference_prenorm_relu<double>},
    {"reference: pre-norm, gelu, float", reference_prenorm_gelu<float>},
    {"reference: pre-norm, gelu, double", reference_prenorm_gelu<double>},
    {"reference: causal, float", reference_causal<float>},
    {"reference: causal, double", reference_causal<double>},
    {"reference: stack, float", reference_stack<float>},
    {"reference: stack, double", reference_stack<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::encoder_tests
