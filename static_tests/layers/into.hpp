// SPDX-License-Identifier: BSL-1.0
// What attn/layers/into.hpp promises: the layer's bits, in the caller's tensor.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/layers/into.hpp>
#include <attn/layers/packed.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/pattern.hpp"

namespace attn_tests::into_tests {

using namespace attn;

template <class T, std::size_t Rows, std::size_t In, std::size_t Out, class Layout, class Bias>
constexpr void check_linear(report& r) {
  using in = axis<"in", In>;
  using rows = axis<"row", Rows>;
  using layer_type = nn::linear<T, in, axis<"out", Out>, Layout, Bias>;
  const auto layer = launder(made_up<layer_type>(In + Out));
  const auto x = launder(filled<tensor<T, rows, in>>(Rows, T(2)));
  auto y = launder(filled<tensor<T, rows, axis<"out", Out>>>(3));
  linear_into(y, layer, x);
  r.check(bitwise_equal(y, layer(x)));
  auto z = launder(filled<tensor<T, rows, axis<"out", Out>>>(4));
  linear_into(z, packed(layer), x);
  r.check(bitwise_equal(z, y));
  r.bits(y);
}

template <class T>
constexpr report linear_layers() {
  report r;
  check_linear<T, 1, 1, 1, output_by_input, with_bias>(r);
  check_linear<T, 3, 2, 5, input_by_output, with_bias>(r);
  check_linear<T, 2, 7, 16, output_by_input, without_bias>(r);
  check_linear<T, 7, 3, 17, output_by_input, with_bias>(r);
  check_linear<T, 5, 11, 13, input_by_output, without_bias>(r);
  return r;
}

// One that no kernel knows.
struct twice {
  template <class X>
  constexpr X operator()(const X& x) const {
    return x + x;
  }
};

template <class T, std::size_t Rows, std::size_t Model, std::size_t Inner, class Layout,
          class Activation, class Bias = with_bias>
constexpr void check_network(report& r) {
  using model = axis<"model", Model>;
  using inner = axis<"inner", Inner>;
  using rows = axis<"row", Rows>;
  using network = nn::feed_forward<T, model, inner, Layout, Activation, Bias>;
  const auto layer = launder(made_up<network>(Model + Inner));
  const auto x = launder(filled<tensor<T, rows, model>>(Rows, T(2)));
  auto y = launder(filled<tensor<T, rows, model>>(3));
  auto hidden = launder(filled<tensor<T, rows, inner>>(4));
  feed_forward_into(y, hidden, layer, x);
  r.check(bitwise_equal(y, layer(x)));
  auto z = launder(filled<tensor<T, rows, model>>(5));
  feed_forward_into(z, hidden, packed(layer), x);
  r.check(bitwise_equal(z, y));
  r.bits(y);
}

template <class T>
constexpr report networks() {
  report r;
  check_network<T, 1, 1, 1, output_by_input, act::relu>(r);
  check_network<T, 3, 5, 7, input_by_output, act::gelu_tanh>(r);
  check_network<T, 2, 4, 17, output_by_input, act::gelu_exact, without_bias>(r);
  check_network<T, 3, 2, 5, output_by_input, twice>(r);
  return r;
}

constexpr report batches_and_vectors() {
  report r;
  using in = axis<"in", 5>;
  using out = axis<"out", 3>;
  using batch = axis<"batch", 2>;
  using token = axis<"token", 4>;
  const auto layer = launder(made_up<nn::linear<double, in, out, output_by_input>>(1));
  const auto x = launder(filled<tensor<double, batch, token, in>>(2));
  tensor<double, batch, token, out> y;
  linear_into(y, layer, x);
  r.check(bitwise_equal(y, layer(x)));
  const auto one = launder(filled<tensor<double, in>>(3));
  tensor<double, out> z;
  linear_into(z, layer, one);
  r.check(bitwise_equal(z, layer(one)));
  r.bits(y);
  return r;
}

constexpr report any_scalar() {
  report r;
  using in = axis<"in", 3>;
  using out = axis<"out", 5>;
  const auto layer = launder(made_up<nn::linear<double, in, out, output_by_input>>(4));
  const auto x = launder(filled<tensor<double, axis<"row", 2>, in>>(5));
  auto y = as_archetype(tensor<double, axis<"row", 2>, out>{});
  linear_into(y, as_archetype_model(layer), as_archetype(x));
  r.check(bitwise_equal(values_of(y), layer(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"linear, float", linear_layers<float>},      {"linear, double", linear_layers<double>},
    {"feed-forward, float", networks<float>},     {"feed-forward, double", networks<double>},
    {"batches and vectors", batches_and_vectors}, {"any scalar", any_scalar},
};

}  // namespace attn_tests::into_tests
