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

// Number i of those a seed stands for, in [-1, 1): it uses every digit of its format, so that products
// are inexact and a product fused with a sum, or a sum in another order, shows. Integers are small.
template <class T> constexpr T number(std::uint64_t seed, std::uint64_t i) {
  const std::uint64_t z = splitmix64(seed, i);
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<int>(z >> 59) - 16);
  } else {
    constexpr int digits = std::numeric_limits<T>::digits;  // 24 or 53
    constexpr auto one = std::int64_t{1} << (digits - 1);
    return static_cast<T>(static_cast<std::int64_t>(z >> (64 - digits)) - one) /
           static_cast<T>(one);
  }
}

// A tensor of them, times `scale`.
template <class Tensor>
constexpr Tensor filled(std::uint64_t seed, typename Tensor::value_type scale = 1) {
  Tensor x;
  std::uint64_t i = 0;
  for (auto& element : x) element = number<typename Tensor::value_type>(seed, i++) * scale;
  return x;
}

// Numbers that a program in another language makes as easily: multiples of scale / 64.
template <class Tensor>
constexpr Tensor counted_numbers(int seed, typename Tensor::value_type scale = 1) {
  using T = typename Tensor::value_type;
  Tensor x;
  int k = 0;
  for (auto& element : x) {
    element = static_cast<T>((7 * k * k + 37 * k + seed) % 61 - 30) * scale / 64;
    ++k;
  }
  return x;
}
}  // namespace attn_tests
