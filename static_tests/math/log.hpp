// SPDX-License-Identifier: BSL-1.0
// What attn/math/log.hpp promises.
#pragma once

#include <attn/math/log.hpp>
#include <limits>

#include "static_tests/reference/log.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/elementary.hpp"

namespace attn_tests::log_tests {

namespace math = attn::math;

static_assert(noexcept(math::log(1.0f)) && noexcept(math::log(1.0)));

// What has no logarithm: logarithm_of_a_negative_number (rejected/math.cpp), at run time
// NaN.
constexpr report float_reference_points() {
  return near_points(reference::log::float32, [](float x) { return math::log(x); });
}
constexpr report double_reference_points() {
  return near_points(reference::log::float64, [](double x) { return math::log(x); });
}

template <class T>
constexpr report special_values() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  r.check(math::log(launder(T(0))) == -infinity);
  r.check(math::log(launder(T(-0.0))) == -infinity);
  r.check(math::log(launder(infinity)) == infinity);
  r.check(std::bit_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(
              math::log(launder(T(1)))) == 0);  // +0
  r.bits(math::log(launder(std::numeric_limits<T>::denorm_min())));
  r.bits(math::log(launder(std::numeric_limits<T>::max())));
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
  for (int i = 0; i < 48; i += int(lanes)) {
    array x{};
    T power = std::numeric_limits<T>::denorm_min();
    for (int j = 0; j < i; ++j) power *= T(30);
    for (std::size_t l = 0; l < lanes; ++l) x.data[l] = power * T(l);
    x = launder(x);
    const auto y = attn::detail::bits_as<array>(math::log_lanes(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l) r.check(y.data[l] == math::log(x.data[l]));
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
    {"lanes are scalars, float", lanes_are_scalars<float>},
    {"lanes are scalars, double", lanes_are_scalars<double>},
};

}  // namespace attn_tests::log_tests
