// SPDX-License-Identifier: BSL-1.0
// torch.nn.MultiheadAttention in the words of this library. It stores (output, input), three of
// them in one matrix, and adds biases; here weights are (input, output), and a bias is the weight
// of an input that is 1.
#pragma once

#include <attn/ops/rearranging.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn_tests::torch_heads {
using namespace attn;

// Rows i * E … of a stored matrix, as (input, E).
template <class T, std::size_t E, std::size_t Rows, std::size_t Input>
constexpr auto weight(const matrix<double, Rows, Input>& stored, std::size_t i = 0) {
  return as<T>(transpose(narrow<0, E>(stored, i * E)));
}

// The same with the bias as its last row, and x with a 1 behind each token.
template <class T, std::size_t E, std::size_t Rows, std::size_t Input, std::size_t Biases>
constexpr auto weight(const matrix<double, Rows, Input>& stored,
    const tensor<double, dim<Biases>>& bias, std::size_t i, std::size_t j) {
  return concat<0>(weight<T, E>(stored, i), as<T>(expand<dim<1>, 0>(narrow<0, E>(bias, j * E))));
}
template <class T, std::size_t Tokens, std::size_t Width>
constexpr auto with_one(const matrix<double, Tokens, Width>& x) {
  return concat<1>(as<T>(x), as<T>(expand<dim<1>>(expand<dim<Tokens>>(tensor<double>(1)))));
}
}  // namespace attn_tests::torch_heads
