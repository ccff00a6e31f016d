// SPDX-License-Identifier: BSL-1.0
// Numbers for tests that are no one's favourites: SplitMix64, exact in float, in [-1, 1).
#pragma once

#include <cstdint>

#include <attn/tensor/tensor.hpp>

namespace attn_tests {

constexpr std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t s = seed + (i + 1) * 0x9E3779B97F4A7C15u;
  s = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9u;
  s = (s ^ (s >> 27)) * 0x94D049BB133111EBu;
  return s ^ (s >> 31);
}

// A tensor of numbers with 11 fraction bits, times `scale`.
template <class Tensor>
constexpr Tensor filled(std::uint64_t seed, typename Tensor::value_type scale = 1) {
  using T = typename Tensor::value_type;
  Tensor x;
  std::uint64_t i = 0;
  for (T& element : x) {
    const int z = static_cast<int>(splitmix64(seed, i++) >> 52) - 2048;
    if constexpr (std::is_integral_v<T>)
      element = static_cast<T>(z % 16) * scale;
    else
      element = static_cast<T>(z) / T(2048) * scale;
  }
  return x;
}

}  // namespace attn_tests
