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

// What has no root: square_root_of_a_negative_number (rejected/sqrt_of_negative.cpp), at run time
// NaN.
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

// A vector's lanes are scalars; at run time alone, and where the compiler has the instruction's
// name.
template <class T>
constexpr report lanes_are_scalars() {
  report r;
  r.check(true);
  if constexpr (math::has_sqrt_lanes) {
    if (!std::is_constant_evaluated()) {
      using V = attn::detail::vec<T, 16 / sizeof(T)>;
      using array = attn::detail::block<T, 16 / sizeof(T)>;
      const auto x = launder(array{{T(2), T(3e-39)}});
      const auto y = attn::detail::bits_as<array>(math::sqrt_lanes(attn::detail::bits_as<V>(x)));
      bool equal = true;
      for (std::size_t l = 0; l < 16 / sizeof(T); ++l)
        equal = equal && y.data[l] == math::sqrt(x.data[l]);
      if (!equal) r.failed_line = __LINE__;
    }
  }
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"reference points, float", float_reference_points},
    {"reference points, double", double_reference_points},
    {"many numbers, float", many_numbers<float>},
    {"many numbers, double", many_numbers<double>},
    {"lanes are scalars, float", lanes_are_scalars<float>},
    {"lanes are scalars, double", lanes_are_scalars<double>},
};

}  // namespace attn_tests::sqrt_tests
