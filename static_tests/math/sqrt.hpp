// SPDX-License-Identifier: BSL-1.0
// What attn/math/sqrt.hpp promises: correct rounding, so == everywhere.
#pragma once

#include <attn/math/sqrt.hpp>
#include <limits>

#include "static_tests/reference/sqrt.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::sqrt_tests {

namespace math = attn::math;

template <class T, std::size_t N>
constexpr void check_points(report& r, const T (&points)[N][2]) {
  for (const auto& [x, correctly_rounded] : points) {
    if (correctly_rounded != correctly_rounded) continue;  // runtime_tests/math/sqrt.cpp
    const T y = math::sqrt(launder(x));
    r.check(y == correctly_rounded);
    r.bits(y);
  }
}

constexpr report float_reference_points() {
  report r;
  check_points(r, reference::sqrt::float32);
  return r;
}
constexpr report double_reference_points() {
  report r;
  check_points(r, reference::sqrt::float64);
  return r;
}

// Digits in the compiler, an instruction in the program: the same bits, subnormals included.
template <class T>
constexpr report many_numbers() {
  report r;
  using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const auto x =
        std::bit_cast<T>(static_cast<word>(splitmix64(7, i) >> (sizeof(T) == 4 ? 33 : 1)));
    if (!(x <= std::numeric_limits<T>::max())) continue;
    r.bits(math::sqrt(launder(x)));
    r.check(math::sqrt(launder(x)) >= 0);
  }
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"reference points, float", float_reference_points},
    {"reference points, double", double_reference_points},
    {"many numbers, float", many_numbers<float>},
    {"many numbers, double", many_numbers<double>},
};

}  // namespace attn_tests::sqrt_tests
