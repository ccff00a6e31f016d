// SPDX-License-Identifier: BSL-1.0
// Bounds of softmax over intervals, and of averages by its weights.
#pragma once

#include <concepts>
#include <cstddef>

#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/generic/softmax.hpp>
#include <attn/detail/storage.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/max.hpp>
#include <attn/scalars/detail/interval_row.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Bounds of rows of interval<T>: softmax.
//
//   softmax    y_i <= 1 / (1 + sum over j != i of exp(x_j - x_i)), at the upper x_i and the lower
//              x_j; and reversed. exp(fl(x_i - m)) is off by the factor exp(u D), D = the largest
//              difference of scores, and 2 u; numerator and denominator, h additions, 1 / d and the
//              product: together (D + h + 8) eps.
//
// Rows whose roundings are known are computed together, a row in each lane of a V: of such rows
// this is generic::softmax as well, of the scores that are kept.

template <class T>
ATTN_ABI constexpr T magnitude_of(const interval<T>& x) {
  return (math::max)(-x.lower, x.upper);
}

// A row whose scores all are kept.
struct all_kept {
  ATTN_ABI constexpr bool operator()(std::size_t) const { return true; }
};

template <std::floating_point T>
struct weights_of_intervals {
  using element = interval<T>;
  ATTN_ABI static constexpr T epsilon = attn::detail::limits<T>::epsilon;
  ATTN_ABI static constexpr T least = attn::detail::limits<T>::denorm_min;

  template <std::size_t N, std::size_t Stride>
  ATTN_ABI static constexpr void softmax(element* out, const element* x) {
    softmaxes<N, Stride>(out, x, 1);
  }
  template <std::size_t N, std::size_t Stride>
  ATTN_ABI static constexpr void softmaxes(element* out, const element* x, std::size_t rows) {
    const auto at = [](std::size_t row) { return row / Stride * N * Stride + row % Stride; };
    softmaxes_where_kept<N, Stride>(
        out, x, rows, at, [](std::size_t) { return all_kept{}; },
        [&](std::size_t row) { generic::softmax_in_steps<N, Stride>(out + at(row), x + at(row)); });
  }
  // Of rows that begin at at(row), the scores kept(row)(j): at least one, where roundings are
  // known. in_steps(row) writes the others. out may be x.
  template <std::size_t N, std::size_t Stride, class At, class Kept, class InSteps>
  ATTN_ABI static constexpr void softmaxes_where_kept(element* out, const element* x,
                                                      std::size_t rows, const At& at,
                                                      const Kept& kept, const InSteps& in_steps) {
    in_groups<T>(rows, [&]<class V>(std::size_t first, std::size_t count) {
      rows_of_scores<N, Stride, V> group;
      bool all_known = true;
      for (std::size_t l = 0; l < lanes_of<V>; ++l)
        if (l < count)
          all_known = group.set(l, x, at(first + l), kept(first + l)) && all_known;
        else
          group.repeat(l);
      if (all_known) return group.write(out, x, count);
      for (std::size_t l = 0; l < count; ++l) {
        rows_of_scores<N, Stride, T> row;
        if (row.set(0, x, at(first + l), kept(first + l)))
          row.write(out, x, 1);
        else
          in_steps(first + l);
      }
    });
  }

  // What roundings change of a weight, relative to it. Numbers near 0 aside.
  template <std::size_t N>
  ATTN_ABI static constexpr T softmax_error(const T& difference) {
    return (difference + T(additions_on_the_way(N)) + 8) * (T(1.25) * epsilon);
  }
  // The weights of `count` scores, of a row of N: y, computed in steps.
  template <std::size_t N>
  ATTN_ABI static constexpr void narrow_softmax(element* y, const element* x, std::size_t count) {
    interval_row<T> scores[N], weights[N];
    bool kept[N]{}, bounded = count > 0;
    T top = -infinite<T>, bottom = infinite<T>;
    for (std::size_t i = 0; i < N; ++i) {
      const element &score = x[i < count ? i : 0], &weight = y[i < count ? i : 0];
      bounded = bounded && score.bounded();
      if (!bounded) return;
      top = (math::max)(top, score.upper);
      bottom = (math::min)(bottom, score.lower);
      kept[i] = i < count;
      scores[i] = {-score.lower, score.upper};
      weights[i] = {-weight.lower, weight.upper};
    }
    if (!differ_moderately<N>(bottom, top)) return;
    narrow_weights<N>(weights, scores, kept);
    for (std::size_t i = 0; i < count; ++i) {
      y[i].lower = -weights[i].minus_lower;
      y[i].upper = weights[i].upper;
    }
  }

  // The weight of a masked score, next to another of the same row: a row is NaN as a whole.
  ATTN_ABI static constexpr element zero_beside(const element& weight) {
    element zero(0);
    zero.may_be_nan = weight.may_be_nan;
    zero.may_overflow = weight.may_overflow;
    return zero;
  }

 private:
  template <std::size_t N>
  ATTN_ABI static constexpr bool differ_moderately(const T& bottom, const T& top) {
    const T difference = sum_above(top, -bottom);
    return difference < T(1) / (64 * epsilon) && softmax_error<N>(difference) < T(1) / 32;
  }

  template <std::size_t N, std::size_t Stride, class V>
  struct rows_of_scores {
    static constexpr std::size_t lanes = lanes_of<V>;
    std::size_t start[lanes]{}, from[N][lanes]{};
    bool is_kept[N][lanes]{}, may_overflow[lanes]{};

    // Lane l; whether its roundings are known. What is masked repeats a score that is kept.
    template <class Row>
    ATTN_ABI constexpr bool set(std::size_t l, const element* x, std::size_t at, const Row& kept) {
      start[l] = at;
      std::size_t some = 0;
      while (some < N && !kept(some)) ++some;
      if (some == N) return false;
      T top = x[at + some * Stride].upper, bottom = x[at + some * Stride].lower;
      bool bounded = true;
      for (std::size_t j = 0; j < N; ++j) {
        is_kept[j][l] = j >= some && kept(j);
        from[j][l] = at + (is_kept[j][l] ? j : some) * Stride;
        const element& score = x[from[j][l]];
        top = score.upper > top ? score.upper : top;
        bottom = score.lower < bottom ? score.lower : bottom;
        bounded = bounded && !score.may_be_nan;
        may_overflow[l] = may_overflow[l] || score.may_overflow;
      }
      return bounded && bottom > -largest_finite<T> / 8 && top < largest_finite<T> / 8 &&
             differ_moderately<N>(bottom, top);
    }
    ATTN_ABI constexpr void repeat(std::size_t l) {
      for (std::size_t j = 0; j < N; ++j) from[j][l] = from[j][0], is_kept[j][l] = is_kept[j][0];
    }
    ATTN_ABI constexpr void write(element* out, const element* x, std::size_t count) const {
      interval_row<V> scores[N], weights[N];
      lanes_of_bounds::lanes_mask<V> kept[N];
      for (std::size_t j = 0; j < N; ++j) {
        scores[j] = load_intervals<V>(x, from[j]);
        kept[j] = lanes_of_bounds::mask_from<V>(is_kept[j]);
      }
      weigh<N>(weights, scores, kept);
      narrow_weights<N>(weights, scores, kept);
      for (std::size_t j = 0; j < N; ++j) {
        const interval_row<V> zero{};
        weights[j].minus_lower =
            lanes_of_bounds::where(kept[j], weights[j].minus_lower, zero.minus_lower);
        weights[j].upper = lanes_of_bounds::where(kept[j], weights[j].upper, zero.upper);
        store_intervals(out + j * Stride, weights[j], start, count);
      }
      for (std::size_t l = 0; l < count; ++l)
        if (may_overflow[l]) mark_overflow<N, Stride>(out + start[l]);
    }
  };

  // Twice the error of exp, as everywhere in interval. Of numbers that are not positive.
  template <class V>
  ATTN_ABI static constexpr V exp_above(const V& x) {
    using namespace lanes_of_bounds;
    return moved_by<4>(lanes_of_bounds::exp<math::exp_domain::not_positive>(x));
  }
  template <class V>
  ATTN_ABI static constexpr V exp_below(const V& x) {
    using namespace lanes_of_bounds;
    const V y = lanes_of_bounds::exp<math::exp_domain::not_positive>(x);
    return where(less_than(splat<V>(4 * least), y), moved_by<-4>(y), V{});
  }

  // The steps of generic::softmax.
  template <std::size_t N, class V, class Mask>
  ATTN_ABI static constexpr void weigh(interval_row<V>* y, const interval_row<V>* x,
                                       const Mask* kept) {
    using namespace lanes_of_bounds;
    interval_row<V> largest = x[0];
    for (std::size_t i = 1; i < N; ++i)
      largest = {min_of(largest.minus_lower, x[i].minus_lower), max_of(largest.upper, x[i].upper)};
    for (std::size_t i = 0; i < N; ++i) {
      const interval_row<V> less_largest = x[i] + -largest;
      const V high = min_of(less_largest.upper, V{});
      const V low = min_of(V(-less_largest.minus_lower), high);
      y[i].minus_lower = where(kept[i], V(-exp_below(low)), V{});
      y[i].upper = where(kept[i], min_of(exp_above(high), splat<V>(T(1))), V{});
    }
    interval_row<V> sum = generic::reduce<N, 1>(
        y, [](const interval_row<V>& a, const interval_row<V>& b) { return a + b; });
    sum.minus_lower = min_of(sum.minus_lower, splat<V>(T(-1)));  // one of the terms is exp(0)
    const interval_row<V> share{quotient_above(splat<V>(T(-1)), sum.upper),
                                quotient_above(splat<V>(T(1)), V(-sum.minus_lower))};
    for (std::size_t i = 0; i < N; ++i) y[i] = times_positive(y[i], share);
  }

  // Not above the bounds of a softmax: y, computed in steps.
  template <std::size_t N, class V, class Mask>
  ATTN_ABI static constexpr void narrow_weights(interval_row<V>* y, const interval_row<V>* x,
                                                const Mask* kept) {
    using namespace lanes_of_bounds;
    V top = x[0].upper, minus_top_of_lower = x[0].minus_lower, minus_bottom = x[0].minus_lower;
    for (std::size_t i = 1; i < N; ++i) {
      top = max_of(top, x[i].upper);
      minus_top_of_lower = min_of(minus_top_of_lower, x[i].minus_lower);
      minus_bottom = max_of(minus_bottom, x[i].minus_lower);
    }
    const V error = error_of_rows<N>(sum_above(top, minus_bottom));
    // exp of the scores, less a number that keeps them from overflowing together.
    V minus_least_of[N], most_of[N], others_minus_least[N], others_most[N];
    for (std::size_t i = 0; i < N; ++i) {
      const V low = -sum_above(x[i].minus_lower, V(-minus_top_of_lower));
      minus_least_of[i] = where(kept[i], V(-exp_below(low)), V{});
      most_of[i] = where(kept[i], exp_above(sum_above(x[i].upper, V(-top))), V{});
    }
    sums_of_others<N>(others_minus_least, minus_least_of);
    sums_of_others<N>(others_most, most_of);
    const V one = splat<V>(T(1)), slack = splat<V>(8 * least);
    const V more = sum_above(one, error), minus_less = sum_above(V(-one), error);
    for (std::size_t i = 0; i < N; ++i) {
      const V most =
          most_of_weight(sum_above(x[i].upper, minus_top_of_lower), others_minus_least[i]);
      const V low = exp_below(V(-sum_above(x[i].minus_lower, top)));
      const V whole = where(less_than(V{}, low), sum_above(low, others_most[i]), one);
      const V minus_fewest = quotient_above(V(-low), whole);
      const V minus_low = sum_above(product_above(minus_fewest, V(-minus_less)), slack);
      narrow(y[i], min_of(minus_low, V{}), sum_above(product_above(most, more), slack));
    }
  }
  template <std::size_t N, class V>
  ATTN_ABI static constexpr V error_of_rows(const V& differences) {
    auto lanes = bits_as<block<T, lanes_of<V>>>(differences);
    for (T& lane : lanes.data) lane = rounded(softmax_error<N>(lane));
    return bits_as<V>(lanes);
  }
  // e / (e + others) at most, e = exp(x). What is next to nothing next to e is nothing.
  template <class V>
  ATTN_ABI static constexpr V most_of_weight(const V& x, const V& minus_others) {
    using namespace lanes_of_bounds;
    const V enough = splat<V>(T(80)), one = splat<V>(T(1));
    const V above = moved_by<4>(
        lanes_of_bounds::exp<math::exp_domain::moderate>(max_of(min_of(x, enough), V{})));
    const V e = where(less_than(V{}, x), above, exp_above(min_of(x, V{})));
    const V share = quotient_above(e, V(-sum_above(V(-e), minus_others)));
    return where(less_than(x, enough), min_of(share, one), one);
  }
};

// Bounds of rows of interval<T>: the averages that the weights of a softmax make of values.
//
//   average    sum of w_k v_k <= c s + sum of (v_k - c)+ upper(w_k) - (c - v_k)+ lower(w_k), for
//              every c; s = sum of w, which is 1 within (h + 3) eps. c is the value at which the
//              weights, filled from the largest value on, reach 1: the best c. The products and
//              their sum are off by K eps max |v|.

template <std::floating_point T>
struct averages_of_intervals {
  using element = interval<T>;

  // The weights of a softmax; not the weights of a query without a key, which are zeros.
  template <std::size_t K>
  ATTN_ABI static constexpr bool are_weights(const element* w) {
    bool some = false, all = true;
    for (std::size_t k = 0; k < K; ++k) {
      all = all && w[k].lower >= T(0) && w[k].upper < T(2) && !w[k].may_be_nan;
      some = some || w[k].upper > T(0);
    }
    return some && all;
  }
  // What roundings change of an average of values up to `largest`: of the weights, and its own.
  template <std::size_t K>
  ATTN_ABI static constexpr T average_error(const T& largest) {
    const T roundings = product_above(
        largest, T(additions_on_the_way(K) + 3 + K) * attn::detail::limits<T>::epsilon);
    return sum_above(roundings, T(K) * attn::detail::limits<T>::denorm_min);
  }

  template <std::size_t M, std::size_t K, std::size_t N>
  ATTN_ABI static constexpr void averages(element* out, const element* weights, const element* v) {
    bool usable[M]{}, all_usable = true;
    for (std::size_t i = 0; i < M; ++i) {
      usable[i] = are_weights<K>(weights + i * K);
      all_usable = all_usable && usable[i];
    }
    for (std::size_t j = 0; j < N; ++j) {
      const column_of_values<K, N> values(v + j);
      if (!(values.largest < largest_finite<T> / 4)) continue;
      if (all_usable && values.largest < safe_factor<T>)
        in_groups<T>(M, [&]<class V>(std::size_t first, std::size_t count) {
          values.template narrow_averages<V>(out + first * N + j, weights + first * K, count);
        });
      else
        for (std::size_t i = 0; i < M; ++i)
          if (usable[i]) values.template narrow_averages<T>(out + i * N + j, weights + i * K, 1);
    }
  }

 private:
  // A column of K values, N apart.
  template <std::size_t K, std::size_t N>
  struct column_of_values {
    T upper[K]{}, minus_lower[K]{};
    std::size_t falling[K]{}, rising[K]{};
    T largest = T(0);  // infinite if there is no largest

    ATTN_ABI constexpr explicit column_of_values(const element* v) {
      bool finite = true;
      for (std::size_t k = 0; k < K; ++k) {
        upper[k] = v[k * N].upper;
        minus_lower[k] = -v[k * N].lower;
        largest = (math::max)(largest, (math::max)(upper[k], minus_lower[k]));
        finite = finite && !v[k * N].may_be_nan;
      }
      if (!finite) largest = infinite<T>;
      in_order(falling, upper);
      in_order(rising, minus_lower);
    }
    // Positions by size, the largest first.
    ATTN_ABI static constexpr void in_order(std::size_t* positions, const T* of) {
      for (std::size_t k = 0; k < K; ++k) {
        std::size_t to = k;
        for (; to > 0 && of[positions[to - 1]] < of[k]; --to) positions[to] = positions[to - 1];
        positions[to] = k;
      }
    }
    // Of `count` rows of weights.
    template <class V>
    ATTN_ABI constexpr void narrow_averages(element* out, const element* weights,
                                            std::size_t count) const {
      interval_row<V> w[K];
      std::size_t row[lanes_of<V>], result[lanes_of<V>];
      for (std::size_t l = 0; l < lanes_of<V>; ++l)
        row[l] = l < count ? l * K : 0, result[l] = l < count ? l * N : 0;
      for (std::size_t k = 0; k < K; ++k) w[k] = load_intervals<V>(weights + k, row);
      const V error = splat<V>(average_error<K>(largest));
      const V minus_low = lanes_of_bounds::sum_above(most<V>(w, minus_lower, rising), error);
      const V high = lanes_of_bounds::sum_above(most<V>(w, upper, falling), error);
      const auto below = bits_as<block<T, lanes_of<V>>>(minus_low);
      const auto above = bits_as<block<T, lanes_of<V>>>(high);
      for (std::size_t l = 0; l < count; ++l) {
        element& y = out[result[l]];
        y.lower = -below.data[l] > y.lower ? -below.data[l] : y.lower;
        y.upper = above.data[l] < y.upper ? above.data[l] : y.upper;
      }
    }
    template <class V>
    ATTN_ABI static constexpr V most(const interval_row<V>* w, const T* of,
                                     const std::size_t* positions) {
      using namespace lanes_of_bounds;
      V filled{}, c = splat<V>(of[positions[0]]);
      for (std::size_t k = 0; k < K; ++k) filled = filled - w[k].minus_lower;
      for (std::size_t at = 0; at + 1 < K; ++at) {
        filled = filled + (w[positions[at]].upper + w[positions[at]].minus_lower);
        c = where(less_than(filled, splat<V>(T(1))), splat<V>(of[positions[at + 1]]), c);
      }
      V sum = c;
      for (std::size_t k = 0; k < K; ++k) {
        const V beyond = sum_above(splat<V>(of[k]), V(-c));
        const V weight = where(less_than(V{}, beyond), w[k].upper, V(-w[k].minus_lower));
        sum = sum_above(sum, product_above(weight, beyond));
      }
      return sum;
    }
  };
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
