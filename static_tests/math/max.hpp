// SPDX-License-Identifier: BSL-1.0
// Behaviours of max, select, rounded, assume of attn/math/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::math_max_tests {
static_assert(noexcept(math::max(1.0f, 2.0f)) && noexcept(math::min(1.0, 2.0)) &&
              noexcept(math::max(1, 2)) && noexcept(math::min(1, 2.0)));

// Both, in both orders, and bit for bit.
template <class T> constexpr void check_ordered(report& r, T known_smaller, T known_larger) {
  const T smaller = launder(known_smaller), larger = launder(known_larger);
  r.same(math::max(smaller, larger), larger);
  r.same(math::max(larger, smaller), larger);
  r.same(math::min(smaller, larger), smaller);
  r.same(math::min(larger, smaller), smaller);
  r.same(math::max(smaller, smaller), smaller);
  r.same(math::min(larger, larger), larger);
}

template <class T> constexpr void integers(report& r) {
  check_ordered(r, T(1), T(2));
  check_ordered(r, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
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

// In a function for all of them, math::max and min need no using-declaration.
template <class T> constexpr void in_a_generic_function(report& r) {
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
}

template <class A, class B>
concept have_a_maximum = requires(const A& a, const B& b) { math::max(a, b); };
static_assert(!have_a_maximum<int, unsigned> && !have_a_maximum<int, const char*>);
static_assert(!have_a_maximum<matrix<int, 1, 1>, matrix<int, 1, 1>>);

static_assert(noexcept(math::select(true, 1.0f, 2.0f)) && noexcept(math::select(true, 1, 2.0)));

template <class T> constexpr void check_both_ways(report& r, T known_a, T known_b) {
  const T a = launder(known_a), b = launder(known_b);
  r.same(math::select(launder(true), a, b), a);
  r.same(math::select(launder(false), a, b), b);
  r.same(math::select(launder(true), b, a), b);
  r.same(math::select(launder(false), b, a), a);
}

static_assert(noexcept(math::rounded(1.0f)) && noexcept(math::rounded(1.0)));

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/math/max.hpp promises. NaN is the program's: runtime_tests/math/max.cpp.
  tests.executed<float, double, int>(
      "in a generic function", []<class T>(report& r) { in_a_generic_function<T>(r); });
  tests.proved("in a generic function, interval",
      [](report& r) { in_a_generic_function<interval<float>>(r); });
  tests.proved("in a generic function, influence",
      [](report& r) { in_a_generic_function<influence<double, 2>>(r); });
  tests.proved(
      "in a generic function, dual", [](report& r) { in_a_generic_function<dual<float>>(r); });
  tests.executed("in a generic function, counted",
      [](report& r) { in_a_generic_function<counted<double>>(r); });
  // Numbers of two types meet as in a + b.
  tests.proved("two types", [](report& r) {
    static_assert(std::is_same_v<decltype(math::max(1.5f, 0)), float>);
    static_assert(std::is_same_v<decltype(math::min(1.5f, 0.0)), double>);
    static_assert(std::is_same_v<decltype(math::max(1, 2l)), long>);
    r.check(math::max(launder(1.5f), 2) == 2 && math::min(2, launder(1.5f)) == 1.5f);
    r.check(math::max(launder(0.1f), 0.1) == 0.1f && math::min(0.1, launder(0.1f)) == 0.1);
    r.check(identical(math::max(launder(interval<float>(-1, 2)), 0), interval<float>(0, 2)));
    r.check(math::min(1, influence<float, 2>::input(1)).reached_by(1));
  });
  tests.executed<float, double>("numbers", []<class T>(report& r) {
    using limits = std::numeric_limits<T>;
    check_ordered(r, T(1), T(2));
    check_ordered(r, T(-2), T(-1));
    check_ordered(r, T(-3), T(0.5));
    check_ordered(r, T(1), T(1) + limits::epsilon());
    check_ordered(r, T(0), limits::denorm_min());
    check_ordered(r, -limits::denorm_min(), T(0));
    check_ordered(r, -limits::max(), limits::max());
  });
  tests.executed<float, double>("infinities", []<class T>(report& r) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    check_ordered(r, -infinity, infinity);
    check_ordered(r, std::numeric_limits<T>::max(), infinity);
    check_ordered(r, -infinity, std::numeric_limits<T>::lowest());
  });
  // -0 is below +0, or the result of a reduction would depend on its order.
  tests.executed<float, double>(
      "zeros", []<class T>(report& r) { check_ordered(r, T(-0.0), T(0.0)); });
  tests.proved("integers, int", [](report& r) { integers<int>(r); });
  tests.proved("integers, 64 bits without sign", [](report& r) { integers<std::uint64_t>(r); });
  tests.proved("integers, 8 bits", [](report& r) { integers<std::int8_t>(r); });
  // A scalar's own functions are found, and the functions for arithmetic types.
  tests.executed("by argument-dependent lookup", [](report& r) {
    using math::max, math::min;
    const archetype a = launder(archetype(-1)), b = launder(archetype(2));
    r.check(max(a, b).value() == 2 && min(a, b).value() == -1);
    r.check(max(launder(-1.0), 2.0) == 2 && min(launder(-1.0), 2.0) == -1);
  });
  tests.executed("in the order of the call", [](report& r) {
    const limited x = launder(limited{2});
    r.check(math::max(x, limit{3}).x == 3 && math::max(x, limit{1}).x == 2);
    r.check(math::min(x, limit{3}).x == 2 && math::min(x, limit{1}).x == 1);
  });
  // What attn/math/max.hpp promises.
  tests.executed<float, double, int>("one or the other", []<class T>(report& r) {
    check_both_ways(r, T(1), T(2));
    check_both_ways(r, T(-7), T(0));
    check_both_ways(r, std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest());
  });
  // What is not chosen does not take part: 0 * infinity and a NaN would be seen.
  tests.executed<float, double>("nothing leaks", []<class T>(report& r) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    constexpr T nan = std::numeric_limits<T>::quiet_NaN();
    check_both_ways(r, T(0), infinity);
    check_both_ways(r, T(-0.0), T(0.0));
    check_both_ways(r, -infinity, infinity);
    r.same(math::select(launder(true), launder(T(3)), launder(nan)), T(3));
    r.same(math::select(launder(false), launder(nan), launder(T(-0.0))), T(-0.0));
  });
  // A scalar's own function is found, and the one for arithmetic types.
  tests.executed("by argument-dependent lookup", [](report& r) {
    using math::select;
    const archetype a = launder(archetype(1)), b = launder(archetype(2));
    r.check(select(launder(true), a, b).value() == 1 && select(launder(false), a, b).value() == 2);
    r.check(select(launder(true), 1, 2) == 1 && select(launder(false), 1, 2) == 2);
  });
  // math::select needs no using-declaration; numbers of two types meet as in a + b.
  tests.executed("in a generic function", [](report& r) {
    const auto or_zero = [](bool keep, const auto& x) { return math::select(keep, x, 0); };
    r.check(or_zero(launder(true), 1.5f) == 1.5f && or_zero(launder(false), 1.5) == 0);
    static_assert(std::is_same_v<decltype(or_zero(true, 1.5f)), float>);
    using I = influence<double, 2>;
    r.check(or_zero(launder(true), I::input(1)).reached_by(1));
    r.check(!or_zero(launder(false), I::input(1)).reached_by(1));
  });
  // What attn/math/rounded.hpp promises: the value, and that a product is rounded before it is added.
  // (1 + e)^2 - (1 + 2e) is e^2 if the product is not rounded, and 0 if it is.
  tests.executed<float, double>("a product is rounded", []<class T>(report& r) {
    const T e = std::numeric_limits<T>::epsilon();
    const T a = launder(1 + e), b = launder(-(1 + 2 * e));
    r.check(math::rounded(a * a) + b == 0);
  });
  tests.executed<float, double>("is its argument", []<class T>(report& r) {
    for (const T x : {T(0), T(-0.0), T(1.5), std::numeric_limits<T>::max(),
             std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::infinity()})
      r.same(math::rounded(launder(x)), x);
  });
  // What attn/math/rounded.hpp promises.
  // Of a number nothing is changed, be it right or wrong.
  tests.executed<float, double>("numbers stay", []<class T>(report& r) {
    for (const T x : {T(-0.0), T(3.5), T(-2)}) {
      r.same(math::assume_at_most(launder(x), 1), x);
      r.same(math::assume_at_least(launder(x), 1), x);
    }
    r.check(math::assume_at_most(archetype(2), 0).value() == 2);
  });
  // A scalar's own is found.
  tests.executed("a customisation point", [](report& r) {
    using math::assume_at_least, math::assume_at_most;
    const auto x = launder(interval<double>(-1, 2));
    r.check(identical(assume_at_most(x, 0), interval<double>(-1, 0)));
    r.check(identical(assume_at_least(x, 1), interval<double>(1, 2)));
  });
  // A bound keeps its fraction, and is rounded outward where the element type does not have it.
  tests.executed("bounds with fractions", [](report& r) {
    using math::assume_at_least, math::assume_at_most;
    const auto x = launder(interval<double>(-3, 3));
    r.check(identical(assume_at_most(x, 1.75), interval<double>(-3, 1.75)));
    r.check(identical(assume_at_least(x, launder(-1.25f)), interval<double>(-1.25, 3)));
    const auto y = launder(interval<float>(-3, 3));
    r.check(assume_at_most(y, 1.9).contains(1.9) && assume_at_least(y, -1.9).contains(-1.9));
    r.check(!assume_at_most(y, 1.9).contains(1.90001) && !assume_at_least(y, -1.9).contains(-1.91));
    r.same(math::assume_at_most(launder(2.5), 1.9), 2.5);
  });
};
}  // namespace attn_tests::math_max_tests
