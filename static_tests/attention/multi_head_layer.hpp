// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multi_head_layer.hpp promises.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/attention/multi_head.hpp>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/slices.hpp>
#include <attn/attention/torch_multi_head.hpp>
#include <attn/attention/window.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <cstdint>
#include <type_traits>

#include "static_tests/reference/layers_mha_causal.hpp"
#include "static_tests/reference/layers_mha_cross.hpp"
#include "static_tests/reference/layers_mha_cross_kdim_vdim.hpp"
#include "static_tests/reference/layers_mha_key_padding.hpp"
#include "static_tests/reference/layers_mha_one_head.hpp"
#include "static_tests/reference/layers_mha_self.hpp"
#include "static_tests/reference/layers_mha_self_no_bias.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/torch_multi_head.hpp"

namespace attn_tests::multi_head_layer_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using source = axis<"source", 5>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

template <class Layer>
constexpr Layer made_up(std::uint64_t seed) {
  using T = typename Layer::value_type;
  return vector_to_parameters<Layer>(filled<tensor<T, dim<parameter_count<Layer>>>>(seed, T(1.5)));
}

// The identity for every projection, of one head: scaled dot-product attention. With scores of 0
// the weights are equal, and the answer is the mean.
constexpr report by_hand() {
  report r;
  using two = axis<"two", 2>;
  using one_head = nn::multi_head_attention<double, two, axis<"head", 1>, output_by_input>;
  one_head layer{};
  layer.v_proj.weight = {{1, 0}, {0, 1}};
  layer.out_proj = {{{1, 0}, {0, 1}}, {10, 20}};
  const auto x = launder(tensor<double, token, two>{{1, 2}, {3, 4}, {5, 9}});
  const auto y = layer(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, two>>);
  r.check(allclose(y, {{13, 25}, {13, 25}, {13, 25}}));
  // A query sees itself and those before it.
  r.check(allclose(layer(x, causal<>), {{11, 22}, {12, 23}, {13, 25}}));
  r.check(allclose(layer.averaged_weights(x, causal<>),
                   {{1, 0, 0}, {0.5, 0.5, 0}, {1 / 3.0, 1 / 3.0, 1 / 3.0}}));
  return r;
}

// 3 * 6 * 6 + 6 * 6 weights and 4 * 6 biases, for any number of heads.
constexpr report parameter_counts() {
  report r;
  using wide = axis<"model", 512>;
  using one = nn::multi_head_attention<float, wide, axis<"head", 1>, output_by_input>;
  using eight = nn::multi_head_attention<float, wide, axis<"head", 8>, output_by_input>;
  using many = nn::multi_head_attention<float, wide, axis<"head", 64>, input_by_output>;
  using bare =
      nn::multi_head_attention<float, wide, axis<"head", 8>, output_by_input, without_bias>;
  r.check(parameter_count<one> == 1'050'624);
  r.check(parameter_count<eight> == 1'050'624);
  r.check(parameter_count<many> == 1'050'624);
  r.check(parameter_count<bare> == 1'048'576);
  return r;
}

// The free functions, bit for bit: with batches, masks and other options, for one sequence or three.
template <class T, class Layout>
constexpr report is_its_projections() {
  report r;
  using layer = nn::multi_head_attention<T, model, head, Layout>;
  using bare = nn::multi_head_attention<T, model, head, Layout, without_bias>;
  const auto f = launder(made_up<layer>(1));
  const auto x = launder(filled<tensor<T, batch, token, model>>(2, T(2)));
  const auto s = launder(filled<tensor<T, batch, source, model>>(3, T(2)));
  const auto y = f(x, causal<>);
  static_assert(std::is_same_v<decltype(y), const tensor<T, batch, token, model>>);
  r.check(bitwise_equal(
      y, f.out_proj(attention_of_slices<head>(f.q_proj(x), f.k_proj(x), f.v_proj(x), causal<>))));
  r.check(bitwise_equal(y, f(x, x, x, causal<>)));
  r.check(bitwise_equal(select<"batch">(y, 1), f(select<"batch">(x, 1), causal<>)));
  const auto said = launder(keep_mask<token>{1, 1, 0});
  r.check(bitwise_equal(f(x, key_padding(said)), f(x, valid_keys(2))));
  const auto keep =
      launder(keep_mask<token, source>{{1, 1, 0, 0, 1}, {0, 1, 1, 1, 0}, {0, 0, 0, 1, 0}});
  const auto z = f(x, s, s, keep, scaled_by(0.25));
  r.check(bitwise_equal(z, f.out_proj(attention_of_slices<head>(
                               f.q_proj(x), f.k_proj(s), f.v_proj(s), keep, scaled_by(0.25)))));
  const auto w = f.weights(x, s, keep, scaled_by(0.25));
  static_assert(std::is_same_v<decltype(w), const tensor<T, batch, head, token, source>>);
  using d_k = dim<3>;
  r.check(bitwise_equal(
      w, attention_weights(split_heads<head, d_k>(f.q_proj(x)), split_heads<head, d_k>(f.k_proj(s)),
                           keep, scaled_by(0.25))));
  r.check(bitwise_equal(f.averaged_weights(x, s, keep, scaled_by(0.25)), mean<"head">(w)));
  r.check(bitwise_equal(f.averaged_weights(x), mean<"head">(f.weights(x))));
  static_assert(
      std::is_same_v<decltype(f.weights(x)), tensor<T, batch, head, token, axis<"key_token", 3>>>);
  // Without biases: the function of matrices.
  const auto g = launder(made_up<bare>(4));
  if constexpr (std::is_same_v<Layout, input_by_output>)
    r.check(bitwise_equal(g(x, s, s),
                          multi_head_attention<head>(x, s, s, g.q_proj.weight, g.k_proj.weight,
                                                     g.v_proj.weight, g.out_proj.weight)));
  r.bits(y);
  r.bits(z);
  r.bits(w);
  r.bits(g(x, s, s));
  return r;
}

// Article 1's: keys and values of other widths, d_k and d_v of any size, a narrow output.
template <class T>
constexpr report any_widths() {
  report r;
  using of_keys = axis<"of_keys", 4>;
  using of_values = axis<"of_values", 7>;
  using out = axis<"out", 5>;
  using layer =
      nn::multi_head_of_widths<T, model, of_keys, of_values, head, 3, 4, out, input_by_output>;
  static_assert(parameter_count<layer> == 6 * 6 + 6 + 4 * 6 + 6 + 7 * 8 + 8 + 8 * 5 + 5);
  const auto f = launder(made_up<layer>(1));
  const auto q = launder(filled<tensor<T, token, model>>(2));
  const auto k = launder(filled<tensor<T, source, of_keys>>(3));
  const auto v = launder(filled<tensor<T, source, of_values>>(4));
  const auto y = f(q, k, v);
  static_assert(std::is_same_v<decltype(y), const tensor<T, token, out>>);
  r.check(bitwise_equal(
      y, f.out_proj(attention_of_slices<head>(f.q_proj(q), f.k_proj(k), f.v_proj(v)))));
  static_assert(std::is_same_v<decltype(f.weights(q, k)), tensor<T, head, token, source>>);
  static_assert(std::is_same_v<decltype(f.averaged_weights(q, k)), tensor<T, token, source>>);
  r.bits(y);
  return r;
}

constexpr report names() {
  report r;
  using layer = nn::multi_head_attention<float, model, head, output_by_input>;
  const auto f = made_up<layer>(1);
  r.check(parameter<"q_proj.weight">(f) == f.q_proj.weight);
  r.check(parameter<"out_proj.bias">(f) == f.out_proj.bias);
  static_assert(std::is_same_v<decltype(as<double>(f)),
                               nn::multi_head_attention<double, model, head, output_by_input>>);
  static_assert(
      std::is_same_v<decltype(f.q_proj.weight), tensor<float, axis<"head_d_k", 6>, model>>);
  r.check(as<float>(as<double>(f)) == f && !(f == layer{}));
  using x = tensor<float, token, model>;
  static_assert(layer::call<x>::holds && layer::call<x, x, x, decltype(causal<>)>::holds);
  using without_value = rules::multi_head_layer_call<layer, x, x>;
  static_assert(!without_value::holds && !without_value::only_options::value);
  static_assert(layer::weights_call<x, x>::holds && !layer::weights_call<x, x, x>::holds);
  return r;
}

// --- PyTorch's numbers --------------------------------------------------------------------------

template <std::size_t N>
constexpr auto kept(const tensor<int, dim<N>>& allow) {
  keep_mask<dim<N>> m;
  for (std::size_t i = 0; i < N; ++i) m(i) = allow(i) != 0;
  return m;
}
template <std::size_t M, std::size_t N>
constexpr auto kept(const tensor<int, dim<M>, dim<N>>& allow) {
  keep_mask<dim<M>, dim<N>> m;
  for (std::size_t i = 0; i < M; ++i)
    for (std::size_t j = 0; j < N; ++j) m(i, j) = allow(i, j) != 0;
  return m;
}

template <class Head, class Layer, class Case, class Q, class K, class V, class... Options>
constexpr void check_case(report& r, const Layer& f, const Case& c, const Q& q, const K& k,
                          const V& v, const Options&... options) {
  const auto slices = attention_of_slices<Head>(f.q_proj(q), f.k_proj(k), f.v_proj(v), options...);
  using d = dim<decltype(slices)::shape_type::extents[1] / Head::size>;
  r.check(near(split_heads<Head, d>(f.q_proj(q)), c.q));
  r.check(near(split_heads<Head, d>(f.k_proj(k)), c.k));
  r.check(near(split_heads<Head, d>(f.v_proj(v)), c.v));
  r.check(near(f.weights(q, k, options...), c.weights));
  r.check(near(f.averaged_weights(q, k, options...), c.average));
  r.check(near(slices, c.context));
  const auto y = f(q, k, v, options...);
  r.check(near(y, c.out));
  r.bits(y);
}
template <class T>
constexpr report reference_self() {
  using namespace reference::layers_mha_self;
  report r;
  const auto f =
      from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  const auto x = launder(as<T>(X));
  check_case<dim<2>>(
      r, f, expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, x, x, x);
  r.check(near(f(x), out));
  return r;
}
template <class T>
constexpr report reference_no_bias() {
  using namespace reference::layers_mha_self_no_bias;
  report r;
  const auto f = launder(torch_multi_head<dim<4>>(as<T>(in_proj_weight), as<T>(out_proj_weight)));
  r.check(near(f(launder(as<T>(X))), out));
  return r;
}
template <class T>
constexpr report reference_cross() {
  using namespace reference::layers_mha_cross;
  report r;
  const auto f =
      from_torch<T, dim<3>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  check_case<dim<3>>(r, f,
                     expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out},
                     launder(as<T>(query)), launder(as<T>(key)), launder(as<T>(value)));
  return r;
}
template <class T>
constexpr report reference_kdim_vdim() {
  using namespace reference::layers_mha_cross_kdim_vdim;
  report r;
  const auto f = from_torch_of_widths<T>(q_proj_weight, k_proj_weight, v_proj_weight, in_proj_bias,
                                         out_proj_weight, out_proj_bias);
  check_case<dim<2>>(r, f,
                     expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out},
                     launder(as<T>(query)), launder(as<T>(key)), launder(as<T>(value)));
  return r;
}
template <class T>
constexpr report reference_causal() {
  using namespace reference::layers_mha_causal;
  report r;
  const auto f =
      from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  const auto x = launder(as<T>(X));
  const expectations all{q_heads, k_heads, v_heads, weights, weights_avg, context, out};
  check_case<dim<2>>(r, f, all, x, x, x, causal<>);
  check_case<dim<2>>(r, f, all, x, x, x, kept(allow));
  r.check(bitwise_equal(f(x, causal<>), f(x, kept(allow))));
  return r;
}
template <class T>
constexpr report reference_key_padding() {
  using namespace reference::layers_mha_key_padding;
  report r;
  const auto f =
      from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  check_case<dim<2>>(r, f,
                     expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out},
                     launder(as<T>(query)), launder(as<T>(key)), launder(as<T>(value)),
                     key_padding(kept(key_allow)));
  return r;
}
template <class T>
constexpr report reference_one_head() {
  using namespace reference::layers_mha_one_head;
  report r;
  const auto f =
      from_torch<T, dim<1>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
  const auto x = launder(as<T>(X));
  check_case<dim<1>>(
      r, f, expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, x, x, x);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  using layer = nn::multi_head_attention<double, model, head, output_by_input>;
  const auto f = made_up<layer>(1);
  nn::multi_head_attention<archetype, model, head, output_by_input> g{};
  for_each_parameter([](const auto&, auto& to, const auto& from) { to = as_archetype(from); }, g,
                     f);
  const auto x = launder(filled<tensor<double, token, model>>(2));
  r.check(bitwise_equal(values_of(g(as_archetype(x), causal<>)), f(x, causal<>)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"by hand", by_hand},
    {"parameter counts", parameter_counts},
    {"is its projections, output by input, float", is_its_projections<float, output_by_input>},
    {"is its projections, output by input, double", is_its_projections<double, output_by_input>},
    {"is its projections, input by output, float", is_its_projections<float, input_by_output>},
    {"is its projections, input by output, double", is_its_projections<double, input_by_output>},
    {"any widths, float", any_widths<float>},
    {"any widths, double", any_widths<double>},
    {"names", names},
    {"reference: self, float", reference_self<float>},
    {"reference: self, double", reference_self<double>},
    {"reference: no bias, float", reference_no_bias<float>},
    {"reference: no bias, double", reference_no_bias<double>},
    {"reference: cross, float", reference_cross<float>},
    {"reference: cross, double", reference_cross<double>},
    {"reference: kdim and vdim, float", reference_kdim_vdim<float>},
    {"reference: kdim and vdim, double", reference_kdim_vdim<double>},
    {"reference: causal, float", reference_causal<float>},
    {"reference: causal, double", reference_causal<double>},
    {"reference: key padding, float", reference_key_padding<float>},
    {"reference: key padding, double", reference_key_padding<double>},
    {"reference: one head, float", reference_one_head<float>},
    {"reference: one head, double", reference_one_head<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::multi_head_layer_tests
