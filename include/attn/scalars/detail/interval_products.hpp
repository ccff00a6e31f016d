// SPDX-License-Identifier: BSL-1.0
// Products of matrices of interval<T>: rows of lower and of upper bounds as vectors, so that the
// inner loop over columns is one operation. The result is that of detail/generic/matmul.hpp, bit
// for bit; only the ordinary case is computed here, finite bounds of moderate size. At run time a
// strip of the right operand is on the stack, unless that is larger than a kernel's panel.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <attn/detail/constant/row.hpp>
#include <attn/scalars/detail/interval_row.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

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
