// SPDX-License-Identifier: BSL-1.0
// A matrix (N, K) as the packed matrix (K, N): lines of columns are rows of the matrix, turned.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/packed.hpp>
#include <attn/detail/runtime/matmul_transposed.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

template <std::size_t K, std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void pack_transposed(T* packed, const T* b) {
  constexpr std::size_t line = packed_line<T>, rest = N % line, whole = N - rest;
  using columns = strip<T, Isa::template lanes<T>, line>;
#pragma GCC unroll 1
  for (std::size_t j = 0; j < whole; j += line)
    turn_strip<columns, K, N>(packed + j * K, b + j * K, K,
                              std::make_index_sequence<columns::count>{});
  for (std::size_t j = whole; j < N; ++j)
    for (std::size_t k = 0; k < K; ++k) packed[packed_index<T, K>(k, j)] = b[j * K + k];
  for (std::size_t j = N; j % line != 0; ++j)
    for (std::size_t k = 0; k < K; ++k) packed[packed_index<T, K>(k, j)] = T(0);
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
