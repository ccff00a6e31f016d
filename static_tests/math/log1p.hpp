// SPDX-License-Identifier: BSL-1.0
// What attn/math/log1p.hpp promises.
#pragma once

#include <attn/math/log.hpp>
#include <attn/math/log1p.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/reference/log1p.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/elementary.hpp"

namespace attn_tests::log1p_tests {

namespace math = attn::math;

static_assert(noexcept(math::log1p(1.0f)) && noexcept(math::log1p(1.0)));
using attn::bitwise_equal;

// What has no logarithm: logarithm_of_one_plus_a_number_below_minus_one
// (rejected/math.cpp), at run time NaN.
constexpr report float_reference_points() {
  return near_points(reference::log1p::float32, [](float x) { return math::log1p(x); });
}
constexpr report double_reference_points() {
  return near_points(reference::log1p::float64, [](double x) { return math::log1p(x); });
}

template <class T>
constexpr report special_values() {
  report r;
  using limits = std::numeric_limits<T>;
  constexpr T infinity = limits::infinity();
  r.check(bitwise_equal(math::log1p(launder(T(0))), T(0)));
  r.check(bitwise_equal(math::log1p(launder(T(-0.0))), T(-0.0)));
  r.check(math::log1p(launder(T(-1))) == -infinity);
  r.check(math::log1p(launder(infinity)) == infinity);
  for (const T x : {limits::denorm_min(), -limits::denorm_min(), limits::min(), -limits::min()})
    r.check(math::log1p(launder(x)) == x);
  return r;
}

// Where 1 + x is exact, it is the logarithm of it; where it is not, log(1 + x) knows less.
template <class T>
constexpr report is_the_logarithm_of_one_plus_x() {
  report r;
  for (int i = -63; i < 200; ++i) {
    const T x = launder(T(i) / T(64));
    const T y = math::log1p(x);
    r.check(bitwise_equal(y, math::log(T(1) + x)));
    r.bits(y);
  }
  const T small = launder(std::numeric_limits<T>::epsilon() / T(3));
  r.check(math::log(T(1) + small) == 0 && math::log1p(small) > 0);
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
  for (int i = -16; i < 48; i += int(lanes)) {
    array x{};
    for (std::size_t l = 0; l < lanes; ++l) {
      const T k = T(i + int(l));
      x.data[l] = k < 0 ? k / T(16) : k * k * k / T(7) - T(0.5);
    }
    x.data[0] = i == 0 ? std::numeric_limits<T>::infinity() : i == 16 ? T(-0.0) : x.data[0];
    x = launder(x);
    const auto y = attn::detail::bits_as<array>(math::log1p_lanes(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l)
      r.check(bitwise_equal(y.data[l], math::log1p(x.data[l])));
  }
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
    {"is the logarithm of 1 + x, float", is_the_logarithm_of_one_plus_x<float>},
    {"is the logarithm of 1 + x, double", is_the_logarithm_of_one_plus_x<double>},
    {"lanes are scalars, float", lanes_are_scalars<float>},
    {"lanes are scalars, double", lanes_are_scalars<double>},
};

}  // namespace attn_tests::log1p_tests
