// SPDX-License-Identifier: BSL-1.0
// Comparison with reference numbers: |got - expected| <= abs + rel * |expected|, with the
// tolerances that each reference tensor has, for double and for float.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/tensor/convert.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn_tests {
template <class Tensor> struct expected {
  Tensor value;
  double abs64, rel64, abs32, rel32;
};

// What was computed in double, as T.
template <class T, class Tensor> constexpr auto number(const expected<Tensor>& x) {
  return attn::as<T>(x.value);
}

// The elements one after the other; names do not matter, sizes do. Where a NaN is expected, a NaN;
// where an infinity is, that one.
template <class T, class... A, class U, class... B>
constexpr bool near(const attn::tensor<T, A...>& got, const expected<attn::tensor<U, B...>>& want) {
  static_assert(sizeof...(A) == sizeof...(B) && ((A::size == B::size) && ...));
  const double abs = std::is_same_v<T, float> ? want.abs32 : want.abs64;
  const double rel = std::is_same_v<T, float> ? want.rel32 : want.rel64;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double g = static_cast<double>(got.data()[i]), w = want.value.data()[i];
    if (w != w) {
      if (g == g) return false;
      continue;
    }
    if (g == w) continue;
    const double difference = g < w ? w - g : g - w;
    if (!(difference <= abs + rel * (w < 0 ? -w : w))) return false;
  }
  return true;
}
}  // namespace attn_tests

// How static_tests/reference writes numbers.
namespace reference {
template <std::size_t... Sizes> using table = attn::tensor<double, attn::dim<Sizes>...>;
template <std::size_t... Sizes> using int_table = attn::tensor<int, attn::dim<Sizes>...>;
template <std::size_t... Sizes> using expected = attn_tests::expected<table<Sizes...>>;

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr float inf_f = std::numeric_limits<float>::infinity();
inline constexpr float nan_f = std::numeric_limits<float>::quiet_NaN();

template <std::size_t... Sizes> constexpr table<Sizes...> in_64ths(table<Sizes...> x) {
  for (double& element : x.storage_.data) element /= 64;
  return x;
}
}  // namespace reference
