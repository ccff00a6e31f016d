// SPDX-License-Identifier: BSL-1.0
// Bounds of rows of intervals: sums and products.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Intervals in the lanes of vectors, or one: bounds that are finite, as vectors of lower and of
// upper bounds. In constant evaluation an operation on a vector is a step, however wide it is.

template <std::floating_point T>
struct interval;
}  // namespace attn
namespace attn::detail {

// The lower bounds with the other sign: then both are rounded upward, and what holds for one holds
// for the other.
template <class V>
struct interval_row {
  V minus_lower, upper;
};

// Lane l is element at[l] of the array.
template <class V, class T>
ATTN_INLINE constexpr interval_row<V> load_intervals(const interval<T>* from,
                                                     const std::size_t* at) {
  if constexpr (is_one_number<V>)
    return {-from[at[0]].lower, from[at[0]].upper};
  else
    return [&]<std::size_t... L>(std::index_sequence<L...>) {
      return interval_row<V>{V{-from[at[L]].lower...}, V{from[at[L]].upper...}};
    }(std::make_index_sequence<lanes_of<V>>{});
}
// The first `count` lanes.
template <class V, class T>
ATTN_INLINE constexpr void store_intervals(interval<T>* to, const interval_row<V>& row,
                                           const std::size_t* at, std::size_t count) {
  const auto below = bits_as<block<T, lanes_of<V>>>(row.minus_lower);
  const auto above = bits_as<block<T, lanes_of<V>>>(row.upper);
  for (std::size_t l = 0; l < count; ++l) {
    interval<T>& y = to[at[l]];
    y.lower = -below.data[l], y.upper = above.data[l], y.may_be_nan = y.may_overflow = false;
  }
}
// Whether N numbers, Stride apart, are all within ±size.
template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr bool all_within(const interval<T>* x, const T& size) {
  bool all = true;
  for (std::size_t i = 0; i < N * Stride; i += Stride)
    all = all && x[i].lower > -size && x[i].upper < size && !x[i].may_be_nan;
  return all;
}
// Whether one of N, Stride apart, is marked, and marks them.
template <std::size_t N, std::size_t Stride = 1, class T>
ATTN_ABI constexpr bool one_may_overflow(const interval<T>* x) {
  bool one = false;
  for (std::size_t i = 0; i < N; ++i) one = one || x[i * Stride].may_overflow;
  return one;
}
template <std::size_t N>
ATTN_ABI constexpr bool one_may_overflow(std::nullptr_t) {
  return false;
}
template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr void mark_overflow(interval<T>* x) {
  for (std::size_t i = 0; i < N; ++i) x[i * Stride].may_overflow = true;
}

template <class V>
ATTN_INLINE constexpr interval_row<V> operator-(const interval_row<V>& a) {
  return {a.upper, a.minus_lower};
}
template <class V>
ATTN_INLINE constexpr interval_row<V> operator+(const interval_row<V>& a,
                                                const interval_row<V>& b) {
  using namespace lanes_of_bounds;
  return {sum_above(a.minus_lower, b.minus_lower), sum_above(a.upper, b.upper)};
}
// a * b of interval.hpp.
template <class T, class V>
ATTN_INLINE constexpr interval_row<V> operator*(const interval<T>& a, const interval_row<V>& b) {
  using namespace lanes_of_bounds;
  const V low = a.lower - V{}, high = a.upper - V{};
  if (a.lower < T(0) && a.upper > T(0))
    return {max_of(product_above(V(-low), b.upper), product_above(high, b.minus_lower)),
            max_of(product_above(V(-low), b.minus_lower), product_above(high, b.upper))};
  const bool rises = a.lower >= T(0);
  const V least = rises ? b.minus_lower : -b.upper, most = rises ? b.upper : -b.minus_lower;
  return {product_above(least, where(less_than(V{}, least), high, low)),
          product_above(most, where(less_than(most, V{}), low, high))};
}
// a * b, of a b that is not negative.
template <class V>
ATTN_INLINE constexpr interval_row<V> times_positive(const interval_row<V>& a,
                                                     const interval_row<V>& b) {
  using namespace lanes_of_bounds;
  const V low = -b.minus_lower;
  return {product_above(a.minus_lower, where(less_than(V{}, a.minus_lower), b.upper, low)),
          product_above(a.upper, where(less_than(a.upper, V{}), low, b.upper))};
}
template <class V>
ATTN_INLINE constexpr interval_row<V> square_of(const interval_row<V>& a) {
  using namespace lanes_of_bounds;
  const V least = max_of(V(-a.minus_lower), V(-a.upper)), most = max_of(a.minus_lower, a.upper);
  return {where(less_than(V{}, least), min_of(product_above(V(-least), least), V{}), V{}),
          product_above(most, most)};
}

// x, of which more is known: no upper bound is above `high`, no lower one below -`minus_low`.
template <class V>
ATTN_INLINE constexpr void narrow(interval_row<V>& x, const V& minus_low, const V& high) {
  x.minus_lower = lanes_of_bounds::min_of(x.minus_lower, minus_low);
  x.upper = lanes_of_bounds::min_of(x.upper, high);
}
template <class V>
ATTN_INLINE constexpr V magnitude_of(const interval_row<V>& x) {
  return lanes_of_bounds::max_of(x.minus_lower, x.upper);
}

// to[i] = the sum of all but x[i], rounded upward: no difference of sums.
template <std::size_t N, class V>
ATTN_ABI constexpr void sums_of_others(V* to, const V* x) {
  using namespace lanes_of_bounds;
  V before{}, after{};
  for (std::size_t i = 0; i < N; ++i) {
    to[i] = before;
    before = sum_above(before, x[i]);
  }
  for (std::size_t i = N; i-- > 0;) {
    to[i] = sum_above(to[i], after);
    after = sum_above(after, x[i]);
  }
}

// f of `count` things in groups, as of<V>(first, number): V is a vector where there are vectors.
// (At run time, one of 16 bytes: rows of those are on the stack.)
template <class T, class F>
ATTN_ABI constexpr void in_groups(std::size_t count, const F& f) {
  std::size_t first = 0;
  const auto run = [&]<class V>(const V*) {
    for (; first < count; first += lanes_of<V>)
      f.template operator()<V>(first, count - first < lanes_of<V> ? count - first : lanes_of<V>);
  };
  if constexpr (kernel_scalar<T>) {
    if (!std::is_constant_evaluated())
      return run(static_cast<const vec<T, least_lanes<T>>*>(nullptr));
    if constexpr (constant::row_scalar<T>)
      return run(static_cast<const vec<T, 128 / sizeof(T)>*>(nullptr));
  }
  run(static_cast<const T*>(nullptr));
}

// Products of matrices of interval<T>: rows of lower and of upper bounds as vectors, so that the
// inner loop over columns is one operation. The result is the result of detail/generic/matmul.hpp,
// bit for bit. Only the ordinary case is computed here, finite bounds of moderate size. At run time
// a strip of the right operand is on the stack, unless that is larger than a kernel's panel.

// Sizes of factors for which no sum of `terms` products overflows or is near it.
template <class T>
ATTN_ABI constexpr T moderate_factor(std::size_t terms) {
  const int exponent =
      (std::numeric_limits<T>::max_exponent - 8 - static_cast<int>(std::bit_width(terms))) / 2;
  T size = T(1);
  for (int i = 0; i < exponent; ++i) size *= 2;
  return size;
}
template <class T>
ATTN_ABI constexpr bool all_below(const interval<T>* x, std::size_t count, const T& size) {
  bool all = true;
  for (std::size_t i = 0; i < count; ++i)
    all = all && x[i].lower > -size && x[i].upper < size && !x[i].may_be_nan && !x[i].may_overflow;
  return all;
}

template <std::floating_point T>
struct products_of_intervals {
  using element = interval<T>;
  static constexpr std::size_t most_bytes = 64 * 1024;

  // Whether out = a b was computed, of which rows of b are BRow elements apart, columns BColumn.
  template <std::size_t M, std::size_t K, std::size_t N, std::size_t BRow, std::size_t BColumn>
  ATTN_ABI static constexpr bool product(element* out, const element* a, const element* b) {
    if constexpr (kernel_scalar<T>) {
      constexpr T size = moderate_factor<T>(K);
      if (!all_below(a, M * K, size) || !all_below(b, K * N, size)) return false;
      if (!std::is_constant_evaluated()) {
        if constexpr (K * sizeof(interval_row<vec<T, native_isa::lanes<T>>>) > most_bytes)
          return false;
        columns<M, K, N, BRow, BColumn, native_isa::lanes<T>>(out, a, b);
        return true;
      }
      if constexpr (constant::row_scalar<T>) {
        constexpr std::size_t together = N < constant::widest ? N : constant::widest;
        columns<M, K, N, BRow, BColumn, constant::lanes<T, together>>(out, a, b);
        return true;
      }
    }
    return false;
  }

 private:
  template <std::size_t M, std::size_t K, std::size_t N, std::size_t BRow, std::size_t BColumn,
            std::size_t Lanes>
  ATTN_ABI static constexpr void columns(element* out, const element* a, const element* b) {
    using V = vec<T, Lanes>;
    for (std::size_t j = 0; j < N; j += Lanes) {
      const std::size_t count = N - j < Lanes ? N - j : Lanes;
      std::size_t column[Lanes], in_b[Lanes];
      for (std::size_t l = 0; l < Lanes; ++l)
        column[l] = l < count ? l : 0, in_b[l] = column[l] * BColumn;
      interval_row<V> rows[K];
      for (std::size_t k = 0; k < K; ++k)
        rows[k] = load_intervals<V>(b + k * BRow + j * BColumn, in_b);
      for (std::size_t i = 0; i < M; ++i) {
        interval_row<V> sum = a[i * K] * rows[0];
        for (std::size_t k = 1; k < K; ++k) sum = sum + a[i * K + k] * rows[k];
        store_intervals(out + i * N + j, sum, column, count);
      }
    }
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
