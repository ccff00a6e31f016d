// SPDX-License-Identifier: BSL-1.0
// What attn/math/pow.hpp promises.
#pragma once

#include "static_tests/reference/elementary_more.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::pow_tests {
namespace math = attn::math;

static_assert(noexcept(math::pow(1.0f, 2.0f)) && noexcept(math::pow(1.0, 2.0)));
using attn::bitwise_equal;

// What is no real number: fractional_power_of_a_negative_number (rejected/math.cpp), at
// run time NaN. An error below 1 ulp leaves the correctly rounded number or its neighbour.
template <class T, std::size_t N> constexpr void check_points(report& r, const T (&points)[N][3]) {
  for (const auto& [x, y, correctly_rounded] : points) {
    const T power = math::pow(launder(x), launder(y));
    r.check(steps_between(power, correctly_rounded) <= 1);
    r.check((power < 0) == (correctly_rounded < 0));
    r.bits(power);
  }
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.executed(
      "reference points, float", [](report& r) { check_points(r, reference::pow::float32); });
  tests.executed(
      "reference points, double", [](report& r) { check_points(r, reference::pow::float64); });
  // C, Annex F, F.10.4.4, line by line. NaNs, but two: runtime_tests/math/pow.cpp.
  tests.executed<float, double>("special values", []<class T>(report& r) {
    using limits = std::numeric_limits<T>;
    constexpr T infinity = limits::infinity(), nan = limits::quiet_NaN(), smallest = limits::min();
    constexpr T odd_limit = T(2) / limits::epsilon();  // from here on all numbers are even
    const auto is = [&r](T x, T y, T power) { r.same(math::pow(launder(x), launder(y)), power); };
    const T odd[] = {1, 3, 1001, odd_limit - 1, odd_limit / 2 + 1};
    const T others[] = {2, 0.5, 1.5, limits::denorm_min(), smallest, odd_limit,
        odd_limit / 2 - T(0.5), limits::max(), infinity};
    for (const T y : odd) {
      is(T(0), -y, infinity);
      is(T(-0.0), -y, -infinity);
      is(T(0), y, T(0));
      is(T(-0.0), y, T(-0.0));
      is(-infinity, -y, T(-0.0));
      is(-infinity, y, -infinity);
      is(infinity, -y, T(0));
      is(infinity, y, infinity);
      is(T(-1), y, T(-1));
      is(T(-1), -y, T(-1));
    }
    for (const T y : others) {
      is(T(0), -y, infinity);
      is(T(-0.0), -y, infinity);
      is(T(0), y, T(0));
      is(T(-0.0), y, T(0));
      is(-infinity, -y, T(0));
      is(-infinity, y, infinity);
      is(infinity, -y, T(0));
      is(infinity, y, infinity);
    }
    is(T(-1), infinity, T(1));
    is(T(-1), -infinity, T(1));
    is(T(-1), odd_limit, T(1));
    for (const T y : {T(0), T(3), T(-0.5), infinity, -infinity, nan}) is(T(1), y, T(1));
    for (const T x : {T(0), T(-0.0), T(-2), infinity, -infinity, limits::max(), nan}) {
      is(x, T(0), T(1));
      is(x, T(-0.0), T(1));
    }
    for (const T x : {T(0), smallest, T(0.5), T(1) - limits::epsilon() / 2}) {
      for (const T signed_x : {x, -x}) {
        is(signed_x, -infinity, infinity);
        is(signed_x, infinity, T(0));
      }
    }
    for (const T x : {T(1) + limits::epsilon(), T(2), limits::max(), infinity}) {
      for (const T signed_x : {x, -x}) {
        is(signed_x, -infinity, T(0));
        is(signed_x, infinity, infinity);
      }
    }
  });
  // Overflow and underflow, and the last powers that have neither.
  tests.executed<float, double>("the ends of the range", []<class T>(report& r) {
    using limits = std::numeric_limits<T>;
    constexpr T infinity = limits::infinity();
    constexpr T top = limits::max_exponent, bottom = limits::min_exponent - limits::digits;
    r.check(math::pow(launder(T(2)), launder(top)) == infinity);
    r.check(math::pow(launder(T(2)), launder(T(top - 1))) == T(1) / limits::min() * T(2));
    r.check(math::pow(launder(T(2)), launder(bottom)) == limits::denorm_min());
    r.same(math::pow(launder(T(2)), launder(T(bottom - 1))), T(0));
    r.same(math::pow(launder(T(-2)), launder(T(-1999))), T(-0.0));
    r.same(math::pow(launder(T(-2)), launder(T(-2000))), T(0));
    r.check(math::pow(launder(T(-2)), launder(T(1999))) == -infinity);
    r.check(math::pow(launder(limits::max()), launder(T(1))) == limits::max());
    r.check(math::pow(launder(limits::max()), launder(limits::max())) == infinity);
    r.check(math::pow(launder(limits::max()), launder(-limits::max())) == 0);
    r.check(math::pow(launder(limits::denorm_min()), launder(T(1))) == limits::denorm_min());
    r.check(math::pow(launder(-limits::denorm_min()), launder(T(-1))) == -infinity);
    r.check(math::pow(launder(limits::max()), launder(limits::denorm_min())) == 1);
  });
  // Powers that a number of T holds exactly: an error below 1 ulp need not find them, this one does.
  tests.executed<float, double>("whole numbers", []<class T>(report& r) {
    for (int base = -12; base <= 12; ++base) {
      T power = 1;
      for (int y = 0; y <= 6; ++y, power *= T(base)) {
        r.check(math::pow(launder(T(base)), launder(T(y))) == power);
        const T inverse = math::pow(launder(T(base)), launder(T(-y)));
        if (base != 0) r.check(steps_between(inverse, T(1) / power) <= 1);
        r.bits(inverse);
      }
    }
  });
  // A vector's lanes are scalars: a whole row, as constant evaluation has it, or a hardware register.
  tests.executed<float, double>("lanes are scalars", []<class T>(report& r) {
#if defined(ATTN_VECTORS)
    constexpr std::size_t lanes = 16 / sizeof(T);
    using V = attn::detail::vec<T, lanes>;
    using array = attn::detail::block<T, lanes>;
    for (int i = 0; i < 48; i += int(lanes)) {
      array x{}, y{};
      for (std::size_t l = 0; l < lanes; ++l) {
        const T k = T(i + int(l));
        const bool negative = (i + int(l)) % 5 == 3;
        x.data[l] = (k * k / T(9)) * (negative ? T(-1) : T(1));
        y.data[l] = negative ? k - T(20) : (k - T(20)) * T(0.53125);
      }
      if (i == 16) x.data[1] = std::numeric_limits<T>::infinity();
      if (i == 32) y.data[1] = -std::numeric_limits<T>::infinity();
      x = launder(x);
      y = launder(y);
      const auto power = attn::detail::bits_as<array>(
          math::pow_lanes(attn::detail::bits_as<V>(x), attn::detail::bits_as<V>(y)));
      for (std::size_t l = 0; l < lanes; ++l)
        r.same(power.data[l], math::pow(x.data[l], y.data[l]));
    }
#else
  r.skip(no_lanes);
#endif
  });
};
}  // namespace attn_tests::pow_tests
