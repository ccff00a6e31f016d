// SPDX-License-Identifier: BSL-1.0
// What attn/math/sigmoid.hpp promises.
#pragma once

#include <attn/math/sigmoid.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/reference/sigmoid.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/elementary.hpp"

namespace attn_tests::sigmoid_tests {

namespace math = attn::math;

static_assert(noexcept(math::sigmoid(1.0f)) && noexcept(math::sigmoid(1.0)));

constexpr report float_reference_points() {
  return near_points(reference::sigmoid::float32, [](float x) { return math::sigmoid(x); });
}
constexpr report double_reference_points() {
  return near_points(reference::sigmoid::float64, [](double x) { return math::sigmoid(x); });
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

template <class T>
constexpr report lanes_are_scalars() {
  return same_in_lanes<T, 120>([](std::size_t i) { return (T(i) - T(60)) * T(1.53125); },
                               [](T x) { return math::sigmoid(x); },
                               [](const auto& x) { return math::sigmoid_lanes(x); });
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
