// SPDX-License-Identifier: BSL-1.0
// interval<T>: all numbers from `lower` to `upper`, as an element of tensors: every operation and
// every model then computes bounds of its result, for all inputs between theirs.
//
//   interval<float> x(-100, 100);
//   exp(x).upper             +inf: float's exp can overflow there
//   x.contains(3), x.bounded()
//
// Guaranteed are, for inputs within their bounds, the exact result of the formula, and what the
// same operations give in T, roundings and all: so "bounded" is a proof that no operation overflows
// and that none is undefined. Bounds are moved outward to a neighbour by its bits, at run time and
// at compile time alike; exact sums and products with 0 and ±1 stay. T is float or double.
//
// Where an operation may be undefined (inf - inf, 0 * inf, x / 0, sqrt(-1)), may_be_nan is set, and
// stays. Functions: 4 neighbours on each side, which covers their 1 ulp twice, and never beyond
// what they cannot exceed: exp is not negative, and at most 1 below 0.
// Bounds are safe, and may be loose, for an interval does not know where it comes from: x - x is
// not 0 but [-w, w] where x is w wide. Softmax and the norms say what they know (math/given.hpp).
#pragma once

#include <concepts>
#include <type_traits>

#include <attn/detail/outward.hpp>
#include <attn/math/cos.hpp>
#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/log1p.hpp>
#include <attn/math/max.hpp>
#include <attn/math/pow.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>

namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
inline void the_bounds_of_an_interval_must_be_in_order() {}

template <std::floating_point T>
struct interval {
  T lower{}, upper{};
  bool may_be_nan = false;

  constexpr interval() = default;
  // A number; implicit, as 2 is in x * 2.
  template <class U>
    requires std::is_arithmetic_v<U>
  constexpr interval(const U& x)
      : lower(static_cast<T>(x)), upper(static_cast<T>(x)), may_be_nan(lower != lower) {}
  constexpr interval(const T& from, const T& to) : lower(from), upper(to) {
    if (!(from <= to)) {
      the_bounds_of_an_interval_must_be_in_order();
      *this = anything();
    }
  }
  static constexpr interval anything() {
    interval x(-detail::infinite<T>, detail::infinite<T>);
    x.may_be_nan = true;
    return x;
  }

  constexpr bool contains(const T& x) const {
    return x != x ? may_be_nan : lower <= x && x <= upper;
  }
  // Every value is a finite number.
  constexpr bool bounded() const {
    return !may_be_nan && lower > -detail::infinite<T> && upper < detail::infinite<T>;
  }

  friend constexpr bool operator==(const interval&, const interval&) = default;

  friend constexpr interval operator+(const interval& a, const interval& b) {
    const bool undefined = (a.has_top() && b.has_bottom()) || (a.has_bottom() && b.has_top());
    if (undefined) return anything();
    return checked(detail::sum_below(a.lower, b.lower), detail::sum_above(a.upper, b.upper), a, b);
  }
  friend constexpr interval operator-(const interval& a) {
    return checked(-a.upper, -a.lower, a, a);
  }
  friend constexpr interval operator-(const interval& a, const interval& b) { return a + -b; }
  friend constexpr interval operator*(const interval& a, const interval& b) {
    if ((a.unlimited() && b.contains(0)) || (b.unlimited() && a.contains(0))) return anything();
    const T c[] = {a.lower, a.upper}, d[] = {b.lower, b.upper};
    T low = detail::infinite<T>, high = -detail::infinite<T>;
    for (const T x : c)
      for (const T y : d) {
        low = math::min(low, detail::product_below(x, y));
        high = math::max(high, detail::product_above(x, y));
      }
    return checked(low, high, a, b);
  }
  friend constexpr interval operator/(const interval& a, const interval& b) {
    if (b.contains(0) || (a.unlimited() && b.unlimited())) return anything();
    const T c[] = {a.lower, a.upper}, d[] = {b.lower, b.upper};
    T low = detail::infinite<T>, high = -detail::infinite<T>;
    for (const T x : c)
      for (const T y : d) {
        low = math::min(low, detail::quotient_below(x, y));
        high = math::max(high, detail::quotient_above(x, y));
      }
    return checked(low, high, a, b);
  }

  friend constexpr interval max(const interval& a, const interval& b) {
    return checked(math::max(a.lower, b.lower), math::max(a.upper, b.upper), a, b);
  }
  friend constexpr interval min(const interval& a, const interval& b) {
    return checked(math::min(a.lower, b.lower), math::min(a.upper, b.upper), a, b);
  }
  friend constexpr interval select(bool keep, const interval& a, const interval& b) {
    return keep ? a : b;
  }

  // What is known besides narrows the bounds; a NaN it does not rule out.
  friend constexpr interval given_at_most(const interval& a, int bound) {
    const T top = math::min(a.upper, static_cast<T>(bound));
    return checked(math::min(a.lower, top), top, a, a);
  }
  friend constexpr interval given_at_least(const interval& a, int bound) {
    const T bottom = math::max(a.lower, static_cast<T>(bound));
    return checked(bottom, math::max(a.upper, bottom), a, a);
  }

  friend constexpr interval erf(const interval& a) { return a.rising(math::erf<T>, -1, 1); }
  friend constexpr interval exp(const interval& a) {
    const interval y = a.rising(math::exp<T>, 0, detail::infinite<T>);
    return a.upper <= T(0) ? given_at_most(y, 1) : a.lower >= T(0) ? given_at_least(y, 1) : y;
  }
  friend constexpr interval log(const interval& a) {
    if (a.lower < T(0)) return anything();
    const interval y = a.rising(math::log<T>);
    return a.lower >= T(1) ? given_at_least(y, 0) : a.upper <= T(1) ? given_at_most(y, 0) : y;
  }
  friend constexpr interval log1p(const interval& a) {
    return a.lower < T(-1) ? anything() : a.rising(math::log1p<T>);
  }
  friend constexpr interval sigmoid(const interval& a) { return a.rising(math::sigmoid<T>, 0, 1); }
  friend constexpr interval sqrt(const interval& a) {
    return a.lower < T(0) ? anything() : a.rising(math::sqrt<T>, 0, detail::infinite<T>);
  }
  friend constexpr interval tanh(const interval& a) { return a.rising(math::tanh<T>, -1, 1); }

  // No steeper than 1: the value in the middle, and as much as the interval is wide on either side.
  friend constexpr interval cos(const interval& a) { return a.wave(math::cos<T>); }
  friend constexpr interval sin(const interval& a) { return a.wave(math::sin<T>); }

  // Of positive numbers the extremes are at the corners; of others too, or at 0, if the exponent is
  // an integer.
  friend constexpr interval pow(const interval& a, const interval& b) {
    const bool integer = b.lower == b.upper && b.lower > T(-1e6) && b.lower < T(1e6) &&
                         T(static_cast<int>(b.lower)) == b.lower;
    const bool positive = a.lower > T(0);
    if (a.unlimited() || b.unlimited() || !(positive || (integer && b.lower >= T(0))))
      return anything();
    const T c[] = {a.lower, a.upper}, d[] = {b.lower, b.upper};
    T low = detail::infinite<T>, high = -detail::infinite<T>;
    for (const T x : c)
      for (const T y : d) {
        const T corner = math::pow(x, y);
        low = math::min(low, -detail::steps_above(-corner, neighbours));
        high = math::max(high, detail::steps_above(corner, neighbours));
      }
    const bool even = integer && static_cast<int>(b.lower) % 2 == 0;
    if (even && a.contains(0) && b.lower > T(0)) low = T(0);
    if (positive || even) low = math::max(low, T(0));
    return checked(low, high, a, b);
  }

 private:
  static constexpr int neighbours = 4;

  constexpr bool has_top() const { return upper == detail::infinite<T>; }
  constexpr bool has_bottom() const { return lower == -detail::infinite<T>; }
  constexpr bool unlimited() const { return has_top() || has_bottom(); }

  static constexpr interval checked(const T& low, const T& high, const interval& a,
                                    const interval& b) {
    interval y(low, high);
    y.may_be_nan = a.may_be_nan || b.may_be_nan;
    return y;
  }
  constexpr interval rising(T (*f)(T), T lowest = -detail::infinite<T>,
                            T highest = detail::infinite<T>) const {
    const T low = -detail::steps_above(-f(lower), neighbours);
    const T high = detail::steps_above(f(upper), neighbours);
    return checked(math::max(low, lowest), math::min(high, highest), *this, *this);
  }
  constexpr interval wave(T (*f)(T)) const {
    if (unlimited()) return anything();
    const T middle = detail::rounded(lower / 2) + detail::rounded(upper / 2);
    const T reach = math::max(detail::sum_above(upper, -middle), detail::sum_above(middle, -lower));
    const T y = f(middle);
    const T low = detail::sum_below(-detail::steps_above(-y, neighbours), -reach);
    const T high = detail::sum_above(detail::steps_above(y, neighbours), reach);
    return checked(math::max(low, T(-1)), math::min(high, T(1)), *this, *this);
  }
};

}  // namespace attn
