// SPDX-License-Identifier: BSL-1.0
// What attn/attention/torch_multi_head.hpp promises; PyTorch's numbers come out of it in the tests of
// attention/multi_head_layer.hpp and of models/.
#pragma once

#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/torch_multi_head.hpp>
#include <attn/ops/slice.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::torch_multi_head_tests {

using namespace attn;
using model = axis<"model", 4>;
using head = axis<"head", 2>;

// q, k and v one below the other, each (output, input).
constexpr report unpacks() {
  report r;
  const auto in = launder(filled<matrix<int, 12, 4>>(1));
  const auto in_bias = launder(filled<tensor<int, dim<12>>>(2));
  const auto out = launder(filled<matrix<int, 4, 4>>(3));
  const auto out_bias = launder(filled<tensor<int, dim<4>>>(4));
  const auto f = torch_multi_head<head>(in, in_bias, out, out_bias);
  static_assert(std::is_same_v<decltype(f),
                               const nn::multi_head_attention<int, dim<4>, head, output_by_input>>);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      r.check(f.q_proj.weight(i, j) == in(i, j) && f.k_proj.weight(i, j) == in(4 + i, j));
      r.check(f.v_proj.weight(i, j) == in(8 + i, j) && f.out_proj.weight(i, j) == out(i, j));
    }
    r.check(f.q_proj.bias(i) == in_bias(i) && f.k_proj.bias(i) == in_bias(4 + i));
    r.check(f.v_proj.bias(i) == in_bias(8 + i) && f.out_proj.bias(i) == out_bias(i));
  }
  return r;
}

// The width has the name that the weight gives it, or the caller.
constexpr report names() {
  report r;
  const auto in = launder(filled<tensor<float, dim<12>, model>>(1));
  const auto out = launder(filled<matrix<float, 4, 4>>(3));
  const auto f = torch_multi_head<head>(in, out);
  using bare = nn::multi_head_attention<float, model, head, output_by_input, without_bias>;
  static_assert(std::is_same_v<decltype(f), const bare>);
  const auto g = torch_multi_head<head, model>(launder(filled<matrix<float, 12, 4>>(1)), out);
  static_assert(std::is_same_v<decltype(g), const bare>);
  using weights = matrix<float, 12, 4>;
  static_assert(rules::torch_weights_call<weights, matrix<float, 4, 4>>::holds);
  static_assert(!rules::torch_multi_head_call<weights, weights, matrix<float, 4, 4>,
                                              tensor<float, dim<4>>>::holds);
  r.check(f == g);
  r.bits(f.v_proj.weight);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"unpacks", unpacks},
    {"names", names},
};

}  // namespace attn_tests::torch_multi_head_tests
