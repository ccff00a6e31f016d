// SPDX-License-Identifier: BSL-1.0
// What attn/layers/linear.hpp promises.
#pragma once

#include <attn/layers/linear.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/reference/layers_linear_embedding.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::linear_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using in = axis<"in", 4>;
using out = axis<"out", 5>;

// torch.nn.functional.linear of (3, 4) and (5, 4).
template <class T>
constexpr report as_pytorch() {
  namespace expected = reference::layers_linear_embedding;
  report r;
  const auto x = launder(with_axes<token, in>(as<T>(expected::X)));
  const auto w = launder(with_axes<out, in>(as<T>(expected::W)));
  const auto b = launder(with_axes<out>(as<T>(expected::b)));
  const auto y = linear<output_by_input>(x, w, b);
  static_assert(std::is_same_v<decltype(y), const tensor<T, token, out>>);
  r.check(near(y, expected::linear));
  r.check(near(linear<output_by_input>(x, w), expected::linear_no_bias));
  const nn::linear<T, in, out, output_by_input> layer{w, b};
  r.check(bitwise_equal(layer(x), y));
  r.bits(y);
  return r;
}

template <class T>
constexpr report is_a_product_and_a_bias() {
  report r;
  const auto x = launder(filled<tensor<T, token, in>>(1, T(3)));
  const auto w = launder(filled<tensor<T, out, in>>(2));
  const auto b = launder(filled<tensor<T, out>>(3));
  const auto y = linear<output_by_input>(x, w, b);
  r.check(bitwise_equal(y, add_bias(matmul(x, transpose(w)), b)));
  r.check(bitwise_equal(linear<output_by_input>(x, w), matmul(x, transpose(w))));
  // The other layout: other elements behind one another, the same bits.
  const auto v = launder(transpose(w));
  r.check(bitwise_equal(linear<input_by_output>(x, v, b), y));
  r.check(bitwise_equal(linear<input_by_output>(x, v), matmul(x, v)));
  // Without names.
  r.check(bitwise_equal(linear<output_by_input>(unnamed(x), unnamed(w), unnamed(b)), unnamed(y)));
  r.bits(y);
  return r;
}

// Every number of leading axes is the same rows; none is one row.
template <class T, class Layout>
constexpr report any_leading_axes() {
  report r;
  const auto layer = launder(nn::linear<T, in, out, Layout>{
      filled<typename nn::linear<T, in, out, Layout>::weight_type>(1), filled<tensor<T, out>>(2)});
  const auto x = launder(filled<tensor<T, batch, token, in>>(3, T(2)));
  const auto y = layer(x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, batch, token, out>>);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto plane = select<"batch">(x, i);
    r.check(bitwise_equal(select<"batch">(y, i), layer(plane)));
    for (std::size_t j = 0; j < 3; ++j) {
      const auto row = layer(select<"token">(plane, j));
      static_assert(std::is_same_v<decltype(row), const tensor<T, out>>);
      r.check(bitwise_equal(select<"token">(layer(plane), j), row));
    }
  }
  const auto z = layer(launder(filled<tensor<T, dim<2>, batch, token, in>>(4)));
  static_assert(std::is_same_v<decltype(z), const tensor<T, dim<2>, batch, token, out>>);
  r.bits(y);
  r.bits(z);
  return r;
}

template <class T, class Layout>
constexpr report without_a_bias() {
  report r;
  using layer_type = nn::linear<T, in, out, Layout, without_bias>;
  static_assert(parameter_count<layer_type> == 20);
  const layer_type layer = launder(layer_type{filled<typename layer_type::weight_type>(5)});
  const nn::linear<T, in, out, Layout, with_bias> zero_bias{layer.weight, {}};
  const auto x = launder(filled<tensor<T, token, in>>(6));
  r.check(layer(x) == zero_bias(x));
  r.bits(layer(x));
  return r;
}

// A layer stored the other way gives the bits of the first; and back again it is the first.
template <class T, class Bias>
constexpr report in_both_layouts() {
  report r;
  using torch = nn::linear<T, in, out, output_by_input, Bias>;
  using keras = nn::linear<T, in, out, input_by_output, Bias>;
  torch layer{};
  layer.weight = filled<typename torch::weight_type>(7);
  if constexpr (std::is_same_v<Bias, with_bias>) layer.bias = filled<tensor<T, out>>(8);
  layer = launder(layer);
  const auto other = in_layout<input_by_output>(layer);
  static_assert(std::is_same_v<decltype(other), const keras>);
  static_assert(std::is_same_v<typename torch::weight_type, tensor<T, out, in>>);
  static_assert(std::is_same_v<typename keras::weight_type, tensor<T, in, out>>);
  const auto x = launder(filled<tensor<T, token, in>>(9, T(5)));
  r.check(bitwise_equal(layer(x), other(x)));
  r.check(bitwise_equal(in_layout<output_by_input>(other), layer));
  r.check(bitwise_equal(in_layout<output_by_input>(layer), layer));
  r.check(in_layout<output_by_input>(other) == layer);
  r.bits(other(x));
  r.bits(other.weight);
  return r;
}

// (model -> model): the weight cannot have the name twice, so its input has none; x must have it.
constexpr report one_axis_on_both_sides() {
  report r;
  using model = axis<"model", 4>;
  using torch = nn::linear<double, model, model, output_by_input>;
  using keras = nn::linear<double, model, model, input_by_output>;
  static_assert(std::is_same_v<torch::weight_type, tensor<double, model, dim<4>>>);
  static_assert(std::is_same_v<keras::weight_type, tensor<double, dim<4>, model>>);
  // As wide, of one name, and not of one size: named as the output only.
  using narrow = nn::linear<double, axis<"model", 3>, model, output_by_input>;
  static_assert(std::is_same_v<narrow::weight_type, tensor<double, model, dim<3>>>);
  using unnamed_layer = nn::linear<float, dim<3>, dim<2>, output_by_input>;
  static_assert(std::is_same_v<unnamed_layer::weight_type, matrix<float, 2, 3>>);
  const torch layer = launder(torch{filled<torch::weight_type>(10), filled<torch::bias_type>(11)});
  const auto x = launder(filled<tensor<double, token, model>>(12));
  const auto y = layer(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, model>>);
  r.check(bitwise_equal(y, in_layout<input_by_output>(layer)(x)));
  r.check(bitwise_equal(
      unnamed(y), linear<output_by_input>(unnamed(x), unnamed(layer.weight), unnamed(layer.bias))));
  r.bits(y);
  return r;
}

constexpr report integers() {
  report r;
  using layer = nn::linear<int, dim<2>, dim<3>, output_by_input>;
  const auto one = launder(layer{{{1, 2}, {3, 4}, {5, 6}}, {10, 20, 30}});
  r.check(one(tensor<int, dim<2>>{7, 8}) == tensor<int, dim<3>>{33, 73, 113});
  return r;
}

// A layer is a value: it can be compared, converted, and be a template argument.
template <auto Layer>
constexpr auto answer(const auto& x) {
  return Layer(x);
}
constexpr report layers_are_values() {
  report r;
  using layer = nn::linear<float, dim<2>, dim<3>, output_by_input>;
  constexpr layer one{{{1, 2}, {3, 4}, {5, 6}}, {0.5, 1.5, 2.5}};
  const auto x = launder(tensor<float, dim<2>>{1, -1});
  r.check(answer<one>(x) == tensor<float, dim<3>>{-0.5, 0.5, 1.5});
  r.check(answer<one>(x) == one(x));
  layer two = one;
  r.check(two == one);
  two.bias(2) = 3;
  r.check(two != one);
  const auto wide = as<double>(launder(one));
  static_assert(
      std::is_same_v<decltype(wide), const nn::linear<double, dim<2>, dim<3>, output_by_input>>);
  r.check(wide.weight(2, 1) == 6 && wide.bias(1) == 1.5);
  r.check(as<double>(nn::linear<float, in, out, input_by_output, without_bias>{}) ==
          nn::linear<double, in, out, input_by_output, without_bias>{});
  return r;
}

template <class T>
constexpr report with_a_packed_weight() {
  report r;
  const auto w = launder(filled<tensor<T, in, out>>(2));
  const auto b = launder(filled<tensor<T, out>>(3));
  const auto x = launder(filled<tensor<T, token, in>>(1));
  const auto y = linear(x, packed(w), b);
  static_assert(std::is_same_v<decltype(y), const tensor<T, token, out>>);
  r.check(bitwise_equal(y, linear<input_by_output>(x, w, b)));
  r.check(bitwise_equal(linear(x, packed(w)), linear<input_by_output>(x, w)));
  const auto one = launder(filled<tensor<T, in>>(4));
  r.check(bitwise_equal(linear(one, packed(w), b), linear<input_by_output>(one, w, b)));
  r.bits(y);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 4>>(1));
  const auto w = launder(filled<matrix<double, 5, 4>>(2));
  const auto b = launder(filled<tensor<double, dim<5>>>(3));
  r.check(bitwise_equal(
      values_of(linear<output_by_input>(as_archetype(x), as_archetype(w), as_archetype(b))),
      linear<output_by_input>(x, w, b)));
  const nn::linear<archetype, dim<4>, dim<5>, output_by_input> layer{as_archetype(w),
                                                                     as_archetype(b)};
  r.check(bitwise_equal(values_of(layer(as_archetype(x))), linear<output_by_input>(x, w, b)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"as PyTorch, double", as_pytorch<double>},
    {"as PyTorch, float", as_pytorch<float>},
    {"is a product and a bias, double", is_a_product_and_a_bias<double>},
    {"is a product and a bias, float", is_a_product_and_a_bias<float>},
    {"any leading axes, double", any_leading_axes<double, output_by_input>},
    {"any leading axes, float", any_leading_axes<float, input_by_output>},
    {"without a bias, double", without_a_bias<double, input_by_output>},
    {"without a bias, float", without_a_bias<float, output_by_input>},
    {"in both layouts, double", in_both_layouts<double, with_bias>},
    {"in both layouts, float, without bias", in_both_layouts<float, without_bias>},
    {"one axis on both sides", one_axis_on_both_sides},
    {"integers", integers},
    {"layers are values", layers_are_values},
    {"with a packed weight, double", with_a_packed_weight<double>},
    {"with a packed weight, float", with_a_packed_weight<float>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::linear_tests
