// SPDX-License-Identifier: BSL-1.0
// The inputs and parameters of static_tests/reference/padded.hpp, whose formula is in
// generate_padded.py.
#pragma once

#include <attn/layers/parameters.hpp>

namespace attn_tests {
template <class Tensor> constexpr Tensor by_formula(std::size_t seed, double scale = 1) {
  Tensor x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto number = static_cast<int>((i * 37 + seed * 11) % 64) - 32;
    x.data()[i] = static_cast<typename Tensor::value_type>(number * scale / 64);
  }
  return x;
}
template <class T, class Model> constexpr Model model_by_formula(double scale = 1) {
  using all = attn::tensor<T, attn::dim<attn::parameter_count<Model>>>;
  return attn::vector_to_parameters<Model>(by_formula<all>(1, scale));
}
}  // namespace attn_tests
