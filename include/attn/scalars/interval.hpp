// SPDX-License-Identifier: BSL-1.0
// interval<T>: all numbers from `lower` to `upper`. With this element type, every operation and
// every model computes bounds of its result for all inputs within their bounds.
//
//   interval<float> x(-100, 100);
//   exp(x).upper             +inf: float's exp can overflow there
//   x.contains(3), x.bounded()
//
// Guaranteed, for inputs within their bounds: the exact result of the formula is within the bounds,
// and so is the result of the same operations in T, including rounding. So "bounded" is a proof
// that the result is finite. Bounds are moved outward to the next representable number, at compile
// time and at run time. Exact sums and products with 0 and ±1 are not widened. T is float or
// double. Numbers that T cannot represent are rounded outward as well: interval<float>(0.1)
// contains both 0.1 and 0.1f.
//
// Where an operation may be undefined (inf - inf, 0 * inf, x / 0, sqrt(-1)), may_be_nan is set, and
// remains set in results. Where an operation on finite numbers may be undefined or infinite,
// may_overflow is set, and remains set in results, also where they are finite: tanh(exp(x)).
// -inf + x and exp(-inf), as of a masked score, are no overflow. What select or a mask leaves out
// does not count.
//
// The bounds of functions are moved by 4 representable numbers on each side, twice their error of
// 1 ulp, but not beyond the range of the function: exp is not negative, and at most 1 for negative
// arguments. Bounds are safe, but may be loose, because an interval does not record how it was
// computed: x - x is not 0 but [-w, w] where w is the width of x.
//
// Known bounds of whole rows are used (scalars/detail/interval_norm.hpp). x * x of one object is
// not negative. The weights of a softmax are at most 1 / (1 + sum of exp(x_j - x_i)) and sum to 1,
// so that attention is between the smallest and the largest value. A row of layer_norm is within
// sqrt(n - 1) and a row of rms_norm within sqrt(n), before gain and bias. Roundings are always
// added. Other functions state known bounds of their steps (math/rounded.hpp).
#pragma once

#include <concepts>
#include <type_traits>

#include <attn/detail/directed_rounding.hpp>
#include <attn/math/element_functions.hpp>
#include <attn/scalars/analysis_scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void the_bounds_of_an_interval_must_be_in_order() {}

template <std::floating_point T>
struct interval;
template <class T>
inline constexpr bool is_analysis_scalar<interval<T>> = true;

template <std::floating_point T>
struct interval {
  T lower{}, upper{};
  bool may_be_nan = false;
  bool may_overflow = false;  // here, or in what it was computed from

  ATTN_ABI constexpr interval() = default;
  // A number. Implicit, as 2 is in x * 2.
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr interval(const U& x)
      : lower(detail::converted_below<T>(x)), upper(detail::converted_above<T>(x)) {
    if (detail::is_nan(upper)) *this = anything();
  }
  template <class U, class V>
    requires(std::is_arithmetic_v<U> && std::is_arithmetic_v<V>)
  ATTN_ABI constexpr interval(const U& from, const V& to) {
    if (in_order(from, to)) {
      lower = detail::converted_below<T>(from);
      upper = detail::converted_above<T>(to);
    } else {
      the_bounds_of_an_interval_must_be_in_order();
      *this = anything();
    }
  }
  ATTN_ABI static constexpr interval anything() {
    interval x(T(-detail::infinite<T>), T(detail::infinite<T>));
    x.may_be_nan = x.may_overflow = true;
    return x;
  }

  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr bool contains(const U& x) const {
    if (detail::is_nan(x)) return may_be_nan;
    return lower <= detail::converted_below<T>(x) && detail::converted_above<T>(x) <= upper;
  }
  // Every value is a finite number.
  ATTN_ABI constexpr bool bounded() const {
    return !may_be_nan && lower > -detail::infinite<T> && upper < detail::infinite<T>;
  }

  // The same bounds, as objects: see analysis_scalar.hpp, as for == and conversions.
  ATTN_ABI friend constexpr bool identical(const interval& a, const interval& b) {
    return a.lower == b.lower && a.upper == b.upper && a.may_be_nan == b.may_be_nan &&
           a.may_overflow == b.may_overflow;
  }
  ATTN_REJECT_CONVERSION(interval, "an interval",
                         "analysis would end; to read a result: x.lower, x.upper")

  ATTN_ABI friend constexpr interval operator+(const interval& a, const interval& b) {
    const bool undefined = (a.has_top() && b.has_bottom()) || (a.has_bottom() && b.has_top());
    if (undefined) return anything();
    return computed(detail::sum_below(a.lower, b.lower), detail::sum_above(a.upper, b.upper), a, b);
  }
  ATTN_ABI friend constexpr interval operator-(const interval& a) {
    return checked(-a.upper, -a.lower, a, a);
  }
  ATTN_ABI friend constexpr interval operator-(const interval& a, const interval& b) {
    return a + -b;
  }
  // The same object twice is one number twice: x * x is a square.
  ATTN_ABI friend constexpr interval operator*(const interval& a, const interval& b) {
    if (&a == &b) return a.square();
    if ((a.has_zero() && b.unlimited()) || (b.has_zero() && a.unlimited())) return anything();
    if (!(a.lower < T(0)) || !(a.upper > T(0))) return a.times(b);
    using detail::product_above, detail::product_below;
    return computed((math::min)(product_below(a.lower, b.upper), product_below(a.upper, b.lower)),
                    (math::max)(product_above(a.lower, b.lower), product_above(a.upper, b.upper)),
                    a, b);
  }
  ATTN_ABI friend constexpr interval operator/(const interval& a, const interval& b) {
    if (b.has_zero() || (a.unlimited() && b.unlimited())) return anything();
    const T c[] = {a.lower, a.upper}, d[] = {b.lower, b.upper};
    T low = detail::infinite<T>, high = -detail::infinite<T>;
    for (const T x : c)
      for (const T y : d) {
        low = (math::min)(low, detail::quotient_below(x, y));
        high = (math::max)(high, detail::quotient_above(x, y));
      }
    return computed(low, high, a, b);
  }

  ATTN_ABI friend constexpr interval(max)(const interval& a, const interval& b) {
    return checked((math::max)(a.lower, b.lower), (math::max)(a.upper, b.upper), a, b);
  }
  ATTN_ABI friend constexpr interval(min)(const interval& a, const interval& b) {
    return checked((math::min)(a.lower, b.lower), (math::min)(a.upper, b.upper), a, b);
  }
  ATTN_ABI friend constexpr interval select(bool keep, const interval& a, const interval& b) {
    return keep ? a : b;
  }

  // a, which is known to be within b as well.
  ATTN_ABI friend constexpr const interval& bounds_of(const interval& a) { return a; }
  ATTN_ABI friend constexpr interval within_bounds(const interval& a, const interval& b) {
    if (a.may_be_nan || b.may_be_nan) return b;
    return checked((math::max)(a.lower, b.lower), (math::min)(a.upper, b.upper), b, b);
  }

  // An assumption narrows the bounds. It does not rule out a NaN, and as a NaN it is none.
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI friend constexpr interval assume_at_most(const interval& a, const U& bound) {
    if (detail::is_nan(bound)) return a;
    const T top = (math::min)(a.upper, detail::converted_above<T>(bound));
    return checked((math::min)(a.lower, top), top, a, a);
  }
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI friend constexpr interval assume_at_least(const interval& a, const U& bound) {
    if (detail::is_nan(bound)) return a;
    const T bottom = (math::max)(a.lower, detail::converted_below<T>(bound));
    return checked(bottom, (math::max)(a.upper, bottom), a, a);
  }

  ATTN_ABI friend constexpr interval erf(const interval& a) {
    return a.rising(math::erf<T>, -1, 1);
  }
  ATTN_ABI friend constexpr interval exp(const interval& a) {
    const interval y = a.rising(math::exp<T>, 0, detail::infinite<T>);
    return a.upper <= T(0) ? assume_at_most(y, 1) : a.lower >= T(0) ? assume_at_least(y, 1) : y;
  }
  ATTN_ABI friend constexpr interval log(const interval& a) {
    if (a.lower < T(0)) return anything();
    const interval y = a.rising(math::log<T>);
    return a.lower >= T(1) ? assume_at_least(y, 0) : a.upper <= T(1) ? assume_at_most(y, 0) : y;
  }
  ATTN_ABI friend constexpr interval log1p(const interval& a) {
    return a.lower < T(-1) ? anything() : a.rising(math::log1p<T>);
  }
  ATTN_ABI friend constexpr interval sigmoid(const interval& a) {
    return a.rising(math::sigmoid<T>, 0, 1);
  }
  ATTN_ABI friend constexpr interval sqrt(const interval& a) {
    return a.lower < T(0) ? anything() : a.rising(math::sqrt<T>, 0, detail::infinite<T>);
  }
  ATTN_ABI friend constexpr interval tanh(const interval& a) {
    return a.rising(math::tanh<T>, -1, 1);
  }

  // No steeper than 1: the value in the middle, and as much as the interval is wide on either side.
  ATTN_ABI friend constexpr interval cos(const interval& a) { return a.wave(math::cos<T>); }
  ATTN_ABI friend constexpr interval sin(const interval& a) { return a.wave(math::sin<T>); }

  // Of positive numbers the extremes are at the corners. Of others too, or at 0, if the exponent is
  // an integer.
  ATTN_ABI friend constexpr interval pow(const interval& a, const interval& b) {
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
        low = (math::min)(low, -detail::steps_above(-corner, neighbours));
        high = (math::max)(high, detail::steps_above(corner, neighbours));
      }
    const bool even = integer && static_cast<int>(b.lower) % 2 == 0;
    if (even && a.has_zero() && b.lower > T(0)) low = T(0);
    if (positive || even) low = (math::max)(low, T(0));
    return computed(low, high, a, b);
  }

 private:
  static constexpr int neighbours = 4;

  template <class U, class V>
  ATTN_ABI static constexpr bool in_order(const U& from, const V& to) {
    if constexpr (std::is_same_v<U, V>)
      return from <= to;
    else
      return !detail::is_nan(from) && !detail::is_nan(to) &&
             detail::converted_below<T>(from) <= detail::converted_above<T>(to);
  }

  ATTN_ABI constexpr bool has_top() const { return upper > detail::largest_finite<T>; }
  ATTN_ABI constexpr bool has_bottom() const { return lower < -detail::largest_finite<T>; }
  ATTN_ABI constexpr bool has_zero() const { return lower <= T(0) && T(0) <= upper; }
  ATTN_ABI constexpr bool unlimited() const { return has_top() || has_bottom(); }

  ATTN_ABI constexpr interval(const T& from, const T& to, bool nan, bool overflow)
      : lower(from), upper(to), may_be_nan(nan), may_overflow(overflow) {}
  // The result of an operation that cannot overflow.
  ATTN_ABI static constexpr interval checked(const T& low, const T& high, const interval& a,
                                             const interval& b, bool overflow = false) {
    if (low <= high)
      return interval(low, high, a.may_be_nan || b.may_be_nan,
                      overflow || a.may_overflow || b.may_overflow);
    the_bounds_of_an_interval_must_be_in_order();
    return anything();
  }
  // … and of one that can: it may be infinite, of numbers that are not.
  ATTN_ABI static constexpr interval computed(const T& low, const T& high, const interval& a,
                                              const interval& b) {
    return checked(low, high, a, b,
                   (high > detail::largest_finite<T> || low < -detail::largest_finite<T>) &&
                       !(a.infinite() || b.infinite()));
  }
  ATTN_ABI constexpr bool infinite() const { return lower == upper && unlimited(); }
  // Of numbers of one sign, or 0, two of the four products: those that b's bounds choose.
  ATTN_ABI constexpr interval times(const interval& b) const {
    const bool rises = lower >= T(0);
    const T &least = rises ? b.lower : b.upper, &most = rises ? b.upper : b.lower;
    return computed(detail::product_below(least, least < T(0) ? upper : lower),
                    detail::product_above(most, most < T(0) ? lower : upper), *this, b);
  }
  ATTN_ABI constexpr interval square() const {
    const T least = (math::max)(lower, -upper), most = (math::max)(-lower, upper);
    const T low = least > T(0) ? (math::max)(T(0), detail::product_below(least, least)) : T(0);
    return computed(low, detail::product_above(most, most), *this, *this);
  }
  ATTN_ABI constexpr interval rising(T (*f)(T), T lowest = -detail::infinite<T>,
                                     T highest = detail::infinite<T>) const {
    const T low = -detail::steps_above(-f(lower), neighbours);
    const T high = detail::steps_above(f(upper), neighbours);
    return computed((math::max)(low, lowest), (math::min)(high, highest), *this, *this);
  }
  ATTN_ABI constexpr interval wave(T (*f)(T)) const {
    if (unlimited()) return anything();
    const T middle = detail::rounded(lower / 2) + detail::rounded(upper / 2);
    const T reach =
        (math::max)(detail::sum_above(upper, -middle), detail::sum_above(middle, -lower));
    const T y = f(middle);
    const T low = detail::sum_below(-detail::steps_above(-y, neighbours), -reach);
    const T high = detail::sum_above(detail::steps_above(y, neighbours), reach);
    return checked((math::max)(low, T(-1)), (math::min)(high, T(1)), *this, *this);
  }
};

}  // namespace attn
ATTN_STRICT_FP_END

#include <attn/scalars/detail/interval_norm.hpp>

// The numbers of T: without this, lowest() and epsilon() of an element would be 0.
namespace std {
template <std::floating_point T>
struct numeric_limits<attn::interval<T>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;  // no arithmetic type
};
}  // namespace std
