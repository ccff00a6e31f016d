// SPDX-License-Identifier: BSL-1.0
// Where the elements of a packed matrix (K, N) are: its columns in lines of 64 bytes, line by line,
// in a line row by row, the last line filled up. The same for all instruction sets.
#pragma once

#include <cstddef>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class T>
inline constexpr std::size_t packed_line = sizeof(T) < 64 ? 64 / sizeof(T) : 1;

template <class T, std::size_t N>
inline constexpr std::size_t packed_lines = N / packed_line<T> + (N % packed_line<T> > 0 ? 1 : 0);
template <class T, std::size_t K, std::size_t N>
inline constexpr std::size_t packed_size = packed_lines<T, N> * packed_line<T> * K;

template <class T, std::size_t K>
ATTN_ABI constexpr std::size_t packed_index(std::size_t k, std::size_t j) {
  return (j / packed_line<T> * K + k) * packed_line<T> + j % packed_line<T>;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
