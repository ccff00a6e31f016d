// SPDX-License-Identifier: BSL-1.0
// Bounds of rows of interval<T>: the averages that the weights of a softmax make of values.
//
//   average    sum of w_k v_k <= c s + sum of (v_k - c)+ upper(w_k) - (c - v_k)+ lower(w_k), for
//              every c; s = sum of w, which is 1 within (h + 3) eps. c is the value at which the
//              weights, filled from the largest value on, reach 1: the best c. The products and
//              their sum are off by K eps max |v|.
#pragma once

#include <concepts>
#include <cstddef>

#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/row_bounds.hpp>
#include <attn/math/max.hpp>
#include <attn/scalars/detail/interval_row.hpp>
#include <attn/scalars/detail/interval_weights.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <std::floating_point T>
struct averages_of_intervals {
  using element = interval<T>;

  // The weights of a softmax; not those of a query without a key, which are zeros.
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
        largest = math::max(largest, math::max(upper[k], minus_lower[k]));
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
