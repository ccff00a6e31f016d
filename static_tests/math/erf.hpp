// SPDX-License-Identifier: BSL-1.0
// What attn/math/erf.hpp promises.
#pragma once

#include <attn/math/erf.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/reference/erf.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/ulp.hpp"

namespace attn_tests::erf_tests {

namespace math = attn::math;

// An error below 1 ulp leaves the correctly rounded number or its neighbour.
template <class T, std::size_t N>
constexpr void check_points(report& r, const T (&points)[N][2]) {
  for (const auto& [x, correctly_rounded] : points) {
    if (x != x) continue;  // at run time: runtime_tests/math/erf.cpp
    const T y = math::erf(launder(x));
    r.check(steps_between(y, correctly_rounded) <= 1);
    r.bits(y);
  }
}

constexpr report float_reference_points() {
  report r;
  check_points(r, reference::erf::float32);
  return r;
}
constexpr report double_reference_points() {
  report r;
  check_points(r, reference::erf::float64);
  return r;
}

template <class T>
constexpr report special_values() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  constexpr T smallest = std::numeric_limits<T>::denorm_min();
  r.check(math::erf(launder(infinity)) == 1);
  r.check(math::erf(launder(-infinity)) == -1);
  r.check(math::erf(launder(std::numeric_limits<T>::max())) == 1);
  r.check(attn::bitwise_equal(math::erf(launder(T(0))), T(0)));
  r.check(attn::bitwise_equal(math::erf(launder(T(-0.0))), T(-0.0)));
  r.check(math::erf(launder(smallest)) == smallest);
  r.check(math::erf(launder(-smallest)) == -smallest);
  return r;
}

// Odd, never above 1.
template <class T>
constexpr report symmetry() {
  report r;
  for (int i = 0; i < 100; ++i) {
    const T x = launder(T(i) * T(0.21875));
    const T y = math::erf(x);
    r.check(math::erf(-x) == -y && y <= 1);
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
    const auto y = attn::detail::bits_as<array>(math::erf_lanes(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l) r.check(y.data[l] == math::erf(x.data[l]));
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

}  // namespace attn_tests::erf_tests
