// SPDX-License-Identifier: BSL-1.0
// Multi-head layers from parameters as PyTorch has them, and what it computed with them on the way:
// the reference cases of attention with several heads.
#pragma once

#include <attn/attention/multi_head_layer.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests {
// The cases have these names.
template <class Q, class K, class V, class W, class A, class C, class O> struct expectations {
  const Q& q;
  const K& k;
  const V& v;
  const W& weights;
  const A& average;
  const C& context;
  const O& out;
};
template <class Q, class K, class V, class W, class A, class C, class O>
expectations(const Q&, const K&, const V&, const W&, const A&, const C&, const O&)
    -> expectations<Q, K, V, W, A, C, O>;

template <class T, class Head>
constexpr auto from_torch(
    const auto& in, const auto& in_bias, const auto& out, const auto& out_bias) {
  using attn::as;
  return launder(
      attn::torch_multi_head<Head>(as<T>(in), as<T>(in_bias), as<T>(out), as<T>(out_bias)));
}

// With kdim and vdim PyTorch does not pack the weights, but the biases: a width of 4, two heads,
// keys of 5 numbers and values of 3.
template <class T>
constexpr auto from_torch_of_widths(const auto& q, const auto& k, const auto& v,
    const auto& in_bias, const auto& out, const auto& out_bias) {
  using attn::as, attn::dim, attn::narrow, attn::with_axes;
  using layer = attn::nn::multi_head_of_widths<T, dim<4>, dim<5>, dim<3>, dim<2>, 2, 2, dim<4>,
      attn::output_by_input>;
  using of_keys = attn::axis<"head_d_k", 4>;
  using of_values = attn::axis<"head_d_v", 4>;
  const auto b = as<T>(in_bias);
  return launder(
      layer{{with_axes<of_keys, dim<4>>(as<T>(q)), with_axes<of_keys>(narrow<0, 4>(b, 0))},
          {with_axes<of_keys, dim<5>>(as<T>(k)), with_axes<of_keys>(narrow<0, 4>(b, 4))},
          {with_axes<of_values, dim<3>>(as<T>(v)), with_axes<of_values>(narrow<0, 4>(b, 8))},
          {with_axes<dim<4>, of_values>(as<T>(out)), as<T>(out_bias)}});
}
}  // namespace attn_tests
