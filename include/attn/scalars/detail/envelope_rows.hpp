// SPDX-License-Identifier: BSL-1.0
// Envelopes of the rows of a softmax. Step by step, the uncertainty of the largest score would
// count twice for every weight; but nothing depends on what is subtracted from all scores.
//
//   y_j = e_j / (e_j + sum of the other e_i),   e_i = exp(x_i - m),   m = the largest score
//
// fl(x_i - m) is off by u |x_i - m|, the exponential by Ulps units, the sum by the error of every
// order (envelope.hpp), the reciprocal and the product by u. m is at most the largest upper bound
// M. As exp(M - m) cancels, the bounds are those of e_i = exp(x_i - M). y_j rises with e_j and
// falls with the other e_i, which are at their opposite bounds. Where bounds are not known (an
// infinity that is no masked score, NaN), the steps are evaluated.
//
// Norms and averages are what their steps give.
#pragma once

#include <cstddef>

#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/generic/norm.hpp>
#include <attn/detail/generic/softmax.hpp>
#include <attn/detail/row_bounds.hpp>
#include <attn/detail/soft_fma.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/max.hpp>
#include <attn/scalars/interval.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {
template <detail::binary_format T, int Ulps>
struct envelope;
}
namespace attn::detail {

// A sum of numbers that are not negative, whose rounding errors are added up, too; so the bounds of
// up to 2^24 of them are two numbers from the exact sum.
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
  // The weight of a masked score, beside another of the same row: a row is NaN as a whole.
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
      top = math::max(top, scores[i].upper);
    }
    sum_with_errors least, most;
    double largest = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (is_masked(scores[i])) continue;
      e[i] = exponential(scores[i], top);
      least.add(e[i].lower);
      most.add(e[i].upper);
      largest = math::max(largest, e[i].upper);
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
    y.lower = math::max(y.lower, 0.0);
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
    y.lower = math::max(
        0.0, sum_below(product_below(below, sum_below(1.0, -error)), -2 * element::smallest));
    y.upper = sum_above(product_above(above, sum_above(1.0, error)), 2 * element::smallest);
    return element(y);
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
