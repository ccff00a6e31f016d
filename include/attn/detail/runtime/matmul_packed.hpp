// SPDX-License-Identifier: BSL-1.0
// A matrix product whose right operand is packed (detail/packed.hpp): a block reads memory in
// order, whatever the matrix's width, and every vector is whole.
#pragma once

#include <cstddef>

#include <attn/detail/packed.hpp>
#include <attn/detail/runtime/matmul_columns.hpp>

namespace attn::detail::runtime {

template <class T, std::size_t K>
struct packed_lines {
  static constexpr std::size_t stride = packed_line<T>;
  template <class Strip, std::size_t C>
  static constexpr std::size_t at = packed_index<T, K>(0, Strip::template at<C>);
};

template <std::size_t M, std::size_t K, std::size_t N, class Isa = native_isa, class T>
inline void matmul_packed(T* out, const T* a, const T* b) {
  constexpr std::size_t lanes = Isa::template lanes<T>;
  using strips = column_strips<Isa, T, M, N, packed_line<T> / lanes>;
  for_each_strip<strips, N>([&]<std::size_t Width>(std::size_t j) {
    using columns = filled_strip<T, lanes, Width>;
    matmul_strip<Isa, M, columns, N, K, packed_lines<T, K>>(out + j, a, b + j * K, K, false);
  });
}

}  // namespace attn::detail::runtime
