// SPDX-License-Identifier: BSL-1.0
// Numbers that another program can also make: ((i * step) mod 17 - 8) / 16 for element i, exact in
// float. And parameters by their names' order: every digit of their format, or a pattern each.
#pragma once

#include <attn/layers/parameters.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <cstdint>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests {
template <class Tensor> constexpr Tensor pattern(std::size_t step) {
  using T = typename Tensor::value_type;
  Tensor x;
  for (std::size_t i = 0; i < x.size(); ++i)
    x.data()[i] = static_cast<T>(static_cast<int>(i * step % 17) - 8) / T(16);
  return x;
}

template <class Model> constexpr Model made_up(std::uint64_t seed) {
  using T = typename decltype(attn::parameters_to_vector(Model{}))::value_type;
  using all = attn::tensor<T, attn::dim<attn::parameter_count<Model>>>;
  return attn::vector_to_parameters<Model>(filled<all>(seed, T(1.5)));
}

// The same model over archetypes.
template <class Model> constexpr auto as_archetype_model(const Model& model) {
  attn::detail::with_element<Model, archetype> result{};
  attn::for_each_parameter(
      [](const auto&, auto& to, const auto& from) { to = as_archetype(from); }, result, model);
  return result;
}
}  // namespace attn_tests
