// SPDX-License-Identifier: BSL-1.0
// What attn/math/cos.hpp promises.
#pragma once

#include <attn/math/cos.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <limits>

#include "static_tests/reference/cos.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/elementary.hpp"

namespace attn_tests::cos_tests {

namespace math = attn::math;

static_assert(noexcept(math::cos(1.0f)) && noexcept(math::cos(1.0)));

// Of infinity: cosine_of_an_infinite_angle (rejected/math.cpp), at run time NaN.
constexpr report float_reference_points() {
  return near_points(reference::cos::float32, [](float x) { return math::cos(x); });
}
constexpr report double_reference_points() {
  return near_points(reference::cos::float64, [](double x) { return math::cos(x); });
}

template <class T>
constexpr report special_values() {
  report r;
  using limits = std::numeric_limits<T>;
  r.check(math::cos(launder(T(0))) == 1);
  r.check(math::cos(launder(T(-0.0))) == 1);
  r.check(math::cos(launder(limits::denorm_min())) == 1);
  r.check(math::cos(launder(-limits::epsilon())) == 1);
  return r;
}

// Numbers of every size, from less than a quarter of a turn to the largest, and on both sides of
// where the reduction changes its program.
template <class T, class Check>
constexpr void for_many_sizes(const Check& check) {
  constexpr T near = math::detail::half_pi_parts<T>::near;
  constexpr T unit = near * std::numeric_limits<T>::epsilon();
  for (int i = -3; i <= 3; ++i) check(near + T(i) * unit);
  constexpr T factor = sizeof(T) == 4 ? T(8.7) : T(3e7);
  T x = T(0.0072973);
  for (int i = 0; i < 41; ++i, x *= factor) check(x);
  check(std::numeric_limits<T>::max());
}

template <class T>
constexpr report is_even() {
  report r;
  for_many_sizes<T>([&r](T size) {
    const T x = launder(size);
    const T y = math::cos(-x);
    r.check(attn::bitwise_equal(y, math::cos(x)));
    r.check(y >= -1 && y <= 1);
    r.bits(y);
  });
  return r;
}

// A vector's lanes are scalars, whatever company they are in: near and far from zero have programs
// of their own.
template <class T>
constexpr report lanes_are_scalars() {
  report r;
#if defined(ATTN_VECTORS)
  constexpr std::size_t lanes = 16 / sizeof(T);
  using V = attn::detail::vec<T, lanes>;
  using array = attn::detail::block<T, lanes>;
  const auto check = [&r](const array& known) {
    const array x = launder(known);
    const auto y = attn::detail::bits_as<array>(math::cos_lanes(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l) {
      r.check(attn::bitwise_equal(y.data[l], math::cos(x.data[l])));
      r.bits(y.data[l]);
    }
  };
  for_many_sizes<T>([&check](T size) {
    array near{}, mixed{}, far{};
    for (std::size_t l = 0; l < lanes; ++l) {
      near.data[l] = (size > 1000 ? T(0.75) : size) * (T(l) - T(0.9));
      mixed.data[l] = l == lanes - 1 ? -size : near.data[l];
      far.data[l] = l % 2 == 0 ? size : -size;
    }
    check(near);
    check(mixed);
    check(far);
  });
#else
  r.skip(no_lanes);
#endif
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"reference points, float", float_reference_points},
    {"reference points, double", double_reference_points},
    {"special values, float", special_values<float>},
    {"special values, double", special_values<double>},
    {"even, float", is_even<float>},
    {"even, double", is_even<double>},
    {"lanes are scalars, float", lanes_are_scalars<float>},
    {"lanes are scalars, double", lanes_are_scalars<double>},
};

}  // namespace attn_tests::cos_tests
