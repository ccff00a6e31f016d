// SPDX-License-Identifier: BSL-1.0
// What attn/math/tanh.hpp promises.
#pragma once

#include <attn/math/tanh.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/reference/tanh.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/elementary.hpp"

namespace attn_tests::tanh_tests {

namespace math = attn::math;

static_assert(noexcept(math::tanh(1.0f)) && noexcept(math::tanh(1.0)));

constexpr report float_reference_points() {
  return near_points(reference::tanh::float32, [](float x) { return math::tanh(x); });
}
constexpr report double_reference_points() {
  return near_points(reference::tanh::float64, [](double x) { return math::tanh(x); });
}

template <class T>
constexpr report special_values() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  constexpr T smallest = std::numeric_limits<T>::denorm_min();
  r.check(math::tanh(launder(infinity)) == 1);
  r.check(math::tanh(launder(-infinity)) == -1);
  r.check(math::tanh(launder(std::numeric_limits<T>::max())) == 1);
  r.check(attn::bitwise_equal(math::tanh(launder(T(0))), T(0)));
  r.check(attn::bitwise_equal(math::tanh(launder(T(-0.0))), T(-0.0)));
  r.check(math::tanh(launder(smallest)) == smallest);
  r.check(math::tanh(launder(-smallest)) == -smallest);
  return r;
}

// Odd, never above 1.
template <class T>
constexpr report symmetry() {
  report r;
  for (int i = 0; i < 100; ++i) {
    const T x = launder(T(i) * T(0.21875));
    const T y = math::tanh(x);
    r.check(math::tanh(-x) == -y && y <= 1);
    r.bits(y);
  }
  return r;
}

template <class T>
constexpr report lanes_are_scalars() {
  return same_in_lanes<T, 120>([](std::size_t i) { return (T(i) - T(60)) * T(0.0703125); },
                               [](T x) { return math::tanh(x); },
                               [](const auto& x) { return math::tanh_lanes(x); });
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

}  // namespace attn_tests::tanh_tests
