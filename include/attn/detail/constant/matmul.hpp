// SPDX-License-Identifier: BSL-1.0
// A matrix product in constant evaluation: the rows of b, and of the result, are vector values, so
// the inner loop over columns costs nothing. Column by column it is detail/generic/matmul.hpp to
// the bit.
#pragma once

#include <cstddef>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/generic/matmul.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::constant {

// Rows of b are BRow elements apart, its columns BColumn, and rows of the product OutRow. A product
// that is wider than a row of lanes is made of products that are not.
template <std::size_t M, std::size_t K, std::size_t N, std::size_t BRow = N,
          std::size_t BColumn = 1, std::size_t OutRow = N, class T>
ATTN_ABI constexpr void matmul(T* out, const T* a, const T* b) {
  if constexpr (has_rows<T> && !fuses<T>) {
    matmul_in_rows<M, K, N, BRow, BColumn>(out, a, b);
  } else if constexpr (!row_scalar<T>) {
    if constexpr (BColumn == 1)
      generic::matmul<M, K, N>(out, a, b);
    else
      generic::matmul_transposed<M, K, N>(out, a, b);
  } else if constexpr (N > widest) {
    std::size_t j = 0;
    for (; j + widest <= N; j += widest)
      matmul<M, K, widest, BRow, BColumn, OutRow>(out + j, a, b + j * BColumn);
    if constexpr (N % widest > 0)
      matmul<M, K, N % widest, BRow, BColumn, OutRow>(out + j, a, b + j * BColumn);
  } else {
    using V = vec<T, lanes<T, N>>;
    V row_of_b[K];
    for (std::size_t k = 0; k < K; ++k)
      row_of_b[k] = bits_as<V>(load_row<N, BColumn>(b + k * BRow));
    for (std::size_t i = 0; i < M; ++i) {
      const T* row_of_a = a + i * K;
      V sum = row_of_b[0] * row_of_a[0];
      for (std::size_t k = 1; k < K; ++k)
        if constexpr (fuses<T>)
          sum = add_product(sum, row_of_b[k], splat<V>(row_of_a[k]));
        else
          sum = sum + row_of_b[k] * row_of_a[k];
      store_row<N>(out + i * OutRow, bits_as<block<T, lanes<T, N>>>(sum));
    }
  }
}

// b transposed, b (N, K).
template <std::size_t M, std::size_t K, std::size_t N, class T>
ATTN_ABI constexpr void matmul_transposed(T* out, const T* a, const T* b) {
  matmul<M, K, N, 1, K>(out, a, b);
}

// Of a b that is known as a whole, and is made of lines: no element of it is loaded by itself.
template <std::size_t M, std::size_t K, std::size_t N, std::size_t Lanes, class Whole, class T>
ATTN_ABI constexpr void matmul_lines(T* out, const T* a, const Whole& b) {
  constexpr std::size_t pieces = N / Lanes;
  const auto rows_of_b = bits_as<lines<T, Lanes, K * pieces>>(b);
  for (std::size_t i = 0; i < M; ++i)
    for (std::size_t j = 0; j < pieces; ++j) {
      using V = vec<T, Lanes>;
      V sum = rows_of_b.of[j] * a[i * K];
      for (std::size_t k = 1; k < K; ++k)
        if constexpr (fuses<T>)
          sum = add_product(sum, rows_of_b.of[k * pieces + j], splat<V>(a[i * K + k]));
        else
          sum = sum + rows_of_b.of[k * pieces + j] * a[i * K + k];
      store_row<Lanes>(out + i * N + j * Lanes, bits_as<block<T, Lanes>>(sum));
    }
}

// The lanes of the lines that Whole, a b of K x N, is made of. None if it is not.
template <std::size_t K, std::size_t N, class Whole, class T>
inline constexpr std::size_t lanes_of_lines =
    N % 256 == 0 && made_of_lines<Whole, T, 256, K * N>         ? 256
    : N % widest == 0 && made_of_lines<Whole, T, widest, K * N> ? widest
    : N % 32 == 0 && made_of_lines<Whole, T, 32, K * N>         ? 32
                                                                : 0;

}  // namespace attn::detail::constant
ATTN_STRICT_FP_END
