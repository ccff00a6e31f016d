// SPDX-License-Identifier: BSL-1.0
// What attn/math/max.hpp promises. NaN is the program's: runtime_tests/math/max.cpp.
#pragma once

#include <attn/math/max.hpp>
#include <attn/tensor/compare.hpp>
#include <cstdint>
#include <limits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::max_tests {

using attn::bitwise_equal;
namespace math = attn::math;

// Both, in both orders, and to the bit.
template <class T>
constexpr void check_ordered(report& r, T known_smaller, T known_larger) {
  const T smaller = launder(known_smaller), larger = launder(known_larger);
  r.check(bitwise_equal(math::max(smaller, larger), larger));
  r.check(bitwise_equal(math::max(larger, smaller), larger));
  r.check(bitwise_equal(math::min(smaller, larger), smaller));
  r.check(bitwise_equal(math::min(larger, smaller), smaller));
  r.check(bitwise_equal(math::max(smaller, smaller), smaller));
  r.check(bitwise_equal(math::min(larger, larger), larger));
  r.bits(math::max(smaller, larger));
  r.bits(math::min(smaller, larger));
}

template <class T>
constexpr report numbers() {
  report r;
  using limits = std::numeric_limits<T>;
  check_ordered(r, T(1), T(2));
  check_ordered(r, T(-2), T(-1));
  check_ordered(r, T(-3), T(0.5));
  check_ordered(r, T(1), T(1) + limits::epsilon());
  check_ordered(r, T(0), limits::denorm_min());
  check_ordered(r, -limits::denorm_min(), T(0));
  check_ordered(r, -limits::max(), limits::max());
  return r;
}

template <class T>
constexpr report infinities() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  check_ordered(r, -infinity, infinity);
  check_ordered(r, std::numeric_limits<T>::max(), infinity);
  check_ordered(r, -infinity, std::numeric_limits<T>::lowest());
  return r;
}

// -0 is below +0, or the result of a reduction would depend on its order.
template <class T>
constexpr report zeros() {
  report r;
  check_ordered(r, T(-0.0), T(0.0));
  return r;
}

template <class T>
constexpr report integers() {
  report r;
  check_ordered(r, T(1), T(2));
  check_ordered(r, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
  return r;
}

// A scalar's own are found beside those for the arithmetic types.
constexpr report by_argument_dependent_lookup() {
  report r;
  using math::max, math::min;
  const archetype a = launder(archetype(-1)), b = launder(archetype(2));
  r.check(max(a, b).value() == 2 && min(a, b).value() == -1);
  r.check(max(launder(-1.0), 2.0) == 2 && min(launder(-1.0), 2.0) == -1);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"numbers, float", numbers<float>},
    {"numbers, double", numbers<double>},
    {"infinities, float", infinities<float>},
    {"infinities, double", infinities<double>},
    {"zeros, float", zeros<float>},
    {"zeros, double", zeros<double>},
    {"integers, int", integers<int>},
    {"integers, 64 bits without sign", integers<std::uint64_t>},
    {"integers, 8 bits", integers<std::int8_t>},
    {"by argument-dependent lookup", by_argument_dependent_lookup},
};

}  // namespace attn_tests::max_tests
