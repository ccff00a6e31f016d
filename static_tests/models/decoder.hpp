// SPDX-License-Identifier: BSL-1.0
// What attn/models/decoder.hpp promises.
#pragma once

#include "static_tests/reference/layers_decoder.hpp"
#include "static_tests/support/torch_layers.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::decoder_tests {
using target = axis<"target", 3>;
using source = axis<"source", 5>;
using model = axis<"model", 6>;
using inner = axis<"inner", 4>;
using head = axis<"head", 3>;

template <class T, class Norm, class Layout = output_by_input>
using layer_of = nn::decoder_layer<T, model, head, inner, Layout, act::gelu_exact, Norm>;

template <class Layer> constexpr Layer made_up(std::uint64_t seed) {
  using T = typename Layer::value_type;
  return vector_to_parameters<Layer>(filled<tensor<T, dim<parameter_count<Layer>>>>(seed, T(1.5)));
}

// The composition of its parts, bit for bit: each attention with its own options, in any order.
template <class T, class Layout> constexpr void is_its_parts(report& r) {
  const auto post = launder(made_up<layer_of<T, post_norm, Layout>>(1));
  const auto pre = launder(made_up<layer_of<T, pre_norm, Layout>>(2));
  const auto y = launder(filled<tensor<T, batch, target, model>>(3, T(2)));
  const auto memory = launder(filled<tensor<T, batch, source, model>>(4, T(2)));
  const auto keep =
      key_padding(launder(keep_mask<batch, source>{{1, 1, 1, 0, 0}, {1, 0, 1, 1, 1}}));
  const auto a = post(y, memory, self_options(causal<>), cross_options(keep, scaled_by(0.75)));
  has_type<tensor<T, batch, target, model>>(a);
  const auto h = post.norm1(y + post.self_attn(y, causal<>));
  const auto g = post.norm2(h + post.multihead_attn(h, memory, memory, keep, scaled_by(0.75)));
  r.same(a, post.norm3(g + post.feed_forward(g)));
  r.same(a, post(y, memory, cross_options(keep, scaled_by(0.75)), self_options(causal<>)));
  r.check(!bitwise_equal(a, post(y, memory, self_options(causal<>))));
  const auto b = pre(y, memory, cross_options(keep));
  const auto i = y + pre.self_attn(pre.norm1(y));
  const auto j = i + pre.multihead_attn(pre.norm2(i), memory, memory, keep);
  r.same(b, j + pre.feed_forward(pre.norm3(j)));
  r.same(pre(y, memory), pre(y, memory, self_options(), cross_options()));
  // One sequence of the batch on its own.
  r.same(
      select<"batch">(pre(y, memory), 1), pre(select<"batch">(y, 1), select<"batch">(memory, 1)));
}

// --- PyTorch's numbers --------------------------------------------------------------------------

#define ATTN_DECODER_CASE(name, activation, norm)                                                  \
  template <class T> constexpr report reference_##name() {                                         \
    using namespace reference::layers_decoder_layer_##name;                                        \
    report r;                                                                                      \
    using layer = nn::decoder_layer<T, dim<4>, dim<2>, dim<6>, output_by_input, activation, norm>; \
    const layer f = launder(layer ATTN_TESTS_TORCH_DECODER_LAYER(T, ));                            \
    const auto y = launder(as<T>(Y));                                                              \
    const auto m = launder(as<T>(memory));                                                         \
    const auto own = f.self_attn(norm::norm_first ? f.norm1(y) : y, causal<>);                     \
    r.check(near(own, self_attn_out));                                                             \
    const auto h = norm::norm_first ? y + own : f.norm1(y + own);                                  \
    r.check(near(h, after_self_attn));                                                             \
    const auto cross = f.multihead_attn(norm::norm_first ? f.norm2(h) : h, m, m);                  \
    r.check(near(cross, cross_attn_out));                                                          \
    const auto g = norm::norm_first ? h + cross : f.norm2(h + cross);                              \
    r.check(near(g, after_cross_attn));                                                            \
    r.check(near(f.feed_forward(norm::norm_first ? f.norm3(g) : g), ffn_out));                     \
    const auto z = f(y, m, self_options(causal<>));                                                \
    r.check(near(z, out));                                                                         \
    r.bits(z);                                                                                     \
    return r;                                                                                      \
  }
ATTN_DECODER_CASE(postnorm_relu, act::relu, post_norm)
ATTN_DECODER_CASE(postnorm_gelu, act::gelu_exact, post_norm)
ATTN_DECODER_CASE(prenorm_relu, act::relu, pre_norm)
ATTN_DECODER_CASE(prenorm_gelu, act::gelu_exact, pre_norm)
#undef ATTN_DECODER_CASE

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("is its parts, output by input, float",
      [](report& r) { is_its_parts<float, output_by_input>(r); });
  tests.proved("is its parts, output by input, double",
      [](report& r) { is_its_parts<double, output_by_input>(r); });
  tests.proved("is its parts, input by output, float",
      [](report& r) { is_its_parts<float, input_by_output>(r); });
  tests.proved("is its parts, input by output, double",
      [](report& r) { is_its_parts<double, input_by_output>(r); });
  // A causal decoder says the same of the beginning, whatever comes later.
  tests.proved("nothing from the future", [](report& r) {
    const auto f = launder(made_up<nn::decoder<layer_of<double, post_norm>, 2>>(1));
    const auto y = launder(filled<tensor<double, target, model>>(2));
    auto other = y;
    for (std::size_t j = 0; j < 6; ++j) other(2, j) = 1e3 * static_cast<double>(j + 1);
    const auto memory = launder(filled<tensor<double, source, model>>(3));
    const auto a = f(y, memory, self_options(causal<>));
    const auto b = f(other, memory, self_options(causal<>));
    r.same(narrow<"target", 2>(a, 0), narrow<"target", 2>(b, 0));
    r.check(!bitwise_equal(a, b));
    r.check(!bitwise_equal(
        narrow<"target", 2>(f(y, memory), 0), narrow<"target", 2>(f(other, memory), 0)));
  });
  tests.proved<float, double>("stacks", []<class T>(report& r) {
    using layer = layer_of<T, pre_norm>;
    const auto f = launder(made_up<nn::decoder<layer, 2>>(1));
    const auto g = launder(made_up<nn::decoder<layer, 2, nn::layer_norm<T, model>>>(2));
    const auto y = launder(filled<tensor<T, target, model>>(3, T(2)));
    const auto memory = launder(filled<tensor<T, source, model>>(4, T(2)));
    const auto mask = self_options(causal<>);
    const auto a = f(y, memory, mask);
    r.same(a, f.layers[1](f.layers[0](y, memory, mask), memory, mask));
    const auto b = g(y, memory);
    r.same(b, g.norm(g.layers[1](g.layers[0](y, memory), memory)));
  });
  tests.proved("names and counts", [](report& r) {
    using layer = layer_of<float, post_norm>;
    constexpr std::size_t each = 2 * 4 * (6 * 6 + 6) + 6 * 4 + 4 + 4 * 6 + 6 + 3 * 2 * 6;
    static_assert(parameter_count<layer> == each);
    using stack = nn::decoder<layer, 2, nn::layer_norm<float, model>>;
    static_assert(parameter_count<stack> == 2 * each + 12);
    const auto f = made_up<stack>(1);
    r.check(parameter<"layers.1.multihead_attn.k_proj.bias">(f) ==
            f.layers[1].multihead_attn.k_proj.bias);
    r.check(parameter<"layers.0.norm3.weight">(f) == f.layers[0].norm3.weight);
    r.check(as<float>(as<double>(f)) == f && !(f == stack{}));
  });
  tests.proved<float, double>(
      "reference: post-norm, relu", []<class T>() { return reference_postnorm_relu<T>(); });
  tests.proved<float, double>(
      "reference: post-norm, gelu", []<class T>() { return reference_postnorm_gelu<T>(); });
  tests.proved<float, double>(
      "reference: pre-norm, relu", []<class T>() { return reference_prenorm_relu<T>(); });
  tests.proved<float, double>(
      "reference: pre-norm, gelu", []<class T>() { return reference_prenorm_gelu<T>(); });
  tests.proved("an archetype will do", [](report& r) {
    const auto f = made_up<layer_of<double, pre_norm>>(1);
    layer_of<archetype, pre_norm> g{};
    for_each_parameter(
        [](const auto&, auto& to, const auto& from) { to = as_archetype(from); }, g, f);
    const auto y = launder(filled<tensor<double, target, model>>(2));
    const auto memory = launder(filled<tensor<double, source, model>>(3));
    r.same(values_of(g(as_archetype(y), as_archetype(memory), self_options(causal<>))),
        f(y, memory, self_options(causal<>)));
  });
};
}  // namespace attn_tests::decoder_tests
