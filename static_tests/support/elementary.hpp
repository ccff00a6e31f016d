// SPDX-License-Identifier: BSL-1.0
// What is asked of every elementary function: to be near the exact result at points that were chosen
// to be hard, and to be the same function of a vector's lanes.
#pragma once

#include <attn/detail/vector.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/ulp.hpp"

namespace attn_tests {

// An error below 1 ulp leaves the correctly rounded number or its neighbour. What is NaN is no
// constant: runtime_tests/math has it.
template <class T, std::size_t N, class F>
constexpr report near_points(const T (&points)[N][2], const F& f) {
  report r;
  for (const auto& [x, correctly_rounded] : points) {
    if (x != x || correctly_rounded != correctly_rounded) continue;
    const T y = f(launder(x));
    r.check(steps_between(y, correctly_rounded) <= 1);
    r.bits(y);
  }
  return r;
}

// The reason to skip what compares a vector's lanes.
inline constexpr const char* no_lanes = "ATTN_VECTORS is not defined: no function of lanes exists";

// A vector's lanes are scalars: arguments number 0 to Count - 1, as many at a time as a hardware
// register has.
template <class T, std::size_t Count, class X, class F, class Lanes>
constexpr report same_in_lanes(const X& argument, const F& f, const Lanes& f_lanes) {
  report r;
#if defined(ATTN_VECTORS)
  constexpr std::size_t lanes = 16 / sizeof(T);
  using V = attn::detail::vec<T, lanes>;
  using array = attn::detail::block<T, lanes>;
  for (std::size_t i = 0; i < Count; i += lanes) {
    array x{};
    for (std::size_t l = 0; l < lanes; ++l) x.data[l] = argument(i + l);
    x = launder(x);
    const auto y = attn::detail::bits_as<array>(f_lanes(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l) r.check(attn::bitwise_equal(y.data[l], f(x.data[l])));
  }
#else
  static_cast<void>(argument), static_cast<void>(f), static_cast<void>(f_lanes);
  r.skip(no_lanes);
#endif
  return r;
}

}  // namespace attn_tests
