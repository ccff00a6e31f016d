// SPDX-License-Identifier: BSL-1.0
// What PyTorch computed with encoder layers is within the envelopes of the library's layers, at each
// stage and as a whole; layers with mistakes are not. (reference/pytorch_transformer.hpp is not here:
// its numbers are rounded to six decimals.)
#pragma once

#include "static_tests/reference/layers_encoder.hpp"
#include "static_tests/support/torch_layers.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::envelope_of_encoders_tests {
template <class T, std::size_t Width, std::size_t Inner, class Activation, class Norm>
using layer_of =
    nn::encoder_layer<T, dim<Width>, dim<2>, dim<Inner>, output_by_input, Activation, Norm>;

// What a layer computes before its result, as constants of a case name it.
template <class T, class Case, class Layer, class X, class... Options>
constexpr void stages(
    report& r, const Case& expected, const Layer& f, const X& x, const Options&... options) {
  constexpr bool first = Layer::norm_order::norm_first;
  const auto own = f.self_attn(first ? f.norm1(x) : x, options...);
  r.check(is_within(as<T>(expected.self_attn.value), own));
  const auto h = first ? x + own : f.norm1(x + own);
  r.check(is_within(as<T>(expected.after_self_attn.value), h));
  const auto inner = f.feed_forward(first ? f.norm2(h) : h);
  r.check(is_within(as<T>(expected.feed_forward.value), inner));
}
template <class A, class B, class C> struct expected_stages {
  const A& self_attn;
  const B& after_self_attn;
  const C& feed_forward;
};
template <class A, class B, class C>
expected_stages(const A&, const B&, const C&) -> expected_stages<A, B, C>;

template <class Layer, class X, class... Options>
constexpr auto without_residual(const Layer& f, const X& x, const Options&... options) {
  constexpr bool first = Layer::norm_order::norm_first;
  const auto own = f.self_attn(first ? f.norm1(x) : x, options...);
  const auto h = first ? own : f.norm1(own);
  const auto y = h + f.feed_forward(first ? f.norm2(h) : h);
  return first ? y : f.norm2(y);
}

// Each mistake is found, whatever the layer and its options: `other` has the norms at other places.
template <class Layer, class Other, class X, class All, class... Options>
constexpr void mistakes(report& r, const Layer& right, const Other& other, const X& x,
    const All& all, const Options&... options) {
  using T = typename Layer::value_type;
  r.check(is_within(right(x, options...), all));
  r.check(!is_within(other(x, options...), all));
  r.check(!is_within(without_residual(right, x, options...), all));
  constexpr std::size_t d_k = Layer::width::size / Layer::head::size;
  const auto scale = scaled_by(T(1) / math::sqrt(T(d_k + 1)));
  r.check(!is_within(right(x, scale, options...), all));
  const auto is_found = [&](const auto& change) {
    Layer wrong = right;
    change(wrong);
    return !is_within(wrong(x, options...), all);
  };
  r.check(is_found([](Layer& f) { f.self_attn.v_proj.bias = {}; }));
  r.check(is_found([](Layer& f) { f.self_attn.out_proj.bias = {}; }));
  r.check(is_found([](Layer& f) { f.feed_forward.linear1.bias = {}; }));
  r.check(is_found([](Layer& f) { std::swap(f.norm1, f.norm2); }));
  r.check(is_found([](Layer& f) { std::swap(f.self_attn.q_proj, f.self_attn.k_proj); }));
}

// clang-format off
#define ATTN_ENCODER_CASE(name, width, ff, activation, norm, other_norm, ...)                     \
  template <class T, class Norm = norm>                                                           \
  constexpr auto name##_layer() {                                                                 \
    using namespace reference::layers_encoder_layer_##name;                                       \
    using layer = layer_of<T, width, ff, activation, Norm>;                                       \
    return launder(layer ATTN_TESTS_TORCH_ENCODER_LAYER(T, ));                                    \
  }                                                                                               \
  template <class T>                                                                              \
  constexpr report name##_stages() {                                                              \
    using namespace reference::layers_encoder_layer_##name;                                       \
    report r;                                                                                     \
    stages<T>(r, expected_stages{self_attn_out, after_self_attn, ffn_out},                        \
              as<envelope<T>>(name##_layer<T>()), as<envelope<T>>(X) __VA_OPT__(, ) __VA_ARGS__); \
    return r;                                                                                     \
  }                                                                                               \
  template <class T>                                                                              \
  constexpr report name##_result() {                                                              \
    using namespace reference::layers_encoder_layer_##name;                                       \
    report r;                                                                                     \
    const auto right = name##_layer<T>();                                                         \
    const auto all =                                                                              \
        as<envelope<T>>(right)(as<envelope<T>>(launder(X)) __VA_OPT__(, ) __VA_ARGS__);           \
    r.check(is_within(as<T>(out.value), all));                                                    \
    mistakes(r, right, name##_layer<T, other_norm>(), as<T>(X), all __VA_OPT__(, ) __VA_ARGS__);  \
    return r;                                                                                     \
  }
// clang-format on
ATTN_ENCODER_CASE(postnorm_relu, 6, 8, act::relu, post_norm, pre_norm)
ATTN_ENCODER_CASE(postnorm_gelu, 6, 8, act::gelu_exact, post_norm, pre_norm)
ATTN_ENCODER_CASE(prenorm_relu, 6, 8, act::relu, pre_norm, post_norm)
ATTN_ENCODER_CASE(prenorm_gelu, 6, 8, act::gelu_exact, pre_norm, post_norm)
ATTN_ENCODER_CASE(causal, 4, 6, act::relu, post_norm, pre_norm, causal<>)
#undef ATTN_ENCODER_CASE

// What docs/reference/scalars/envelope.md states of this layer.
template <class T, class... Axes> constexpr double widest(const tensor<T, Axes...>& all) {
  double width = 0;
  for (const T& x : all) width = math::max(width, x.upper() - x.lower());
  return width;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>(
      "postnorm_relu_stages", []<class T>() { return postnorm_relu_stages<T>(); });
  tests.proved<float, double>(
      "postnorm_relu_result", []<class T>() { return postnorm_relu_result<T>(); });
  tests.proved<float, double>(
      "postnorm_gelu_stages", []<class T>() { return postnorm_gelu_stages<T>(); });
  tests.proved<float, double>(
      "postnorm_gelu_result", []<class T>() { return postnorm_gelu_result<T>(); });
  tests.proved<float, double>(
      "prenorm_relu_stages", []<class T>() { return prenorm_relu_stages<T>(); });
  tests.proved<float, double>(
      "prenorm_relu_result", []<class T>() { return prenorm_relu_result<T>(); });
  tests.proved<float, double>(
      "prenorm_gelu_stages", []<class T>() { return prenorm_gelu_stages<T>(); });
  tests.proved<float, double>(
      "prenorm_gelu_result", []<class T>() { return prenorm_gelu_result<T>(); });
  tests.proved<float, double>("causal_stages", []<class T>() { return causal_stages<T>(); });
  tests.proved<float, double>("causal_result", []<class T>() { return causal_result<T>(); });
  // The approximation of GELU for GELU: in float it is nearer than the envelope of a layer is wide.
  tests.proved<float, double>("another_gelu", []<class T>(report& r) {
    using namespace reference::layers_encoder_layer_postnorm_gelu;
    using other = layer_of<T, 6, 8, act::gelu_tanh, post_norm>;
    const auto wrong = launder(other ATTN_TESTS_TORCH_ENCODER_LAYER(T, ));
    const auto all = as<envelope<T>>(postnorm_gelu_layer<T>())(as<envelope<T>>(X));
    r.check(is_within(wrong(as<T>(X)), all).differing == (std::is_same_v<T, double> ? 24 : 0));
    r.check(widest(all) < (std::is_same_v<T, double> ? 4.4e-12 : 1.6e-3));
  });
  tests.proved<float, double>("forgotten_mask", []<class T>(report& r) {
    using namespace reference::layers_encoder_layer_causal;
    const auto f = causal_layer<T>();
    const auto all = as<envelope<T>>(f)(as<envelope<T>>(X), attn::causal<>);
    r.check(is_within(f(as<T>(X)), all).differing == 3 * 4);  // the last token sees all
  });
  tests.proved<float, double>("stack", []<class T>(report& r) {
    using namespace reference::layers_encoder_stack;
    using layer = layer_of<T, 4, 6, act::relu, post_norm>;
    using stack = nn::encoder<layer, 2, nn::layer_norm<T, dim<4>>>;
    const auto right = launder(stack{
        {ATTN_TESTS_TORCH_ENCODER_LAYER(T, layer0_), ATTN_TESTS_TORCH_ENCODER_LAYER(T, layer1_)},
        {as<T>(norm_weight), as<T>(norm_bias)}});
    const auto f = as<envelope<T>>(right);
    const auto x = as<envelope<T>>(launder(X));
    const auto first = f.layers[0](x), second = f.layers[1](first);
    r.check(is_within(as<T>(after_layer0.value), first));
    r.check(is_within(as<T>(after_layer1.value), second));
    const auto all = f(x);
    r.check(is_within(as<T>(out.value), all));
    r.check(is_within(right(as<T>(X)), all));
    auto wrong = right;
    std::swap(wrong.layers[0], wrong.layers[1]);
    r.check(!is_within(wrong(as<T>(X)), all));
    r.check(!is_within(right.layers[1](right.layers[0](as<T>(X))), all));  // the norm at the end
  });
};
}  // namespace attn_tests::envelope_of_encoders_tests
