// SPDX-License-Identifier: BSL-1.0
// Numbers for tests that are no one's favourites: SplitMix64, in [-1, 1).
#pragma once

#include <cstdint>
#include <limits>

#include <attn/tensor/tensor.hpp>

namespace attn_tests {

constexpr std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t s = seed + (i + 1) * 0x9E3779B97F4A7C15u;
  s = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9u;
  s = (s ^ (s >> 27)) * 0x94D049BB133111EBu;
  return s ^ (s >> 31);
}

// Numbers that use every digit of their format, so that products are inexact and a product fused
// with a sum, or a sum in another order, shows; times `scale`. Integers are small.
template <class Tensor>
constexpr Tensor filled(std::uint64_t seed, typename Tensor::value_type scale = 1) {
  using T = typename Tensor::value_type;
  Tensor x;
  std::uint64_t i = 0;
  for (T& element : x) {
    const std::uint64_t z = splitmix64(seed, i++);
    if constexpr (std::is_integral_v<T>) {
      element = static_cast<T>(static_cast<int>(z >> 59) - 16) * scale;
    } else {
      constexpr int digits = std::numeric_limits<T>::digits;  // 24 or 53
      constexpr auto one = std::int64_t{1} << (digits - 1);
      element = static_cast<T>(static_cast<std::int64_t>(z >> (64 - digits)) - one) /
                static_cast<T>(one) * scale;
    }
  }
  return x;
}

}  // namespace attn_tests
