// SPDX-License-Identifier: BSL-1.0
// A matrix product whose right operand is packed (detail/packed.hpp): a block reads memory in
// order, whatever the matrix's width, and every vector is whole.
//
//   matmul_packed<M, K, N>(out, a, b, finish)   finish: as_they_are, plus_row; or and_then<one of
//                                               them, f>, f of every element of a strip when all
//                                               its rows are there, and still in the cache
#pragma once

#include <cstddef>

#include <attn/detail/packed.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/runtime/matmul_columns.hpp>

namespace attn::detail::runtime {

template <class T, std::size_t K>
struct packed_lines {
  static constexpr std::size_t stride = packed_line<T>;
  // A few rows wait for memory: so much of each line of columns is on its way before it is read. By
  // itself a processor looks ahead to the end of a page.
  static constexpr std::size_t ahead = 16 * packed_line<T>;
  template <class Strip, std::size_t C>
  static constexpr std::size_t at = packed_index<T, K>(0, Strip::template at<C>);
};

// For the tables: in a packed product nothing is chosen.
struct matmul_packed_kernel {
  static constexpr const char* name = "packed";
};

template <class Finish, class F>
struct and_then : Finish {
  using function = F;
};

template <std::size_t M, std::size_t K, std::size_t N, class Isa = native_isa, class T,
          class Finish = as_they_are>
inline void matmul_packed(T* out, const T* a, const T* b, const Finish& finish = {}) {
  constexpr std::size_t lanes = Isa::template lanes<T>;
  using strips = column_strips<Isa, T, M, N, packed_line<T> / lanes>;
  for_each_strip<strips, N>([&]<std::size_t Width>(std::size_t j) {
    using columns = filled_strip<T, lanes, Width>;
    matmul_strip<Isa, M, columns, N, K, packed_lines<T, K>>(out + j, a, b + j * K, K, false,
                                                            finish.from_column(j));
    if constexpr (requires { typename Finish::function; }) {
#pragma GCC unroll 1
      for (T* row = out + j; row < out + M * N; row += N)
        elementwise<Width, Isa>(row, typename Finish::function{}, static_cast<const T*>(row));
    }
  });
}

}  // namespace attn::detail::runtime
