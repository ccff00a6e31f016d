// SPDX-License-Identifier: BSL-1.0
// Bounds of rows of interval<T>: softmax, and the averages that its weights make of values.
//
//   softmax    y_i <= 1 / (1 + sum over j != i of exp(x_j - x_i)), at the upper x_i and the lower
//              x_j; and reversed. exp(fl(x_i - m)) is off by the factor exp(u D), D = the largest
//              difference of scores, and 2 u; numerator and denominator, h additions, 1 / d and the
//              product: together (D + h + 8) eps.
//   average    sum of w_k v_k <= c s + sum of (v_k - c)+ upper(w_k) - (c - v_k)+ lower(w_k), for
//              every c; s = sum of w, which is 1 within (h + 3) eps. c is the value at which the
//              weights, filled from the largest value on, reach 1: the best c. The products and
//              their sum are off by K eps max |v|.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/generic/softmax.hpp>
#include <attn/detail/row_bounds.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/max.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {
template <std::floating_point T>
struct interval;
}
namespace attn::detail {

// x, of which more is known: it is between low and high, too.
template <class T>
ATTN_ABI constexpr void narrow(interval<T>& x, const T& low, const T& high) {
  x.lower = math::max(x.lower, low);
  x.upper = math::min(x.upper, high);
}

template <class T>
ATTN_ABI constexpr T magnitude_of(const interval<T>& x) {
  return math::max(-x.lower, x.upper);
}

// to[i] = the sum of all but x[i], rounded as `plus` does: no difference of sums.
template <std::size_t N, class T, class Plus>
ATTN_ABI constexpr void sums_of_others(T* to, const T* x, std::size_t count, const Plus& plus) {
  T before = T(0), after = T(0);
  for (std::size_t i = 0; i < count; ++i) {
    to[i] = before;
    before = plus(before, x[i]);
  }
  for (std::size_t i = count; i-- > 0;) {
    to[i] = plus(to[i], after);
    after = plus(after, x[i]);
  }
}

template <std::floating_point T>
struct weights_of_intervals {
  using element = interval<T>;
  ATTN_ABI static constexpr T epsilon = attn::detail::limits<T>::epsilon;
  ATTN_ABI static constexpr T least = attn::detail::limits<T>::denorm_min;

  template <std::size_t N, std::size_t Stride>
  ATTN_ABI static constexpr void softmax(element* out, const element* x) {
    generic::narrowed_softmax<weights_of_intervals, N, Stride>(out, x);
  }

  // What roundings change of a weight, relative to it; numbers near 0 aside.
  template <std::size_t N>
  ATTN_ABI static constexpr T softmax_error(const T& difference) {
    return (difference + T(additions_on_the_way(N)) + 8) * (T(1.25) * epsilon);
  }
  // The weights of `count` scores, of a row of N: y, computed in steps.
  template <std::size_t N>
  ATTN_ABI static constexpr void narrow_softmax(element* y, const element* x, std::size_t count) {
    T top = -infinite<T>, top_of_lower = -infinite<T>, bottom = infinite<T>;
    for (std::size_t i = 0; i < count; ++i) {
      if (!x[i].bounded()) return;
      top = math::max(top, x[i].upper);
      top_of_lower = math::max(top_of_lower, x[i].lower);
      bottom = math::min(bottom, x[i].lower);
    }
    const T difference = sum_above(top, -bottom);
    if (!(difference < T(1) / (64 * epsilon))) return;
    const T error = softmax_error<N>(difference);
    if (!(error < T(1) / 32)) return;
    // exp of the scores, less a number that keeps them from overflowing together.
    T least_of[N], most_of[N];
    for (std::size_t i = 0; i < count; ++i) {
      least_of[i] = exp_below(sum_below(x[i].lower, -top_of_lower));
      most_of[i] = exp_above(sum_above(x[i].upper, -top));
    }
    T others_least[N], others_most[N];
    sums_of_others<N>(others_least, least_of, count, [](T a, T b) { return sum_below(a, b); });
    sums_of_others<N>(others_most, most_of, count, [](T a, T b) { return sum_above(a, b); });
    for (std::size_t i = 0; i < count; ++i) {
      const T high = exp_above(sum_above(x[i].upper, -top_of_lower));
      const T low = exp_below(sum_below(x[i].lower, -top));
      const T most = share_above(high, others_least[i]);
      const T fewest = low > T(0) ? quotient_below(low, sum_above(low, others_most[i])) : T(0);
      narrow(y[i],
             math::max(T(0), sum_below(product_below(fewest, sum_below(T(1), -error)), -8 * least)),
             sum_above(product_above(most, sum_above(T(1), error)), 8 * least));
    }
  }

  // The weight of a masked score, beside another of the same row: a row is NaN as a whole.
  ATTN_ABI static constexpr element zero_beside(const element& weight) {
    element zero(0);
    zero.may_be_nan = weight.may_be_nan;
    return zero;
  }

  // The weights of a softmax; not those of a query without a key, which are zeros.
  template <std::size_t K>
  ATTN_ABI static constexpr bool are_weights(const element* w) {
    bool some = false, all = true;
    for (std::size_t k = 0; k < K; ++k) {
      all = all && w[k].bounded() && w[k].lower >= T(0);
      some = some || w[k].upper > T(0);
    }
    return some && all;
  }
  // What roundings change of an average of values up to `largest`: of the weights, and its own.
  template <std::size_t K>
  ATTN_ABI static constexpr T average_error(const T& largest) {
    const T roundings = product_above(largest, T(additions_on_the_way(K) + 3 + K) * epsilon);
    return sum_above(roundings, T(K) * least);
  }
  template <std::size_t M, std::size_t K, std::size_t N>
  ATTN_ABI static constexpr void averages(element* out, const element* weights, const element* v) {
    for (std::size_t j = 0; j < N; ++j) {
      element values[K], opposite[K];
      std::size_t falling[K], rising[K];
      T largest = T(0);
      bool finite = true;
      for (std::size_t k = 0; k < K; ++k) {
        values[k] = v[k * N + j];
        opposite[k] = -values[k];
        largest = math::max(largest, magnitude_of(values[k]));
        finite = finite && values[k].bounded();
      }
      if (!finite || !(largest < largest_finite<T> / 4)) continue;
      in_order<K>(falling, values);
      in_order<K>(rising, opposite);
      const T error = average_error<K>(largest);
      for (std::size_t i = 0; i < M; ++i) {
        const element* w = weights + i * K;
        if (!are_weights<K>(w)) continue;
        narrow(out[i * N + j], -sum_above(most_of_average<K>(w, opposite, rising), error),
               sum_above(most_of_average<K>(w, values, falling), error));
      }
    }
  }

 private:
  // Twice the error of exp, as everywhere in interval.
  ATTN_ABI static constexpr T exp_above(T x) { return steps_above(math::exp(x), 4); }
  ATTN_ABI static constexpr T exp_below(T x) {
    return math::max(-steps_above(-math::exp(x), 4), T(0));
  }
  // x / (x + others), at least
  ATTN_ABI static constexpr T share_above(T x, T others) {
    if (x == infinite<T>) return T(1);
    return math::min(T(1), quotient_above(x, sum_below(x, others)));
  }

  // Positions by upper bound, the largest first.
  template <std::size_t K>
  ATTN_ABI static constexpr void in_order(std::size_t* positions, const element* v) {
    for (std::size_t k = 0; k < K; ++k) {
      std::size_t to = k;
      for (; to > 0 && v[positions[to - 1]].upper < v[k].upper; --to)
        positions[to] = positions[to - 1];
      positions[to] = k;
    }
  }
  template <std::size_t K>
  ATTN_ABI static constexpr T most_of_average(const element* w, const element* v,
                                              const std::size_t* falling) {
    T filled = T(0);
    for (std::size_t k = 0; k < K; ++k) filled = filled + w[k].lower;
    std::size_t at = 0;
    for (; at + 1 < K; ++at) {
      filled = filled + (w[falling[at]].upper - w[falling[at]].lower);
      if (filled >= T(1)) break;
    }
    const T c = v[falling[at]].upper;
    T sum = c;
    for (std::size_t k = 0; k < K; ++k) {
      const T beyond = sum_above(v[k].upper, -c);
      sum = sum_above(sum, product_above(beyond > T(0) ? w[k].upper : w[k].lower, beyond));
    }
    return sum;
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
