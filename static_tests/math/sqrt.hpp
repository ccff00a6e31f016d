// SPDX-License-Identifier: BSL-1.0
// What attn/math/sqrt.hpp promises: correct rounding, so == everywhere.
#pragma once

#include <attn/math/sqrt.hpp>
#include <attn/tensor/compare.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>

#include "static_tests/reference/sqrt.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/elementary.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::sqrt_tests {

namespace math = attn::math;

static_assert(noexcept(math::sqrt(1.0f)) && noexcept(math::sqrt(1.0)));

// What has no root: square_root_of_a_negative_number (rejected/math.cpp), at run time
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

// Heron in the compiler, an instruction in the program: the same bits, subnormals included.
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

// A number on either side of where the rounding changes: squares, and squares of what is half-way
// between two numbers, with their neighbours.
template <class T>
constexpr report next_to_squares() {
  report r;
  using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr T ulp = std::numeric_limits<T>::epsilon();
  for (std::uint64_t i = 0; i < 60; ++i) {
    constexpr int bits = std::numeric_limits<T>::digits - 1;
    const auto mantissa = static_cast<word>(splitmix64(8, i) >> (64 - bits));
    const T root = std::bit_cast<T>(static_cast<word>(std::bit_cast<word>(T(1)) + mantissa));
    const T square = launder(root * root), border = launder(root * ulp);  // not to be fused
    for (const T x : {square, square + border}) {
      r.bits(math::sqrt(launder(x)));
      r.bits(math::sqrt(launder(std::bit_cast<T>(std::bit_cast<word>(x) - 1))));
      r.bits(math::sqrt(launder(std::bit_cast<T>(std::bit_cast<word>(x) + 1))));
    }
    r.check(math::sqrt(launder(T(i) * T(i))) == T(i));
  }
  return r;
}

// A vector's lanes are scalars, whatever company they are in.
template <class T>
constexpr report lanes_are_scalars() {
  report r;
#if defined(ATTN_VECTORS)
  using limits = std::numeric_limits<T>;
  constexpr std::size_t lanes = 16 / sizeof(T);
  using V = attn::detail::vec<T, lanes>;
  using array = attn::detail::block<T, lanes>;
  constexpr T numbers[] = {2,
                           T(0.3),
                           T(1e30),
                           0,
                           T(-0.0),
                           limits::infinity(),
                           limits::denorm_min(),
                           limits::min(),
                           limits::max(),
                           1,
                           3,
                           T(1.44)};
  constexpr std::size_t count = std::size(numbers);
  for (std::size_t first = 0; first < count; ++first) {
    array known{};
    for (std::size_t l = 0; l < lanes; ++l) known.data[l] = numbers[(first + l) % count];
    const auto x = launder(known);
    const auto y = attn::detail::bits_as<array>(math::sqrt_lanes(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l) {
      r.check(attn::bitwise_equal(y.data[l], math::sqrt(x.data[l])));
      r.bits(y.data[l]);
    }
  }
#else
  r.skip(no_lanes);
#endif
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"reference points, float", float_reference_points},
    {"reference points, double", double_reference_points},
    {"many numbers, float", many_numbers<float>},
    {"many numbers, double", many_numbers<double>},
    {"next to squares, float", next_to_squares<float>},
    {"next to squares, double", next_to_squares<double>},
    {"lanes are scalars, float", lanes_are_scalars<float>},
    {"lanes are scalars, double", lanes_are_scalars<double>},
};

}  // namespace attn_tests::sqrt_tests
