// SPDX-License-Identifier: BSL-1.0
// What attn/math/max.hpp promises. NaN is the program's: runtime_tests/math/max.cpp.
#pragma once

#include <attn/math/max.hpp>
#include <attn/scalars/counted.hpp>
#include <attn/scalars/dual.hpp>
#include <attn/scalars/influence.hpp>
#include <attn/scalars/interval.hpp>
#include <attn/tensor/compare.hpp>
#include <cstdint>
#include <limits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::max_tests {

using namespace attn;

static_assert(noexcept(math::max(1.0f, 2.0f)) && noexcept(math::min(1.0, 2.0)) &&
              noexcept(math::max(1, 2)) && noexcept(math::min(1, 2.0)));

// Both, in both orders, and bit for bit.
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

// Of two types, a scalar's own are found in the order of the call; they may have just that one.
struct limited {
  double x = 0;
};
struct limit {
  double x = 0;
};
constexpr limited max(limited a, limit b) { return {a.x > b.x ? a.x : b.x}; }
constexpr limited min(limited a, limit b) { return {a.x < b.x ? a.x : b.x}; }
template <class A, class B>
concept have_both = requires(const A& a, const B& b) {
  math::max(a, b);
  math::min(a, b);
};
static_assert(have_both<limited, limit>);
constexpr report in_the_order_of_the_call() {
  report r;
  const limited x = launder(limited{2});
  r.check(math::max(x, limit{3}).x == 3 && math::max(x, limit{1}).x == 2);
  r.check(math::min(x, limit{3}).x == 2 && math::min(x, limit{1}).x == 1);
  return r;
}

// In a function for all of them, math::max and min need no using-declaration.
template <class T>
constexpr report in_a_generic_function() {
  report r;
  const auto clamped = [](const auto& x, const auto& low, const auto& high) {
    return math::max(math::min(x, high), low);
  };
  for (const int i : {-5, 0, 2, 9}) {
    const T got = clamped(launder(T(i)), T(-1), T(3));
    const int want = i < -1 ? -1 : i > 3 ? 3 : i;
    if constexpr (analysis_scalar<T>)
      r.check(identical(got, T(want)));
    else
      r.check(got == T(want));
  }
  return r;
}

// Numbers of two types meet as in a + b.
constexpr report two_types() {
  report r;
  static_assert(std::is_same_v<decltype(math::max(1.5f, 0)), float>);
  static_assert(std::is_same_v<decltype(math::min(1.5f, 0.0)), double>);
  static_assert(std::is_same_v<decltype(math::max(1, 2l)), long>);
  r.check(math::max(launder(1.5f), 2) == 2 && math::min(2, launder(1.5f)) == 1.5f);
  r.check(math::max(launder(0.1f), 0.1) == 0.1f && math::min(0.1, launder(0.1f)) == 0.1);
  r.check(identical(math::max(launder(interval<float>(-1, 2)), 0), interval<float>(0, 2)));
  r.check(math::min(1, influence<float, 2>::input(1)).reached_by(1));
  return r;
}
template <class A, class B>
concept have_a_maximum = requires(const A& a, const B& b) { math::max(a, b); };
static_assert(!have_a_maximum<int, unsigned> && !have_a_maximum<int, const char*>);
static_assert(!have_a_maximum<matrix<int, 1, 1>, matrix<int, 1, 1>>);

inline constexpr behaviour behaviours[] = {
    {"in a generic function, float", in_a_generic_function<float>},
    {"in a generic function, double", in_a_generic_function<double>},
    {"in a generic function, int", in_a_generic_function<int>},
    {"in a generic function, interval", in_a_generic_function<interval<float>>},
    {"in a generic function, influence", in_a_generic_function<influence<double, 2>>},
    {"in a generic function, dual", in_a_generic_function<dual<float>>},
    {"in a generic function, counted", in_a_generic_function<counted<double>>},
    {"two types", two_types},
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
    {"in the order of the call", in_the_order_of_the_call},
};

}  // namespace attn_tests::max_tests
