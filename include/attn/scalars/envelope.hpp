// SPDX-License-Identifier: BSL-1.0
// envelope<T>: every result that the evaluation of a formula in T may have, whatever the order of
// its sums: an oracle for the results of other programs. T is float or double.
//
//   const auto all = scaled_dot_product_attention(as<envelope<float>>(q), as<envelope<float>>(k),
//                                                 as<envelope<float>>(v));
//   is_within(result, all)          whether rounding explains a result (scalars/is_within.hpp)
//   all(0, 1).lower(), .upper()     the bounds, as double
//   all(0, 1).contains(x)           x a number
//
// Guaranteed: the exact result is within the bounds, and so is the result of the same formula in T,
//
//   - with sums in any order: of a product, of a reduction, and across operations, as a residual or
//     a bias that is added first;
//   - with products fused into sums or rounded before;
//   - with quotients a / b or a * (1 / b), and with the division of a softmax after its product
//     with the values;
//   - with intermediate results in T or in a format that has at least 11 more digits;
//   - with elementary functions that are off by up to Ulps units in the last place (sigmoid: by
//     Ulps + 2, as 1 / (1 + exp(-x)) is), 4 if not given: envelope<float, 20>.
//
// Not covered: another formula for the same function (a variance from the mean of the squares,
// Strassen's product, a softmax that is rescaled when its maximum changes), narrower formats, and
// subnormal numbers replaced by 0. Inputs are exact: they are numbers of T.
//
// Method: of a sum of n terms t_i, an envelope has bounds of the exact sum, a = sum |t_i|, the
// largest |t_i| and n. Any n - 1 additions have an error of at most u times the sum of the sizes of
// their results. A result that is the sum of m terms is at most m times the largest term, and at
// most M, the sum of the positive or of the negative terms: (a + |sum|) / 2. At most n - m + 1 of
// them are sums of m terms or more. So the error of every order is at most
//
//   u (1 + g(n)) (sum over m = 2 … n of min(m max |t_i|, M)),     g(k) = k u / (1 - k u)
//
// u is half an epsilon, times 1 + 2^-10 for the double rounding of wider formats. The factor covers
// terms of higher order (N. Higham, Accuracy and Stability of Numerical Algorithms, 2002, sections
// 3.1 and 4.2). The operand of any other operation is closed: its bounds are widened by that, and
// it is one term. A product is rounded once, a quotient twice. Bounds are double, rounded outward.
//
// Special values: a number that T does not have may be rounded or not, so 0.1 is both 0.1 and 0.1f.
// Infinite bounds are results that may overflow in T. What may be NaN (inf - inf, x / 0, the square
// root of a negative number) contains every number and NaN. -inf + x is -inf, and exp(-inf) is
// exactly 0, so that masked weights are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/fused_multiply_add.hpp>
#include <attn/detail/generic/norm.hpp>
#include <attn/detail/generic/softmax.hpp>
#include <attn/detail/storage.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/max.hpp>
#include <attn/scalars/interval.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <detail::binary_format T, int Ulps = 4>
struct envelope;
template <class T, int Ulps>
inline constexpr bool is_analysis_scalar<envelope<T, Ulps>> = true;

template <detail::binary_format T, int Ulps>
struct envelope {
  using bounds = interval<double>;

  bounds sum{};      // of the terms, whatever number each of them is, added without rounding
  double size{};     // at least the sum of the terms without their signs
  double peak{};     // at least the largest of them
  double terms = 1;  // how many

  ATTN_ABI constexpr envelope() = default;
  // A number. Implicit, as 2 is in x * 2. One that T does not have may be rounded to T.
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr envelope(const U& x) : envelope(number(x)) {}
  // One term within bounds.
  ATTN_ABI constexpr explicit envelope(const bounds& x) : sum(x), size(magnitude(x)), peak(size) {}
  ATTN_ABI static constexpr envelope anything() { return envelope(bounds::anything()); }

  // What a program may compute: the sum, rounded in any order. What overflows in T is infinite.
  ATTN_ABI constexpr bounds closed() const {
    if (terms == 1 || sum.may_be_nan || size == 0) return sum;
    if (is_infinite(sum)) return sum;
    if (terms * unit > 0.25) return bounds::anything();
    const double error = error_of_sum(terms, peak, (size + (math::max)(sum.upper, -sum.lower)) / 2);
    // The sums of the positive and of the negative terms, at most.
    const double positive = detail::sum_or_infinity(detail::rounded((size + sum.upper) / 2), error);
    const double negative = detail::sum_or_infinity(detail::rounded((size - sum.lower) / 2), error);
    if (positive > largest && negative > largest) return bounds::anything();
    bounds y = sum;
    y.lower = negative > largest ? -detail::infinite<double> : detail::sum_below(y.lower, -error);
    y.upper = positive > largest ? detail::infinite<double> : detail::sum_above(y.upper, error);
    return y;
  }
  ATTN_ABI constexpr double lower() const { return closed().lower; }
  ATTN_ABI constexpr double upper() const { return closed().upper; }
  ATTN_ABI constexpr bool may_be_nan() const { return closed().may_be_nan; }
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr bool contains(const U& x) const {
    return closed().contains(x);
  }

  // The same bounds and terms, as objects: see analysis_scalar.hpp, as for == and conversions.
  ATTN_ABI friend constexpr bool identical(const envelope& a, const envelope& b) {
    return identical(a.sum, b.sum) && a.size == b.size && a.peak == b.peak && a.terms == b.terms;
  }
  ATTN_REJECT_CONVERSION(envelope, "an envelope",
                         "analysis would end; to read a result: x.lower(), x.upper()")

  ATTN_ABI friend constexpr envelope operator+(const envelope& a, const envelope& b) {
    if (a.size == 0 && !a.sum.may_be_nan) return b;  // 0 is exact, and no term
    if (b.size == 0 && !b.sum.may_be_nan) return a;
    if (is_infinite(a.sum) && !has_infinity(b.closed(), -a.sum.lower)) return a;
    if (is_infinite(b.sum) && !has_infinity(a.closed(), -b.sum.lower)) return b;
    envelope y(a.sum + b.sum);
    y.size = detail::sum_above(a.size, b.size);
    y.peak = (math::max)(a.peak, b.peak);
    y.terms = a.terms + b.terms;
    return y;
  }
  ATTN_ABI friend constexpr envelope operator-(const envelope& a) {
    envelope y = a;
    y.sum = -a.sum;
    return y;
  }
  ATTN_ABI friend constexpr envelope operator-(const envelope& a, const envelope& b) {
    return a + -b;
  }
  // The same object twice is one number twice, which is closed once: x * x is a square.
  ATTN_ABI friend constexpr envelope operator*(const envelope& a, const envelope& b) {
    const bounds x = a.closed();
    if (&a == &b) return rounded_after(x * x, 1);
    const bounds y = b.closed();
    const bool exact = is_one(x) || is_one(y);
    return exact ? envelope(x * y) : rounded_after(x * y, 1);
  }
  // Of a / b, and of a * (1 / b), whose reciprocal may be subnormal or infinite.
  ATTN_ABI friend constexpr envelope operator/(const envelope& a, const envelope& b) {
    const bounds x = a.closed(), y = b.closed();
    if (is_one(y)) return envelope(x / y);
    if (is_one(x)) return rounded_after(x / y, 1);
    const double least = (math::max)(y.lower, -y.upper);
    if (!(least > 2 / largest)) return anything();
    return rounded_after(x / y, 2, detail::product_above(magnitude(x), smallest));
  }

  ATTN_ABI friend constexpr envelope(max)(const envelope& a, const envelope& b) {
    return envelope((math::max)(a.closed(), b.closed()));
  }
  ATTN_ABI friend constexpr envelope(min)(const envelope& a, const envelope& b) {
    return envelope((math::min)(a.closed(), b.closed()));
  }
  ATTN_ABI friend constexpr envelope select(bool keep, const envelope& a, const envelope& b) {
    return keep ? a : b;
  }
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI friend constexpr envelope assume_at_most(const envelope& a, const U& bound) {
    return envelope(assume_at_most(a.closed(), bound));
  }
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI friend constexpr envelope assume_at_least(const envelope& a, const U& bound) {
    return envelope(assume_at_least(a.closed(), bound));
  }

  // Correctly rounded, as IEEE 754 requires. The bounds are as well.
  ATTN_ABI friend constexpr envelope sqrt(const envelope& a) {
    const bounds x = a.closed();
    if (x.lower < 0 || is_zero(x)) return envelope(is_zero(x) ? x : bounds::anything());
    bounds y = x;
    y.lower = (math::max)(0.0, detail::next_below(math::sqrt(x.lower)));
    y.upper = detail::next_above(math::sqrt(x.upper));
    return rounded_after(y, 1);
  }
  ATTN_ABI friend constexpr envelope cos(const envelope& a) { return function(cos(a.closed())); }
  ATTN_ABI friend constexpr envelope erf(const envelope& a) { return function(erf(a.closed())); }
  ATTN_ABI friend constexpr envelope exp(const envelope& a) {
    const bounds x = a.closed();
    if (x.upper == -detail::infinite<double> && !x.may_be_nan) return envelope();
    return function(exp(x));
  }
  ATTN_ABI friend constexpr envelope log(const envelope& a) { return function(log(a.closed())); }
  ATTN_ABI friend constexpr envelope log1p(const envelope& a) {
    return function(log1p(a.closed()));
  }
  // 0 where exp(-x) overflows.
  ATTN_ABI friend constexpr envelope sigmoid(const envelope& a) {
    const bounds x = a.closed();
    envelope y = function(sigmoid(x), Ulps + 2);
    if (exp(-x).upper > largest) y.sum.lower = (math::min)(y.sum.lower, 0.0);
    return y;
  }
  ATTN_ABI friend constexpr envelope sin(const envelope& a) { return function(sin(a.closed())); }
  ATTN_ABI friend constexpr envelope tanh(const envelope& a) { return function(tanh(a.closed())); }
  ATTN_ABI friend constexpr envelope pow(const envelope& a, const envelope& b) {
    return function(pow(a.closed(), b.closed()));
  }

  // u of the formula above. The smallest number of T, and the largest.
  static constexpr double unit = double(attn::detail::limits<T>::epsilon) / 2 * (1 + 0x1p-10);
  static constexpr double smallest = double(attn::detail::limits<T>::denorm_min);
  static constexpr double largest = double(attn::detail::limits<T>::max);

  // g(k) of the formula above, for k u up to 1 / 4: at most k u + 2 (k u)^2.
  ATTN_ABI static constexpr double roundings(double k) {
    const double error = detail::rounded(k * unit);
    return detail::next_above(error + detail::rounded(2 * error * error));
  }
  // The error of the sum of n terms up to `term`, whose partial sums are up to `most`. Each partial
  // sum is below both. Up to `few` terms, the first bound is used. Roundings here are 2^-50.
  ATTN_ABI static constexpr double error_of_sum(double n, double term, double most) {
    if (!(most < 0x1p900)) return detail::product_above(detail::product_above(n, 2 * unit), most);
    double few = n;
    if (most < n * term) {
      few = static_cast<double>(static_cast<std::uint64_t>(detail::quotient(most, term)));
      if (few < 1) few = 1;
    }
    const double sizes =
        detail::rounded(term * ((few - 1) * (few + 2) / 2)) + detail::rounded(most * (n - few));
    const double factor = (1 + 0x1p-40) * (1 + detail::rounded(2 * n * unit));
    return detail::rounded(sizes * (unit * factor)) + detail::rounded(n * smallest);
  }
  // The result of one operation that is rounded `count` times, with exact bounds y.
  ATTN_ABI static constexpr envelope rounded_after(const bounds& y, int count,
                                                   double absolute = 0) {
    if (is_zero(y) || is_infinite(y) || y.may_be_nan) return envelope(y);
    const double relative = roundings(count), least = absolute + detail::rounded(count * smallest);
    bounds x = y;
    x.lower = detail::sum_below(y.lower, -error_of(y.lower, relative, least));
    x.upper = detail::sum_above(y.upper, error_of(y.upper, relative, least));
    if (x.lower < -largest) x.lower = -detail::infinite<double>;
    if (x.upper > largest) x.upper = detail::infinite<double>;
    return envelope(x);
  }

 private:
  template <class U>
  ATTN_ABI static constexpr envelope number(const U& x) {
    if (detail::is_nan(x)) return anything();
    const T below = detail::converted_below<T>(x), above = detail::converted_above<T>(x);
    const bool finite = -largest <= double(below) && double(above) <= largest;
    if (!finite || below == above) return envelope(bounds(below, above));
    const T nearest = static_cast<T>(x);
    return envelope(nearest == below ? bounds(nearest, x) : bounds(x, nearest));
  }

  ATTN_ABI static constexpr bool is_zero(const bounds& x) {
    return x.lower == 0 && x.upper == 0 && !x.may_be_nan;
  }
  ATTN_ABI static constexpr bool is_one(const bounds& x) {
    return x.lower == x.upper && (x.lower == 1 || x.lower == -1) && !x.may_be_nan;
  }
  ATTN_ABI static constexpr bool is_infinite(const bounds& x) {
    const double infinite = detail::infinite<double>;
    return x.lower == x.upper && (x.lower == infinite || x.lower == -infinite) && !x.may_be_nan;
  }
  ATTN_ABI static constexpr bool has_infinity(const bounds& x, double infinity) {
    return x.may_be_nan || x.lower == infinity || x.upper == infinity;
  }
  ATTN_ABI static constexpr double magnitude(const bounds& x) {
    return (math::max)(-x.lower, x.upper);
  }
  ATTN_ABI static constexpr double error_of(double x, double relative, double absolute) {
    const double size = x < 0 ? -x : x;
    if (size == detail::infinite<double>) return 0;
    return detail::sum_above(detail::product_above(size, relative), absolute);
  }
  // An elementary function in T. One unit in the last place is up to 2 u.
  ATTN_ABI static constexpr envelope function(const bounds& y, int ulps = Ulps) {
    return rounded_after(y, 2 * ulps);
  }
};

}  // namespace attn

// The numbers of T: without this, lowest() and epsilon() of an element would be 0.
namespace std {
template <attn::detail::binary_format T, int Ulps>
struct numeric_limits<attn::envelope<T, Ulps>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;  // no arithmetic type
};
}  // namespace std

namespace attn {

// Envelopes of the rows of a softmax. Step by step, the uncertainty of the largest score would
// count twice for every weight, but nothing depends on what is subtracted from all scores.
//
//   y_j = e_j / (e_j + sum of the other e_i),   e_i = exp(x_i - m),   m = the largest score
//
// fl(x_i - m) is off by u |x_i - m|, the exponential by Ulps units, the sum by the error of every
// order (envelope.hpp), the reciprocal and the product by u. m is at most the largest upper bound
// M. As exp(M - m) cancels, the bounds are the bounds of e_i = exp(x_i - M). y_j rises with e_j and
// falls with the other e_i, which are at their opposite bounds. Where bounds are not known (an
// infinity that is no masked score, NaN), the steps are evaluated.
//
// Norms and averages are what their steps give.

template <detail::binary_format T, int Ulps>
struct envelope;
}  // namespace attn
namespace attn::detail {

// A sum of numbers that are not negative, whose rounding errors are added up as well. So the bounds
// of up to 2^24 of them are two numbers from the exact sum.
struct sum_with_errors {
  double sum = 0, errors = 0;
  ATTN_ABI constexpr void add(double x) {
    const exact_pair next = exact_sum(sum, x);
    sum = next.high;
    errors = errors + next.low;
  }
  ATTN_ABI constexpr double below() const { return next_below(sum_below(sum, errors)); }
  ATTN_ABI constexpr double above() const { return next_above(sum_above(sum, errors)); }
};

template <binary_format T, int Ulps>
struct row_bounds<envelope<T, Ulps>> {
  using element = envelope<T, Ulps>;
  using bounds = interval<double>;
  static constexpr bool known = true;

  template <std::size_t N, std::size_t Stride>
  ATTN_ABI static constexpr void softmax(element* out, const element* x) {
    element scores[N], weights[N];
    for (std::size_t i = 0; i < N; ++i) scores[i] = x[i * Stride];
    if (!write_weights<N>(weights, scores, N)) generic::softmax_in_steps<N, 1>(weights, scores);
    for (std::size_t i = 0; i < N; ++i) out[i * Stride] = weights[i];
  }
  // The weights of `count` scores, of a row of N: y, computed in steps.
  template <std::size_t N>
  ATTN_ABI static constexpr void narrow_softmax(element* y, const element* x, std::size_t count) {
    write_weights<N>(y, x, count);
  }
  // The weight of a masked score, next to another of the same row: a row is NaN as a whole.
  ATTN_ABI static constexpr element zero_beside(const element& weight) {
    element zero;
    zero.sum.may_be_nan = weight.may_be_nan();
    return zero;
  }
  template <std::size_t M, std::size_t K, std::size_t N>
  ATTN_ABI static constexpr void averages(element*, const element*, const element*) {}

  template <origin From, std::size_t N, std::size_t Stride, class Gain, class Bias>
  ATTN_ABI static constexpr void norm(element* out, const element* x, Gain gain, Bias bias,
                                      const element& eps) {
    generic::norm_in_steps<From, N, Stride>(out, x, gain, bias, eps);
  }

 private:
  ATTN_ABI static constexpr bool is_masked(const bounds& x) { return x.upper == -infinite<double>; }

  // Whether bounds of the row are known.
  template <std::size_t N>
  ATTN_ABI static constexpr bool write_weights(element* y, const element* x, std::size_t count) {
    bounds scores[N], e[N];
    double top = -infinite<double>;
    for (std::size_t i = 0; i < count; ++i) {
      scores[i] = x[i].closed();
      if (scores[i].may_be_nan || scores[i].upper == infinite<double>) return false;
      top = (math::max)(top, scores[i].upper);
    }
    sum_with_errors least, most;
    double largest = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (is_masked(scores[i])) continue;
      e[i] = exponential(scores[i], top);
      least.add(e[i].lower);
      most.add(e[i].upper);
      largest = (math::max)(largest, e[i].upper);
      ++kept;
    }
    if (kept == 0 || !(least.below() > 0)) return false;
    const double error =
        error_of_share(static_cast<double>(kept), largest, least.below(), most.above());
    for (std::size_t i = 0; i < count; ++i)
      y[i] = is_masked(scores[i]) ? element() : share(e[i], least.below(), most.above(), error);
    return true;
  }
  // exp(x - top), as computed.
  ATTN_ABI static constexpr bounds exponential(const bounds& x, double top) {
    bounds argument;
    argument.lower = -product_above(sum_above(top, -x.lower), sum_above(1.0, element::unit));
    argument.upper = -product_below(sum_below(top, -x.upper), sum_below(1.0, -element::unit));
    bounds y = element::rounded_after(exp(argument), 2 * Ulps).closed();
    y.lower = (math::max)(y.lower, 0.0);
    return y;
  }
  // Of a sum of n numbers, between least and most, its reciprocal and the product: relative.
  ATTN_ABI static constexpr double error_of_share(double n, double largest, double least,
                                                  double most) {
    const double of_sum =
        n == 1 ? 0 : quotient_above(element::error_of_sum(n, largest, most), least);
    const double error = sum_above(of_sum, next_above(2 * element::unit));
    return error < 0.25 ? quotient_above(error, sum_below(1.0, -error)) : infinite<double>;
  }
  // One of the row, whose sum is between least and most.
  ATTN_ABI static constexpr element share(const bounds& e, double least, double most,
                                          double error) {
    const double width = sum_below(e.upper, -e.lower);
    const double above = quotient_above(e.upper, sum_below(least, width));
    const double below = quotient_below(e.lower, sum_above(most, -width));
    bounds y;
    y.lower = (math::max)(
        0.0, sum_below(product_below(below, sum_below(1.0, -error)), -2 * element::smallest));
    y.upper = sum_above(product_above(above, sum_above(1.0, error)), 2 * element::smallest);
    return element(y);
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
