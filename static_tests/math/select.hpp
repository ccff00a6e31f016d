// SPDX-License-Identifier: BSL-1.0
// What attn/math/select.hpp promises.
#pragma once

#include <attn/math/select.hpp>
#include <attn/scalars/influence.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::select_tests {

using namespace attn;

static_assert(noexcept(math::select(true, 1.0f, 2.0f)) && noexcept(math::select(true, 1, 2.0)));

template <class T>
constexpr void check_both_ways(report& r, T known_a, T known_b) {
  const T a = launder(known_a), b = launder(known_b);
  r.check(bitwise_equal(math::select(launder(true), a, b), a));
  r.check(bitwise_equal(math::select(launder(false), a, b), b));
  r.check(bitwise_equal(math::select(launder(true), b, a), b));
  r.check(bitwise_equal(math::select(launder(false), b, a), a));
  r.bits(math::select(launder(true), a, b));
  r.bits(math::select(launder(false), a, b));
}

template <class T>
constexpr report one_or_the_other() {
  report r;
  check_both_ways(r, T(1), T(2));
  check_both_ways(r, T(-7), T(0));
  check_both_ways(r, std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest());
  return r;
}

// What is not chosen does not take part: 0 * infinity and a NaN would be seen.
template <class T>
constexpr report nothing_leaks() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  constexpr T nan = std::numeric_limits<T>::quiet_NaN();
  check_both_ways(r, T(0), infinity);
  check_both_ways(r, T(-0.0), T(0.0));
  check_both_ways(r, -infinity, infinity);
  r.check(bitwise_equal(math::select(launder(true), launder(T(3)), launder(nan)), T(3)));
  r.check(bitwise_equal(math::select(launder(false), launder(nan), launder(T(-0.0))), T(-0.0)));
  return r;
}

// A scalar's own is found beside the one for the arithmetic types.
constexpr report by_argument_dependent_lookup() {
  report r;
  using math::select;
  const archetype a = launder(archetype(1)), b = launder(archetype(2));
  r.check(select(launder(true), a, b).value() == 1 && select(launder(false), a, b).value() == 2);
  r.check(select(launder(true), 1, 2) == 1 && select(launder(false), 1, 2) == 2);
  return r;
}

// math::select needs no using-declaration; numbers of two types meet as in a + b.
constexpr report in_a_generic_function() {
  report r;
  const auto or_zero = [](bool keep, const auto& x) { return math::select(keep, x, 0); };
  r.check(or_zero(launder(true), 1.5f) == 1.5f && or_zero(launder(false), 1.5) == 0);
  static_assert(std::is_same_v<decltype(or_zero(true, 1.5f)), float>);
  using I = influence<double, 2>;
  r.check(or_zero(launder(true), I::input(1)).reached_by(1));
  r.check(!or_zero(launder(false), I::input(1)).reached_by(1));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"one or the other, float", one_or_the_other<float>},
    {"one or the other, double", one_or_the_other<double>},
    {"one or the other, int", one_or_the_other<int>},
    {"nothing leaks, float", nothing_leaks<float>},
    {"nothing leaks, double", nothing_leaks<double>},
    {"by argument-dependent lookup", by_argument_dependent_lookup},
    {"in a generic function", in_a_generic_function},
};

}  // namespace attn_tests::select_tests
