// SPDX-License-Identifier: BSL-1.0
// What is asked of every elementary function: to be near the exact result at points that were chosen
// to be hard, to have its special values, and to be the same function of a vector's lanes.
#pragma once

#include <attn/detail/vector.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/ulp.hpp"

namespace attn_tests {
// The last of each row is the correctly rounded result; an error below 1 ulp leaves it or its
// neighbour (Steps 1). What is NaN is no constant: runtime_tests/math has it.
template <unsigned Steps = 1, class T, std::size_t N, class F>
constexpr void near_points(report& r, const T (&points)[N][2], const F& f) {
  static_assert(noexcept(f(T(1))));
  for (const auto& [x, correctly_rounded] : points) {
    if (x != x || correctly_rounded != correctly_rounded) continue;
    const T y = f(launder(x));
    r.check(steps_between(y, correctly_rounded) <= Steps);
    r.bits(y);
  }
}

// f(x) = y, bit for bit.
template <class T, std::size_t N, class F>
constexpr void has_values(report& r, const F& f, const T (&points)[N][2]) {
  for (const auto& [x, y] : points) {
    r.check(attn::bitwise_equal(f(launder(x)), y));
    r.bits(f(launder(x)));
  }
}

// The reason to skip what compares a vector's lanes.
inline constexpr const char* no_lanes = "ATTN_VECTORS is not defined: no function of lanes exists";

// A vector's lanes are scalars: arguments number 0 to Count - 1, as many at a time as a hardware
// register has.
template <class T, std::size_t Count, class X, class F, class Lanes>
constexpr void same_in_lanes(report& r, const X& argument, const F& f, const Lanes& f_lanes) {
#if defined(ATTN_VECTORS)
  constexpr std::size_t lanes = 16 / sizeof(T);
  using V = attn::detail::vec<T, lanes>;
  using array = attn::detail::block<T, lanes>;
  for (std::size_t i = 0; i < Count; i += lanes) {
    array x{};
    for (std::size_t l = 0; l < lanes; ++l) x.data[l] = argument(i + l);
    x = launder(x);
    const auto y = attn::detail::bits_as<array>(f_lanes(attn::detail::bits_as<V>(x)));
    for (std::size_t l = 0; l < lanes; ++l) {
      r.check(attn::bitwise_equal(y.data[l], f(x.data[l])));
      r.bits(y.data[l]);
    }
  }
#else
  static_cast<void>(argument), static_cast<void>(f), static_cast<void>(f_lanes);
  r.skip(no_lanes);
#endif
}
}  // namespace attn_tests
