// SPDX-License-Identifier: BSL-1.0
// affine<T, N>: an affine form, the element of a zonotope: how a number depends on N inputs, to
// first order, and bounds of the rest. With this element type, every operation and every model
// computes bounds that remember where numbers come from: x - x is 0, and bounds of small
// neighbourhoods do not grow with every layer, as the neighbourhoods of interval do.
//
//   x = center + sum of slope[j] * e_j + r,   e_j from -1 to 1, |r| <= error;   x in range
//   |what T computes - the exact result| <= rounding, for the same inputs
//
// certify(f, x, eps) (scalars/certify.hpp) makes them of inputs. A number converts to a form
// without slopes.
//
// Guaranteed, for all e_j: the exact result of the formula has this form, and so has the result of
// the same operations in T, including rounding. Terms of second order, the roundings of T and the
// roundings of centre and slopes are added to the error. range has the bounds of interval<T>,
// intersected with the range of the form at every step.
//
// A function is linear with its slope at the centre, and its error comes from bounds of the first
// or the second derivative. max of two forms is the line above it. softmax, averages and norms are
// exact but for roundings (scalars/detail/affine_rows.hpp). Where nothing linear is known (pow, a
// number that may be NaN or infinite or beyond 2^60), error is infinite, and only range holds.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <attn/detail/directed_rounding.hpp>
#include <attn/math/max.hpp>
#include <attn/scalars/interval.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <std::floating_point T, std::size_t N>
struct affine;
template <class T, std::size_t N>
inline constexpr bool is_analysis_scalar<affine<T, N>> = true;
namespace detail {
template <std::floating_point T, std::size_t N>
struct affine_steps;
}

template <std::floating_point T, std::size_t N>
struct affine {
  using steps = detail::affine_steps<T, N>;

  // Beyond, a form is only a range: a product of a larger one could overflow.
  ATTN_ABI static constexpr T largest = T(0x1p60);

  T center{}, error{};
  T spread{};  // at least the sum of the slopes without their signs
  T slope[N]{};
  T rounding{};
  interval<T> range{};

  ATTN_ABI constexpr affine() = default;
  // A number. Implicit, as 2 is in x * 2.
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr affine(const U& x) : affine(interval<T>(x)) {}
  // Any number of an interval.
  ATTN_ABI constexpr affine(const interval<T>& x) : rounding(width_of(x)), range(x) {
    if (!is_small(x)) {
      error = detail::infinite<T>;
    } else if (x.lower == x.upper) {
      center = x.lower;
    } else {
      center = detail::rounded(x.lower / 2) + detail::rounded(x.upper / 2);
      error = distance_from(center);
    }
  }
  // Input number `at`: all numbers within eps of x.
  ATTN_ABI static constexpr affine input(const T& x, double eps, std::size_t at) {
    const interval<T> by(eps);
    affine y(interval<T>(x) + interval<T>(-by.upper, by.upper));
    y.rounding = T(0);  // an input is a number of T
    if (!y.linear()) return y;
    y.center = x;
    y.slope[at] = y.spread = by.upper;
    y.error = T(0);
    return y;
  }

  // Whether more than the range is known.
  ATTN_ABI constexpr bool linear() const { return error < detail::infinite<T>; }
  // Whether it is one number.
  ATTN_ABI constexpr bool constant() const { return spread == T(0) && error == T(0); }
  // The largest distance of a value from the centre.
  ATTN_ABI constexpr T radius() const {
    return (math::min)(inflated(spread + error), distance_from(center));
  }

  // The same form, as objects: see analysis_scalar.hpp, as for == and conversions.
  ATTN_ABI friend constexpr bool identical(const affine& a, const affine& b) {
    bool same = a.center == b.center && a.error == b.error && a.rounding == b.rounding &&
                identical(a.range, b.range);
    for (std::size_t j = 0; j < N; ++j) same = same && a.slope[j] == b.slope[j];
    return same;
  }
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr explicit operator U() const {
    return static_cast<U>(range);  // an error: an analysis scalar does not convert
  }

  ATTN_ABI friend constexpr affine operator+(const affine& a, const affine& b) {
    const interval<T> y = a.range + b.range;
    return steps::sum(a, b, y, steps::rounding_of(y));
  }
  ATTN_ABI friend constexpr affine operator-(const affine& a) {
    affine y = a;
    y.center = -a.center;
    for (T& s : y.slope) s = -s;
    y.range = -a.range;
    return y;
  }
  ATTN_ABI friend constexpr affine operator-(const affine& a, const affine& b) {
    const interval<T> y = a.range - b.range;
    return steps::sum(a, -b, y, steps::rounding_of(y));
  }
  ATTN_ABI friend constexpr affine operator*(const affine& a, const affine& b) {
    const interval<T> y = a.range * b.range;  // a square, if a and b are one object
    return steps::product(a, b, y, steps::rounding_of(y));
  }
  ATTN_ABI friend constexpr affine operator/(const affine& a, const affine& b) {
    const interval<T> y = a.range / b.range;
    return steps::product(a, steps::inverse(b), y, steps::rounding_of(y));
  }

  ATTN_ABI friend constexpr affine(max)(const affine& a, const affine& b) {
    const interval<T> both = (math::max)(a.range, b.range);
    const auto either = [&](affine y) {
      y.range.may_overflow = both.may_overflow;
      return y;
    };
    if (a.range.may_be_nan || b.range.may_be_nan) return steps::only(both);
    if (b.range.upper <= a.range.lower) return either(a);
    if (a.range.upper <= b.range.lower) return either(b);
    if (!a.linear() || !b.linear()) return affine(both);
    // b + max(d, 0), d = a - b: between 0, d and the line from the end of one to the end of the
    // other.
    const affine d = steps::sum(a, -b, a.range - b.range, T(0));
    if (!d.linear() || !(d.range.lower < T(0) && d.range.upper > T(0))) {
      if (d.linear() && d.range.lower >= T(0)) return either(a);
      if (d.linear() && d.range.upper <= T(0)) return either(b);
      return affine(both);
    }
    const interval<T> low(d.range.lower), high(d.range.upper);
    const affine ratio(high / (high - low));
    const interval<T> farther((math::max)(-low.lower, high.upper));
    const interval<T> most =
        -interval<T>(ratio.center) * low + interval<T>(2 * ratio.error) * farther;
    const interval<T> excess(T(0), most.upper);
    const interval<T> share(ratio.center);
    affine y = steps::product(affine(share), d, share * d.range, T(0));
    y = steps::sum(y, affine(excess), y.range + excess, T(0));
    y = steps::sum(b, y, both, T(0));
    y.rounding = (math::min)((math::max)(a.rounding, b.rounding), width_of(both));
    return y;
  }
  ATTN_ABI friend constexpr affine(min)(const affine& a, const affine& b) {
    return -(math::max)(-a, -b);
  }
  ATTN_ABI friend constexpr affine select(bool keep, const affine& a, const affine& b) {
    return keep ? a : b;
  }
  // See interval: of a form whose exact result and whose result in T are both within b.
  ATTN_ABI friend constexpr const interval<T>& bounds_of(const affine& a) { return a.range; }
  ATTN_ABI friend constexpr affine within_bounds(const affine& a, const interval<T>& b) {
    if (!a.linear()) return affine(within_bounds(a.range, b));
    affine y = a;
    y.range = within_bounds(a.range, b);
    y.rounding = width_of(y.range);
    return y;
  }
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI friend constexpr affine assume_at_most(const affine& a, const U& bound) {
    affine y = a;
    y.range = assume_at_most(a.range, bound);
    return y;
  }
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI friend constexpr affine assume_at_least(const affine& a, const U& bound) {
    affine y = a;
    y.range = assume_at_least(a.range, bound);
    return y;
  }

  ATTN_ABI friend constexpr affine pow(const affine& a, const affine& b) {
    return affine(pow(a.range, b.range));
  }

  // The range and the centre, between which a derivative is needed.
  ATTN_ABI constexpr interval<T> around() const {
    interval<T> x = range;
    x.lower = (math::min)(x.lower, center);
    x.upper = (math::max)(x.upper, center);
    return x;
  }
  ATTN_ABI constexpr interval<T> middle() const { return interval<T>(center); }
  ATTN_ABI constexpr T sum_of_slopes() const {
    T sum = T(0);
    for (const T& s : slope) sum = sum + (s < T(0) ? -s : s);
    return inflated(sum);
  }
  ATTN_ABI static constexpr T magnitude(const interval<T>& x) {
    return (math::max)(-x.lower, x.upper);
  }
  ATTN_ABI static constexpr T width_of(const interval<T>& x) {
    return x.bounded() ? detail::sum_above(x.upper, -x.lower) : detail::infinite<T>;
  }
  ATTN_ABI static constexpr T size_of(const T& x) { return x < T(0) ? -x : x; }
  // Above a sum of up to N + 20 numbers that are not negative, each rounded a few times.
  ATTN_ABI static constexpr T inflated(const T& sum) {
    return detail::rounded(sum * (T(1) + T(2 * N + 64) * epsilon));
  }
  ATTN_ABI static constexpr bool is_small(const interval<T>& x) {
    return x.bounded() && magnitude(x) < largest;
  }

 private:
  ATTN_ABI static constexpr T epsilon = attn::detail::limits<T>::epsilon;

  ATTN_ABI constexpr T distance_from(const T& c) const {
    return (math::max)(
        T(0), (math::max)(detail::sum_above(range.upper, -c), detail::sum_above(c, -range.lower)));
  }
};

}  // namespace attn
ATTN_STRICT_FP_END

#include <attn/scalars/detail/affine_rows.hpp>
#include <attn/scalars/detail/affine_steps.hpp>

// The numbers of T: without this, lowest() and epsilon() of an element would be 0.
namespace std {
template <std::floating_point T, size_t N>
struct numeric_limits<attn::affine<T, N>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;  // no arithmetic type
};
}  // namespace std
