// SPDX-License-Identifier: BSL-1.0
// What attn/math/sigmoid.hpp promises.
#pragma once

#include <attn/math/sigmoid.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/reference/sigmoid.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/ulp.hpp"

namespace attn_tests::sigmoid_tests {

namespace math = attn::math;

// An error below 1 ulp leaves the correctly rounded number or its neighbour.
template <class T, std::size_t N>
constexpr void check_points(report& r, const T (&points)[N][2]) {
  for (const auto& [x, correctly_rounded] : points) {
    if (x != x) continue;  // at run time: runtime_tests/math/sigmoid.cpp
    const T y = math::sigmoid(launder(x));
    r.check(steps_between(y, correctly_rounded) <= 1);
    r.bits(y);
  }
}

constexpr report float_reference_points() {
  report r;
  check_points(r, reference::sigmoid::float32);
  return r;
}
constexpr report double_reference_points() {
  report r;
  check_points(r, reference::sigmoid::float64);
  return r;
}

template <class T>
constexpr report special_values() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  r.check(math::sigmoid(launder(T(0))) == T(0.5));
  r.check(math::sigmoid(launder(T(-0.0))) == T(0.5));
  r.check(math::sigmoid(launder(infinity)) == 1);
  r.check(math::sigmoid(launder(std::numeric_limits<T>::max())) == 1);
  r.check(attn::bitwise_equal(math::sigmoid(launder(-infinity)), T(0)));
  r.check(attn::bitwise_equal(math::sigmoid(launder(std::numeric_limits<T>::lowest())), T(0)));
  const T low = math::sigmoid(launder(sizeof(T) == 4 ? T(-100) : T(-740)));
  r.check(low > 0 && low < std::numeric_limits<T>::min());  // subnormal
  r.bits(low);
  return r;
}

// What is given to the one side is taken from the other.
template <class T>
constexpr report symmetry() {
  report r;
  for (int i = 0; i < 100; ++i) {
    const T x = launder(T(i) * T(0.21875));
    const T y = math::sigmoid(x);
    r.check(y <= 1 && y == 1 - math::sigmoid(-x));
    r.bits(y);
  }
  return r;
}

// A vector's lanes are scalars: a whole row, as constant evaluation has it, or a hardware register.
template <class T>
constexpr report lanes_are_scalars() {
  report r;
#if defined(ATTN_VECTORS)
  constexpr std::size_t lanes = 16 / sizeof(T);
  using V = attn::detail::vec<T, lanes>;
  using array = attn::detail::block<T, lanes>;
  for (int i = -60; i < 60; i += int(lanes)) {
    array x{};
    for (std::size_t l = 0; l < lanes; ++l) x.data[l] = T(i + int(l)) * T(1.53125);
    x = launder(x);
    const auto y = attn::detail::bits_as<array>(math::sigmoid_lanes(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l) r.check(y.data[l] == math::sigmoid(x.data[l]));
  }
#else
  r.check(true);
#endif
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"reference points, float", float_reference_points},
    {"reference points, double", double_reference_points},
    {"special values, float", special_values<float>},
    {"special values, double", special_values<double>},
    {"symmetry, float", symmetry<float>},
    {"symmetry, double", symmetry<double>},
    {"lanes are scalars, float", lanes_are_scalars<float>},
    {"lanes are scalars, double", lanes_are_scalars<double>},
};

}  // namespace attn_tests::sigmoid_tests
