// SPDX-License-Identifier: BSL-1.0
// What attn/math/pow.hpp promises.
#pragma once

#include <attn/math/pow.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/reference/pow.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/elementary.hpp"
#include "static_tests/support/ulp.hpp"

namespace attn_tests::pow_tests {

namespace math = attn::math;

static_assert(noexcept(math::pow(1.0f, 2.0f)) && noexcept(math::pow(1.0, 2.0)));
using attn::bitwise_equal;

// What is no real number: fractional_power_of_a_negative_number (rejected/math.cpp), at
// run time NaN. An error below 1 ulp leaves the correctly rounded number or its neighbour.
template <class T, std::size_t N>
constexpr void check_points(report& r, const T (&points)[N][3]) {
  for (const auto& [x, y, correctly_rounded] : points) {
    const T power = math::pow(launder(x), launder(y));
    r.check(steps_between(power, correctly_rounded) <= 1);
    r.check((power < 0) == (correctly_rounded < 0));
    r.bits(power);
  }
}

constexpr report float_reference_points() {
  report r;
  check_points(r, reference::pow::float32);
  return r;
}
constexpr report double_reference_points() {
  report r;
  check_points(r, reference::pow::float64);
  return r;
}

// C, Annex F, F.10.4.4, line by line. NaNs, but two: runtime_tests/math/pow.cpp.
template <class T>
constexpr report special_values() {
  report r;
  using limits = std::numeric_limits<T>;
  constexpr T infinity = limits::infinity(), nan = limits::quiet_NaN(), smallest = limits::min();
  constexpr T odd_limit = T(2) / limits::epsilon();  // from here on all numbers are even
  const auto is = [&r](T x, T y, T power) {
    r.check(bitwise_equal(math::pow(launder(x), launder(y)), power));
  };
  const T odd[] = {1, 3, 1001, odd_limit - 1, odd_limit / 2 + 1};
  const T others[] = {2,
                      0.5,
                      1.5,
                      limits::denorm_min(),
                      smallest,
                      odd_limit,
                      odd_limit / 2 - T(0.5),
                      limits::max(),
                      infinity};
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
  return r;
}

// Overflow and underflow, and the last powers that have neither.
template <class T>
constexpr report the_ends_of_the_range() {
  report r;
  using limits = std::numeric_limits<T>;
  constexpr T infinity = limits::infinity();
  constexpr T top = limits::max_exponent, bottom = limits::min_exponent - limits::digits;
  r.check(math::pow(launder(T(2)), launder(top)) == infinity);
  r.check(math::pow(launder(T(2)), launder(T(top - 1))) == T(1) / limits::min() * T(2));
  r.check(math::pow(launder(T(2)), launder(bottom)) == limits::denorm_min());
  r.check(bitwise_equal(math::pow(launder(T(2)), launder(T(bottom - 1))), T(0)));
  r.check(bitwise_equal(math::pow(launder(T(-2)), launder(T(-1999))), T(-0.0)));
  r.check(bitwise_equal(math::pow(launder(T(-2)), launder(T(-2000))), T(0)));
  r.check(math::pow(launder(T(-2)), launder(T(1999))) == -infinity);
  r.check(math::pow(launder(limits::max()), launder(T(1))) == limits::max());
  r.check(math::pow(launder(limits::max()), launder(limits::max())) == infinity);
  r.check(math::pow(launder(limits::max()), launder(-limits::max())) == 0);
  r.check(math::pow(launder(limits::denorm_min()), launder(T(1))) == limits::denorm_min());
  r.check(math::pow(launder(-limits::denorm_min()), launder(T(-1))) == -infinity);
  r.check(math::pow(launder(limits::max()), launder(limits::denorm_min())) == 1);
  return r;
}

// Powers that a number of T holds exactly: an error below 1 ulp need not find them, this one does.
template <class T>
constexpr report whole_numbers() {
  report r;
  for (int base = -12; base <= 12; ++base) {
    T power = 1;
    for (int y = 0; y <= 6; ++y, power *= T(base)) {
      r.check(math::pow(launder(T(base)), launder(T(y))) == power);
      const T inverse = math::pow(launder(T(base)), launder(T(-y)));
      if (base != 0) r.check(steps_between(inverse, T(1) / power) <= 1);
      r.bits(inverse);
    }
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
      r.check(bitwise_equal(power.data[l], math::pow(x.data[l], y.data[l])));
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
    {"the ends of the range, float", the_ends_of_the_range<float>},
    {"the ends of the range, double", the_ends_of_the_range<double>},
    {"whole numbers, float", whole_numbers<float>},
    {"whole numbers, double", whole_numbers<double>},
    {"lanes are scalars, float", lanes_are_scalars<float>},
    {"lanes are scalars, double", lanes_are_scalars<double>},
};

}  // namespace attn_tests::pow_tests
