// SPDX-License-Identifier: BSL-1.0
// What attn/layers/feed_forward.hpp promises.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <cstdint>
#include <type_traits>

#include "static_tests/reference/layers_encoder_layer_postnorm_relu.hpp"
#include "static_tests/reference/layers_encoder_layer_prenorm_gelu.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::feed_forward_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using model = axis<"model", 2>;
using inner = axis<"inner", 4>;

// In integers that a float holds: max(W1 x + b1, 0), then W2 … + b2.
constexpr report by_hand() {
  report r;
  using layer = nn::feed_forward<float, model, inner, output_by_input, act::relu>;
  const auto f = launder(layer{{{{1, 0}, {0, 1}, {1, 1}, {-1, 2}}, {0, 1, -2, 0}},
                               {{{1, 2, 3, 4}, {0, -1, 1, 0}}, {10, 20}}});
  const auto x = launder(tensor<float, token, model>{{1, 2}, {-3, 1}, {0, -1}});
  // (1, 3, 1, 3), (0, 2, 0, 5), (0, 0, 0, 0)
  const auto y = f(x);
  static_assert(std::is_same_v<decltype(y), const tensor<float, token, model>>);
  r.check(y == tensor<float, token, model>{{32, 18}, {34, 18}, {10, 20}});
  r.check(f(select<"token">(x, 1)) == tensor<float, model>{34, 18});
  r.check(x + f(x) == tensor<float, token, model>{{33, 20}, {31, 19}, {10, 19}});  // residual
  r.bits(y);
  return r;
}

// silu(2) * -1 and silu(-3) * 1, with mpmath; their difference.
constexpr report gated_by_hand() {
  report r;
  using gate = axis<"gate", 2>;
  using wide = axis<"wide", 3>;
  using layer = nn::swiglu<double, wide, gate, output_by_input>;
  const auto f = launder(
      layer{{{{1, 1, 0}, {-2, 0, 1}}}, {{{1, 0}, {0, 1}, {1, -1}}}, {{{0, 1, 2}, {1, 0, 0}}}});
  const auto x = launder(tensor<double, wide>{1, 1, -1});
  // w1 x = (2, -3), w3 x = (-1, 1)
  const auto y = f(x);
  r.check(allclose(y, {-1.7615941559557646, -0.14227761953270035, -1.6193165364230642}));
  r.bits(y);
  return r;
}

// linear1, an activation and linear2 of PyTorch's TransformerEncoderLayer.
template <class T>
constexpr report reference_relu() {
  using namespace reference::layers_encoder_layer_postnorm_relu;
  report r;
  using layer = nn::feed_forward<T, dim<6>, dim<8>, output_by_input, act::relu>;
  const layer f{{as<T>(linear1_weight), as<T>(linear1_bias)},
                {as<T>(linear2_weight), as<T>(linear2_bias)}};
  const nn::layer_norm<T, dim<6>> norm{as<T>(norm2_weight), as<T>(norm2_bias)};
  const auto h = launder(as<T>(after_self_attn.value));
  r.check(near(f(h), ffn_out));
  r.check(near(norm(h + f(h)), out));  // post-norm
  r.bits(f(h));
  return r;
}
template <class T>
constexpr report reference_gelu() {
  using namespace reference::layers_encoder_layer_prenorm_gelu;
  report r;
  using layer = nn::feed_forward<T, dim<6>, dim<8>, output_by_input, act::gelu_exact>;
  const layer f{{as<T>(linear1_weight), as<T>(linear1_bias)},
                {as<T>(linear2_weight), as<T>(linear2_bias)}};
  const nn::layer_norm<T, dim<6>> norm{as<T>(norm2_weight), as<T>(norm2_bias)};
  const auto h = launder(as<T>(after_self_attn.value));
  r.check(near(f(norm(h)), ffn_out));
  r.check(near(h + f(norm(h)), out));  // pre-norm
  r.bits(f(h));
  return r;
}

// A model of every digit.
template <class Layer>
constexpr Layer made_up(std::uint64_t seed) {
  using T = typename decltype(parameters_to_vector(Layer{}))::value_type;
  return vector_to_parameters<Layer>(filled<tensor<T, dim<parameter_count<Layer>>>>(seed, T(1.5)));
}

// Both are compositions of public layers, bit for bit.
template <class T, class Layout>
constexpr report is_its_layers() {
  report r;
  using plain = nn::feed_forward<T, model, inner, Layout, act::gelu_tanh>;
  using bare = nn::feed_forward<T, model, inner, Layout, act::tanh, without_bias>;
  using gated = nn::swiglu<T, model, inner, Layout>;
  static_assert(parameter_count<plain> == 2 * 4 + 4 + 4 * 2 + 2);
  static_assert(parameter_count<bare> == 16 && parameter_count<gated> == 24);
  const auto f = launder(made_up<plain>(1));
  const auto g = launder(made_up<bare>(2));
  const auto h = launder(made_up<gated>(3));
  const auto x = launder(filled<tensor<T, batch, token, model>>(4, T(2)));
  const auto y = f(x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, batch, token, model>>);
  r.check(bitwise_equal(
      y, linear<Layout>(gelu_tanh(linear<Layout>(x, f.linear1.weight, f.linear1.bias)),
                        f.linear2.weight, f.linear2.bias)));
  r.check(bitwise_equal(
      g(x), linear<Layout>(tanh(linear<Layout>(x, g.linear1.weight)), g.linear2.weight)));
  const auto gate = silu(linear<Layout>(x, h.w1.weight));
  r.check(bitwise_equal(
      h(x), linear<Layout>(multiply(gate, linear<Layout>(x, h.w3.weight)), h.w2.weight)));
  // Every row on its own.
  r.check(bitwise_equal(select<"batch">(y, 1), f(select<"batch">(x, 1))));
  r.check(bitwise_equal(select<"token">(h(x), 2), h(select<"token">(x, 2))));
  r.bits(y);
  r.bits(g(x));
  r.bits(h(x));
  return r;
}

// The names that PyTorch and Llama have for them; other names for the axes, or none.
constexpr report names() {
  report r;
  using layer = nn::feed_forward<float, model, inner, output_by_input, act::relu>;
  using gated = nn::swiglu<float, model, inner, output_by_input>;
  const auto f = made_up<layer>(1);
  const auto g = made_up<gated>(2);
  r.check(parameter<"linear1.weight">(f) == f.linear1.weight);
  r.check(parameter<"linear2.bias">(f) == f.linear2.bias);
  r.check(parameter<"w1.weight">(g) == g.w1.weight && parameter<"w3.weight">(g) == g.w3.weight);
  static_assert(std::is_same_v<decltype(g.w2.weight), tensor<float, model, inner>>);
  static_assert(
      std::is_same_v<decltype(as<double>(g)), nn::swiglu<double, model, inner, output_by_input>>);
  r.check(as<float>(as<double>(f)) == f && !(f == layer{}));
  const auto x = filled<matrix<float, 3, 2>>(3);
  static_assert(std::is_same_v<decltype(f(x)), tensor<float, dim<3>, model>>);
  // A layer as wide inside as outside, and of one name.
  using square = nn::feed_forward<float, model, model, input_by_output, act::identity>;
  r.check(made_up<square>(5)(x).size() == 6);
  return r;
}

// An activation of the reader's own.
struct squared_relu {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return multiply(relu(x), relu(x));
  }
};
constexpr report any_activation() {
  report r;
  using own = nn::feed_forward<double, model, inner, input_by_output, squared_relu>;
  using gated = nn::gated_feed_forward<double, model, inner, input_by_output, act::gelu_exact>;
  const auto x = launder(filled<tensor<double, token, model>>(4, 2.0));
  const auto f = made_up<own>(1);
  const auto rectified = relu(f.linear1(x));
  r.check(bitwise_equal(f(x), f.linear2(multiply(rectified, rectified))));
  const auto g = made_up<gated>(2);
  r.check(bitwise_equal(g(x), g.w2(multiply(gelu_exact(g.w1(x)), g.w3(x)))));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, model>>(1, 2.0));
  const auto f =
      made_up<nn::feed_forward<double, model, inner, output_by_input, act::gelu_exact>>(2);
  const auto g = made_up<nn::swiglu<double, model, inner, output_by_input>>(3);
  const auto a = as_archetype(x);
  const nn::feed_forward<archetype, model, inner, output_by_input, act::gelu_exact> fa{
      {as_archetype(f.linear1.weight), as_archetype(f.linear1.bias)},
      {as_archetype(f.linear2.weight), as_archetype(f.linear2.bias)}};
  const nn::swiglu<archetype, model, inner, output_by_input> ga{
      {as_archetype(g.w1.weight)}, {as_archetype(g.w2.weight)}, {as_archetype(g.w3.weight)}};
  r.check(bitwise_equal(values_of(fa(a)), f(x)));
  r.check(bitwise_equal(values_of(ga(a)), g(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"by hand", by_hand},
    {"gated, by hand", gated_by_hand},
    {"reference: relu, float", reference_relu<float>},
    {"reference: relu, double", reference_relu<double>},
    {"reference: gelu, float", reference_gelu<float>},
    {"reference: gelu, double", reference_gelu<double>},
    {"is its layers, output by input, float", is_its_layers<float, output_by_input>},
    {"is its layers, output by input, double", is_its_layers<double, output_by_input>},
    {"is its layers, input by output, float", is_its_layers<float, input_by_output>},
    {"is its layers, input by output, double", is_its_layers<double, input_by_output>},
    {"names", names},
    {"any activation", any_activation},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::feed_forward_tests
