// SPDX-License-Identifier: BSL-1.0
// Behaviours of multi_head_layer, multi_head_self, multi_head_weights of attn/attention/.
#pragma once

#include "static_tests/reference/layers_mha.hpp"
#include "static_tests/support/torch_heads.hpp"
#include "static_tests/support/torch_multi_head.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_multi_head_layer_tests {
using matched = axis<"matched", 6>;
using source = axis<"source", 5>;
using model_6 = axis<"model", 6>;

template <class Layer> constexpr Layer made_up(std::uint64_t seed) {
  using T = typename Layer::value_type;
  return vector_to_parameters<Layer>(filled<tensor<T, dim<parameter_count<Layer>>>>(seed, T(1.5)));
}

// The free functions, bit for bit: with batches, masks and other options, for one sequence or three.
template <class T, class Layout> constexpr void is_its_projections(report& r) {
  using layer = nn::multi_head_attention<T, model_6, head, Layout>;
  using bare = nn::multi_head_attention<T, model_6, head, Layout, without_bias>;
  const auto f = launder(made_up<layer>(1));
  const auto x = launder(filled<tensor<T, batch, token, model_6>>(2, T(2)));
  const auto s = launder(filled<tensor<T, batch, source, model_6>>(3, T(2)));
  const auto y = f(x, causal<>);
  has_type<tensor<T, batch, token, model_6>>(y);
  r.same(y, f.out_proj(attention_of_slices<head>(f.q_proj(x), f.k_proj(x), f.v_proj(x), causal<>)));
  r.same(y, f(x, x, x, causal<>));
  r.same(select<"batch">(y, 1), f(select<"batch">(x, 1), causal<>));
  const auto said = launder(keep_mask<token>{1, 1, 0});
  r.same(f(x, key_padding(said)), f(x, valid_keys(2)));
  const auto keep =
      launder(keep_mask<token, source>{{1, 1, 0, 0, 1}, {0, 1, 1, 1, 0}, {0, 0, 0, 1, 0}});
  const auto z = f(x, s, s, keep, scaled_by(0.25));
  r.same(z, f.out_proj(attention_of_slices<head>(
                f.q_proj(x), f.k_proj(s), f.v_proj(s), keep, scaled_by(0.25))));
  const auto w = f.weights(x, s, keep, scaled_by(0.25));
  has_type<tensor<T, batch, head, token, source>>(w);
  using d_k = dim<3>;
  r.same(w, attention_weights(split_heads<head, d_k>(f.q_proj(x)),
                split_heads<head, d_k>(f.k_proj(s)), keep, scaled_by(0.25)));
  r.same(f.averaged_weights(x, s, keep, scaled_by(0.25)), mean<"head">(w));
  r.same(f.averaged_weights(x), mean<"head">(f.weights(x)));
  static_assert(
      std::is_same_v<decltype(f.weights(x)), tensor<T, batch, head, token, axis<"key_token", 3>>>);
  // Without biases: the function of matrices.
  const auto g = launder(made_up<bare>(4));
  if constexpr (std::is_same_v<Layout, input_by_output>)
    r.same(g(x, s, s), multi_head_attention<head>(x, s, s, g.q_proj.weight, g.k_proj.weight,
                           g.v_proj.weight, g.out_proj.weight));
  r.bits(g(x, s, s));
}

// --- PyTorch's numbers --------------------------------------------------------------------------

template <std::size_t N> constexpr auto kept(const tensor<int, dim<N>>& allow) {
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
constexpr void check_layer(report& r, const Layer& f, const Case& c, const Q& q, const K& k,
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

using token_5 = axis<"token", 5>;
using content = axis<"content", 9>;
using model = axis<"model", 7>;
using head_3 = axis<"head", 3>;
using d_k_2 = axis<"d_k", 2>;
using d_v = axis<"d_v", 3>;

template <class T> struct operands_of_multi_head_self {
  tensor<T, token_5, width> x = launder(filled<tensor<T, token_5, width>>(1));
  tensor<T, width, matched> w_q = launder(filled<tensor<T, width, matched>>(2, T(2)));
  tensor<T, width, matched> w_k = launder(filled<tensor<T, width, matched>>(3, T(2)));
  tensor<T, width, content> w_v = launder(filled<tensor<T, width, content>>(4));
  tensor<T, content, model> w_o = launder(filled<tensor<T, content, model>>(5));
};

using asking = axis<"asking", 4>;
using offered = axis<"offered", 7>;
using d_k_3 = axis<"d_k", 3>;

template <class T> struct operands {
  tensor<T, token, asking> x_q = launder(filled<tensor<T, token, asking>>(1));
  tensor<T, key, offered> x_k = launder(filled<tensor<T, key, offered>>(2));
  tensor<T, asking, matched> w_q = launder(filled<tensor<T, asking, matched>>(3, T(2)));
  tensor<T, offered, matched> w_k = launder(filled<tensor<T, offered, matched>>(4, T(2)));
};

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/multi_head_layer.hpp promises of nn::multi_head.
  // The identity for every projection, of one head: scaled dot-product attention. With scores of 0
  // the weights are equal, and the answer is the mean.
  tests.proved("by hand", [](report& r) {
    using two = axis<"two", 2>;
    using one_head = nn::multi_head_attention<double, two, axis<"head", 1>, output_by_input>;
    one_head layer{};
    layer.v_proj.weight = {{1, 0}, {0, 1}};
    layer.out_proj = {{{1, 0}, {0, 1}}, {10, 20}};
    const auto x = launder(tensor<double, token, two>{{1, 2}, {3, 4}, {5, 9}});
    const auto y = layer(x);
    has_type<tensor<double, token, two>>(y);
    r.check(allclose(y, {{13, 25}, {13, 25}, {13, 25}}));
    // A query sees itself and those before it.
    r.check(allclose(layer(x, causal<>), {{11, 22}, {12, 23}, {13, 25}}));
    r.check(allclose(layer.averaged_weights(x, causal<>),
        {{1, 0, 0}, {0.5, 0.5, 0}, {1 / 3.0, 1 / 3.0, 1 / 3.0}}));
  });
  // 3 * 6 * 6 + 6 * 6 weights and 4 * 6 biases, for any number of heads.
  tests.proved("parameter counts", [](report& r) {
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
  });
  tests.proved("is its projections, output by input, float",
      [](report& r) { is_its_projections<float, output_by_input>(r); });
  tests.proved("is its projections, output by input, double",
      [](report& r) { is_its_projections<double, output_by_input>(r); });
  tests.proved("is its projections, input by output, float",
      [](report& r) { is_its_projections<float, input_by_output>(r); });
  tests.proved("is its projections, input by output, double",
      [](report& r) { is_its_projections<double, input_by_output>(r); });
  // Article 1's: keys and values of other widths, d_k and d_v of any size, a narrow output.
  tests.proved<float, double>("any widths", []<class T>(report& r) {
    using of_keys = axis<"of_keys", 4>;
    using of_values = axis<"of_values", 7>;
    using out = axis<"out", 5>;
    using layer =
        nn::multi_head_of_widths<T, model_6, of_keys, of_values, head, 3, 4, out, input_by_output>;
    static_assert(parameter_count<layer> == 6 * 6 + 6 + 4 * 6 + 6 + 7 * 8 + 8 + 8 * 5 + 5);
    const auto f = launder(made_up<layer>(1));
    const auto q = launder(filled<tensor<T, token, model_6>>(2));
    const auto k = launder(filled<tensor<T, source, of_keys>>(3));
    const auto v = launder(filled<tensor<T, source, of_values>>(4));
    const auto y = f(q, k, v);
    has_type<tensor<T, token, out>>(y);
    r.same(y, f.out_proj(attention_of_slices<head>(f.q_proj(q), f.k_proj(k), f.v_proj(v))));
    static_assert(std::is_same_v<decltype(f.weights(q, k)), tensor<T, head, token, source>>);
    static_assert(std::is_same_v<decltype(f.averaged_weights(q, k)), tensor<T, token, source>>);
  });
  tests.proved("names", [](report& r) {
    using layer = nn::multi_head_attention<float, model_6, head, output_by_input>;
    const auto f = made_up<layer>(1);
    r.check(parameter<"q_proj.weight">(f) == f.q_proj.weight);
    r.check(parameter<"out_proj.bias">(f) == f.out_proj.bias);
    static_assert(std::is_same_v<decltype(as<double>(f)),
        nn::multi_head_attention<double, model_6, head, output_by_input>>);
    static_assert(
        std::is_same_v<decltype(f.q_proj.weight), tensor<float, axis<"head_d_k", 6>, model_6>>);
    r.check(as<float>(as<double>(f)) == f && !(f == layer{}));
    using x = tensor<float, token, model_6>;
    static_assert(
        layer::call<x>::all::value && layer::call<x, x, x, decltype(causal<>)>::all::value);
    using without_value = rules::multi_head_layer_call<layer, x, x>;
    static_assert(!without_value::all::value && !without_value::only_options::value);
    static_assert(
        layer::weights_call<x, x>::all::value && !layer::weights_call<x, x, x>::all::value);
  });
  tests.proved<float, double>("reference: self", []<class T>(report& r) {
    using namespace reference::layers_mha_self;
    const auto f =
        from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    const auto x = launder(as<T>(X));
    check_layer<dim<2>>(
        r, f, expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, x, x, x);
    r.check(near(f(x), out));
  });
  tests.proved<float, double>("reference: no bias", []<class T>(report& r) {
    using namespace reference::layers_mha_self_no_bias;
    const auto f = launder(torch_multi_head<dim<4>>(as<T>(in_proj_weight), as<T>(out_proj_weight)));
    r.check(near(f(launder(as<T>(X))), out));
  });
  tests.proved<float, double>("reference: cross", []<class T>(report& r) {
    using namespace reference::layers_mha_cross;
    using reference::layers_mha_cross::key, reference::layers_mha_cross::query;
    const auto f =
        from_torch<T, dim<3>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    check_layer<dim<3>>(r, f,
        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out},
        launder(as<T>(query)), launder(as<T>(key)), launder(as<T>(value)));
  });
  tests.proved<float, double>("reference: kdim and vdim", []<class T>(report& r) {
    using namespace reference::layers_mha_cross_kdim_vdim;
    using reference::layers_mha_cross_kdim_vdim::key, reference::layers_mha_cross_kdim_vdim::query;
    const auto f = from_torch_of_widths<T>(
        q_proj_weight, k_proj_weight, v_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    check_layer<dim<2>>(r, f,
        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out},
        launder(as<T>(query)), launder(as<T>(key)), launder(as<T>(value)));
  });
  tests.proved<float, double>("reference: causal", []<class T>(report& r) {
    using namespace reference::layers_mha_causal;
    const auto f =
        from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    const auto x = launder(as<T>(X));
    const expectations all{q_heads, k_heads, v_heads, weights, weights_avg, context, out};
    check_layer<dim<2>>(r, f, all, x, x, x, causal<>);
    check_layer<dim<2>>(r, f, all, x, x, x, kept(allow));
    r.same(f(x, causal<>), f(x, kept(allow)));
  });
  tests.proved<float, double>("reference: key padding", []<class T>(report& r) {
    using namespace reference::layers_mha_key_padding;
    using reference::layers_mha_key_padding::key, reference::layers_mha_key_padding::query;
    const auto f =
        from_torch<T, dim<2>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    check_layer<dim<2>>(r, f,
        expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out},
        launder(as<T>(query)), launder(as<T>(key)), launder(as<T>(value)),
        key_padding(kept(key_allow)));
  });
  tests.proved<float, double>("reference: one head", []<class T>(report& r) {
    using namespace reference::layers_mha_one_head;
    const auto f =
        from_torch<T, dim<1>>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias);
    const auto x = launder(as<T>(X));
    check_layer<dim<1>>(
        r, f, expectations{q_heads, k_heads, v_heads, weights, weights_avg, context, out}, x, x, x);
  });
  tests.proved("an archetype will do", [](report& r) {
    using layer = nn::multi_head_attention<double, model_6, head, output_by_input>;
    const auto f = made_up<layer>(1);
    nn::multi_head_attention<archetype, model_6, head, output_by_input> g{};
    for_each_parameter(
        [](const auto&, auto& to, const auto& from) { to = as_archetype(from); }, g, f);
    const auto x = launder(filled<tensor<double, token, model_6>>(2));
    r.same(values_of(g(as_archetype(x), causal<>)), f(x, causal<>));
  });
  // What attn/attention/multi_head.hpp promises.
  tests.proved<double, float>("is multi-head attention of one sequence", []<class T>(report& r) {
    const operands_of_multi_head_self<T> a;
    const auto found = multi_head_self_attention<head_3>(a.x, a.w_q, a.w_k, a.w_v);
    has_type<tensor<T, token_5, content>>(found);
    r.same(found, multi_head_attention<head_3>(a.x, a.x, a.x, a.w_q, a.w_k, a.w_v));
    const auto out = multi_head_self_attention<head_3>(a.x, a.w_q, a.w_k, a.w_v, a.w_o, unscaled);
    has_type<tensor<T, token_5, model>>(out);
    r.same(out, multi_head_attention<head_3>(a.x, a.x, a.x, a.w_q, a.w_k, a.w_v, a.w_o, unscaled));
    // The padding of the sequence goes by the sequence's own name.
    const auto said = launder(keep_mask<token_5>{1, 1, 1, 1, 0});
    r.same(multi_head_self_attention<head_3>(a.x, a.w_q, a.w_k, a.w_v, key_padding(said)),
        multi_head_self_attention<head_3>(a.x, a.w_q, a.w_k, a.w_v, valid_keys(4)));
    // A matrix for each head.
    const auto w_q = split_heads<head_3, d_k_2>(a.w_q);
    const auto w_k = split_heads<head_3, d_k_2>(a.w_k);
    const auto w_v = split_heads<head_3, d_v>(a.w_v);
    r.same(multi_head_self_attention(a.x, w_q, w_k, w_v), found);
    r.same(multi_head_self_attention(a.x, w_q, w_k, w_v, a.w_o, unscaled), out);
    r.same(multi_head_self_attention(
               a.x, w_q, w_k, w_v, split<"content", head_3, d_v>(a.w_o), unscaled),
        out);
  });
  tests.proved<double, float>("one head is self-attention", []<class T>(report& r) {
    const operands_of_multi_head_self<T> a;
    using one = axis<"head", 1>;
    const auto expected = self_attention(a.x, a.w_q, a.w_k, a.w_v);
    r.same(multi_head_self_attention<one>(a.x, a.w_q, a.w_k, a.w_v), expected);
    r.same(
        multi_head_self_attention<one>(a.x, a.w_q, a.w_k, a.w_v, a.w_o), matmul(expected, a.w_o));
  });
  tests.proved<double, float>("with a batch", []<class T>(report& r) {
    const operands_of_multi_head_self<T> a;
    const auto x = launder(filled<tensor<T, batch, token_5, width>>(6));
    const auto attend = [](const auto&... y) { return multi_head_self_attention<head_3>(y...); };
    const auto all = independent_of_leading_axes<"batch">(r, attend, x, a.w_q, a.w_k, a.w_v, a.w_o);
    has_type<tensor<T, batch, token_5, model>>(all);
  });
  // torch.nn.MultiheadAttention: E = 6 with 2 heads; without biases E = 4 with 4 heads of width 1;
  // one head.
  tests.proved<double, float>("as torch does", []<class T>(report& r) {
    namespace known = reference::layers_mha_self;
    using torch_heads::weight, torch_heads::with_one;
    const auto x = launder(with_one<T>(known::X));
    const auto w_q = launder(weight<T, 6>(known::in_proj_weight, known::in_proj_bias, 0, 0));
    const auto w_k = launder(weight<T, 6>(known::in_proj_weight, known::in_proj_bias, 1, 1));
    const auto w_v = launder(weight<T, 6>(known::in_proj_weight, known::in_proj_bias, 2, 2));
    const auto w_o = launder(weight<T, 6>(known::out_proj_weight));
    r.check(near(split_heads<dim<2>, dim<3>>(matmul(x, w_q)), known::q_heads));
    r.check(near(split_heads<dim<2>, dim<3>>(matmul(x, w_k)), known::k_heads));
    r.check(near(split_heads<dim<2>, dim<3>>(matmul(x, w_v)), known::v_heads));
    r.check(near(multi_head_self_attention<dim<2>>(x, w_q, w_k, w_v), known::context));
    const auto out = multi_head_self_attention<dim<2>>(x, w_q, w_k, w_v, w_o);
    r.check(near(out + as<T>(expand<dim<4>, 0>(known::out_proj_bias)), known::out));
    r.bits(out);
  });
  tests.proved<double, float>("as torch does, without biases", []<class T>(report& r) {
    namespace known = reference::layers_mha_self_no_bias;
    using torch_heads::weight;
    const auto x = launder(as<T>(known::X));
    const auto w_q = launder(weight<T, 4>(known::in_proj_weight, 0));
    const auto w_k = launder(weight<T, 4>(known::in_proj_weight, 1));
    const auto w_v = launder(weight<T, 4>(known::in_proj_weight, 2));
    const auto w_o = launder(weight<T, 4>(known::out_proj_weight));
    using four = axis<"head", 4>;
    r.check(near(project_heads(x, split_heads<four, dim<1>>(w_q)), known::q_heads));
    r.check(near(project_heads(x, split_heads<four, dim<1>>(w_k)), known::k_heads));
    r.check(near(project_heads(x, split_heads<four, dim<1>>(w_v)), known::v_heads));
    r.check(near(multi_head_attention_weights<four>(x, x, w_q, w_k), known::weights));
    r.check(near(mean<0>(multi_head_attention_weights<four>(x, x, w_q, w_k)), known::weights_avg));
    r.check(near(multi_head_self_attention<four>(x, w_q, w_k, w_v), known::context));
    const auto out = multi_head_self_attention<four>(x, w_q, w_k, w_v, w_o);
    r.check(near(out, known::out));
    r.bits(out);
  });
  tests.proved<double, float>("as torch does, with one head", []<class T>(report& r) {
    namespace known = reference::layers_mha_one_head;
    using torch_heads::weight, torch_heads::with_one;
    const auto x = launder(with_one<T>(known::X));
    const auto w_q = launder(weight<T, 4>(known::in_proj_weight, known::in_proj_bias, 0, 0));
    const auto w_k = launder(weight<T, 4>(known::in_proj_weight, known::in_proj_bias, 1, 1));
    const auto w_v = launder(weight<T, 4>(known::in_proj_weight, known::in_proj_bias, 2, 2));
    const auto w_o = launder(weight<T, 4>(known::out_proj_weight));
    r.check(near(multi_head_attention_weights<dim<1>>(x, x, w_q, w_k), known::weights));
    r.check(near(multi_head_self_attention<dim<1>>(x, w_q, w_k, w_v), known::context));
    const auto out = multi_head_self_attention<dim<1>>(x, w_q, w_k, w_v, w_o);
    r.check(near(out + as<T>(expand<dim<3>, 0>(known::out_proj_bias)), known::out));
    r.bits(out);
  });
  tests.proved<double, float>("weights may be packed", []<class T>(report& r) {
    const operands_of_multi_head_self<T> a;
    const auto y = multi_head_self_attention<head_3>(
        a.x, packed(a.w_q), packed(a.w_k), packed(a.w_v), packed(a.w_o));
    r.same(y, multi_head_self_attention<head_3>(a.x, a.w_q, a.w_k, a.w_v, a.w_o));
  });
  tests.proved("an archetype will do", [](report& r) {
    const operands_of_multi_head_self<double> a;
    r.same(values_of(multi_head_self_attention<head_3>(as_archetype(a.x), as_archetype(a.w_q),
               as_archetype(a.w_k), as_archetype(a.w_v), as_archetype(a.w_o))),
        multi_head_self_attention<head_3>(a.x, a.w_q, a.w_k, a.w_v, a.w_o));
  });
  // What attn/attention/multi_head.hpp promises.
  tests.proved<double, float>("are the weights of each head", []<class T>(report& r) {
    const operands<T> a;
    const auto all = multi_head_attention_weights<head>(a.x_q, a.x_k, a.w_q, a.w_k);
    has_type<tensor<T, head, token, key>>(all);
    const auto w_q = split_heads<head, d_k_3>(a.w_q);
    const auto w_k = split_heads<head, d_k_3>(a.w_k);
    for (std::size_t h = 0; h < 2; ++h)
      r.same(select<"head">(all, h), attention_weights(matmul(a.x_q, select<"head">(w_q, h)),
                                         matmul(a.x_k, select<"head">(w_k, h))));
    r.same(multi_head_attention_weights(a.x_q, a.x_k, w_q, w_k), all);
    r.same(multi_head_attention_weights<heads_of_the_weights>(a.x_q, a.x_k, w_q, w_k), all);
    const auto soft = multi_head_attention_weights<head>(a.x_q, a.x_k, a.w_q, a.w_k, scaled_by(0));
    for (const T& share : soft) r.check(allclose(share, T(1) / T(5)));
  });
  tests.proved("names follow the roles", [](report& r) {
    const operands<double> a;
    const auto self = multi_head_attention_weights<head>(a.x_q, a.x_q, a.w_q, a.w_q);
    has_type<tensor<double, head, token, axis<"key_token", 3>>>(self);
    r.same(self, multi_head_attention_weights<dim<2>>(
                     unnamed(a.x_q), unnamed(a.x_q), unnamed(a.w_q), unnamed(a.w_q)));
    const auto x_q = launder(filled<tensor<double, batch, token, asking>>(5));
    const auto x_k = launder(filled<tensor<double, batch, key, offered>>(6));
    const auto many = multi_head_attention_weights<head>(x_q, x_k, a.w_q, a.w_k);
    has_type<tensor<double, batch, head, token, key>>(many);
    r.same(select<"batch">(many, 1), multi_head_attention_weights<head>(select<"batch">(x_q, 1),
                                         select<"batch">(x_k, 1), a.w_q, a.w_k));
    r.bits(many);
  });
  tests.proved("an archetype will do", [](report& r) {
    const operands<double> a;
    r.same(values_of(multi_head_attention_weights<head>(
               as_archetype(a.x_q), as_archetype(a.x_k), as_archetype(a.w_q), as_archetype(a.w_k))),
        multi_head_attention_weights<head>(a.x_q, a.x_k, a.w_q, a.w_k));
  });
};
}  // namespace attn_tests::attention_multi_head_layer_tests
