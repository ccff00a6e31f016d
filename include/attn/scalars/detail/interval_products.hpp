// SPDX-License-Identifier: BSL-1.0
// Products of matrices of interval<T>: rows of lower and of upper bounds as vectors, so that the
// inner loop over columns is one operation. The result is the one of detail/generic/matmul.hpp bit
// for bit, of which only the ordinary case is computed here: finite bounds of moderate size.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <limits>
#include <utility>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/directed_lanes.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {
template <std::floating_point T>
struct interval;
}
namespace attn::detail {

// Bounds of the numbers in lanes. Those below have the other sign: then both are rounded upward.
template <class V>
struct interval_row {
  V minus_lower, upper;
};

// Count intervals, Stride apart; the other lanes repeat the first.
template <std::size_t Count, std::size_t Stride, class V, class T>
ATTN_INLINE constexpr interval_row<V> load_intervals(const interval<T>* from) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return interval_row<V>{V{-from[I < Count ? I * Stride : 0].lower...},
                           V{from[I < Count ? I * Stride : 0].upper...}};
  }(std::make_index_sequence<lanes_of<V>>{});
}
template <std::size_t Count, std::size_t Stride, class V, class T>
ATTN_INLINE constexpr void store_intervals(interval<T>* to, const interval_row<V>& row) {
  const auto below = bits_as<block<T, lanes_of<V>>>(row.minus_lower);
  const auto above = bits_as<block<T, lanes_of<V>>>(row.upper);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((to[I * Stride].lower = -below.data[I], to[I * Stride].upper = above.data[I],
      to[I * Stride].may_be_nan = false),
     ...);
  }(std::make_index_sequence<Count>{});
}

template <class V>
ATTN_INLINE constexpr interval_row<V> operator+(const interval_row<V>& a,
                                                const interval_row<V>& b) {
  return {lanes_of_bounds::sum_above(a.minus_lower, b.minus_lower),
          lanes_of_bounds::sum_above(a.upper, b.upper)};
}
// a * b of interval.hpp.
template <class T, class V>
ATTN_INLINE constexpr interval_row<V> operator*(const interval<T>& a, const interval_row<V>& b) {
  using namespace lanes_of_bounds;
  const V low = a.lower - V{}, high = a.upper - V{};
  if (a.lower < T(0) && a.upper > T(0))
    return {larger(product_above(V(-low), b.upper), product_above(high, b.minus_lower)),
            larger(product_above(V(-low), b.minus_lower), product_above(high, b.upper))};
  const bool rises = a.lower >= T(0);
  const V least = rises ? b.minus_lower : -b.upper, most = rises ? b.upper : -b.minus_lower;
  using words = words_of<V>;
  return {product_above(least, where(__builtin_bit_cast(words, least > V{}), high, low)),
          product_above(most, where(__builtin_bit_cast(words, most < V{}), low, high))};
}

// Sizes of factors for which no sum of `terms` products overflows or is near it.
template <class T>
ATTN_ABI constexpr T moderate_factor(std::size_t terms) {
  const int exponent =
      (std::numeric_limits<T>::max_exponent - 8 - static_cast<int>(std::bit_width(terms))) / 2;
  T size = T(1);
  for (int i = 0; i < exponent; ++i) size *= 2;
  return size;
}

template <std::floating_point T>
struct products_of_intervals {
  using element = interval<T>;

  ATTN_ABI static constexpr bool all_below(const element* x, std::size_t count, const T& size) {
    bool all = true;
    for (std::size_t i = 0; i < count; ++i)
      all = all && x[i].lower > -size && x[i].upper < size && !x[i].may_be_nan;
    return all;
  }

  // Whether out = a b was computed, of which rows of b are BRow elements apart, columns BColumn.
  template <std::size_t M, std::size_t K, std::size_t N, std::size_t BRow, std::size_t BColumn>
  ATTN_ABI static constexpr bool product(element* out, const element* a, const element* b) {
    if constexpr (kernel_scalar<T>) {
      constexpr T size = moderate_factor<T>(K);
      if (!all_below(a, M * K, size) || !all_below(b, K * N, size)) return false;
      if (!std::is_constant_evaluated()) {
        columns<M, K, N, BRow, BColumn, native_isa::lanes<T>>(out, a, b);
        return true;
      }
      if constexpr (constant::row_scalar<T>) {
        columns<M, K, N, BRow, BColumn,
                constant::lanes<T, (N < constant::widest ? N : constant::widest)>>(out, a, b);
        return true;
      }
    }
    return false;
  }

 private:
  template <std::size_t M, std::size_t K, std::size_t N, std::size_t BRow, std::size_t BColumn,
            std::size_t Lanes>
  ATTN_ABI static constexpr void columns(element* out, const element* a, const element* b) {
    std::size_t j = 0;
    for (; j + Lanes <= N; j += Lanes)
      some_columns<M, K, N, BRow, BColumn, Lanes, Lanes>(out + j, a, b + j * BColumn);
    if constexpr (N % Lanes > 0)
      some_columns<M, K, N, BRow, BColumn, Lanes, N % Lanes>(out + j, a, b + j * BColumn);
  }
  template <std::size_t M, std::size_t K, std::size_t N, std::size_t BRow, std::size_t BColumn,
            std::size_t Lanes, std::size_t Count>
  ATTN_ABI static constexpr void some_columns(element* out, const element* a, const element* b) {
    using V = vec<T, Lanes>;
    interval_row<V> rows[K];
    for (std::size_t k = 0; k < K; ++k) rows[k] = load_intervals<Count, BColumn, V>(b + k * BRow);
    for (std::size_t i = 0; i < M; ++i) {
      interval_row<V> sum = a[i * K] * rows[0];
      for (std::size_t k = 1; k < K; ++k) sum = sum + a[i * K + k] * rows[k];
      store_intervals<Count, 1>(out + i * N, sum);
    }
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
