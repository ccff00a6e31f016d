// SPDX-License-Identifier: BSL-1.0
// The meaning of a matrix product, for any scalar: out(i, j) starts from a(i, 0) * b(0, j) and adds
// the rounded product a(i, k) * b(k, j) for k = 1, 2, … in this order, or, where the contract
// fuses, the exact product, and rounds the sum.
#ifndef ATTN_DETAIL_GENERIC_MATMUL_HPP
#define ATTN_DETAIL_GENERIC_MATMUL_HPP

#include <cstddef>

#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::generic {

// One element: of a row of a, and of a column of b whose elements are Stride apart.
template <std::size_t K, std::size_t Stride, class T>
ATTN_ABI constexpr T dot(const T* a, const T* b) {
  T s = rounded(T(a[0] * b[0]));
  for (std::size_t k = 1; k < K; ++k)
    if constexpr (fuses<T>)
      s = add_product(s, a[k], b[k * Stride]);
    else
      s = T(s + rounded(T(a[k] * b[k * Stride])));
  return s;
}

// b has rows BRow apart, and columns BColumn.
template <std::size_t M, std::size_t K, std::size_t N, std::size_t BRow, std::size_t BColumn,
          class T>
ATTN_ABI constexpr void matmul_of(T* out, const T* a, const T* b) {
  if constexpr (multiplies_matrices<T>)
    if (row_bounds<T>::template product<M, K, N, BRow, BColumn>(out, a, b)) return;
  for (std::size_t i = 0; i < M; ++i)
    for (std::size_t j = 0; j < N; ++j) out[i * N + j] = dot<K, BRow>(a + i * K, b + j * BColumn);
}
template <std::size_t M, std::size_t K, std::size_t N, class T>
ATTN_ABI constexpr void matmul(T* out, const T* a, const T* b) {
  matmul_of<M, K, N, N, 1>(out, a, b);
}
// The same with b transposed, b (N, K).
template <std::size_t M, std::size_t K, std::size_t N, class T>
ATTN_ABI constexpr void matmul_transposed(T* out, const T* a, const T* b) {
  matmul_of<M, K, N, 1, K>(out, a, b);
}

}  // namespace attn::detail::generic
ATTN_STRICT_FP_END

#endif
