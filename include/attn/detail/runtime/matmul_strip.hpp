// SPDX-License-Identifier: BSL-1.0
// All rows of a matrix product by one strip of columns (matmul_block.hpp), in blocks of nearly
// equal height.
//
//   block_heights           how high they are
//   matmul_strip            a loop over k; matmul_strip_unrolled: written out
//   matmul_strip_by_panel   of a right operand that is copied to a panel on the way
#pragma once

#include <cstddef>

#include <attn/detail/runtime/broadcast.hpp>
#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// How high the blocks are: as high as the registers allow beside a row of b, a factor and a
// product, and nearly equal.
template <class Isa, std::size_t M, std::size_t Columns>
struct block_heights {
  static constexpr std::size_t for_sums = Isa::registers - Columns - 2 - delayed_products;
  static constexpr std::size_t ceiling = Columns == 1 ? 16 : Columns == 2 ? 12 : 8;
  static constexpr std::size_t fitting = for_sums < Columns ? 1 : for_sums / Columns;
  static constexpr std::size_t most = fitting < ceiling ? fitting : ceiling;
  static constexpr std::size_t blocks = (M + most - 1) / most;
  static constexpr std::size_t high = (M + blocks - 1) / blocks;
  static constexpr std::size_t low = high > 1 ? high - 1 : 1;
  static constexpr std::size_t rows_in_high = (M - blocks * (high - 1)) * high;
};

// f.operator()<rows>(first row) for every block from row First on, where a high one begins.
template <class Heights, std::size_t M, std::size_t First = 0, class F>
ATTN_INLINE void for_each_block(const F& f) {
  std::size_t i = First;
#pragma GCC unroll 1
  for (; i < Heights::rows_in_high; i += Heights::high) f.template operator()<Heights::high>(i);
  if constexpr (Heights::rows_in_high < M) {
#pragma GCC unroll 1
    for (; i < M; i += Heights::low) f.template operator()<Heights::low>(i);
  }
}

// The strip of a product of depth terms; more of them, if `out` holds the first ones.
template <class Isa, std::size_t M, class Strip, std::size_t OutStride, std::size_t AStride,
          class Right, class T, class Epilogue = no_epilogue>
ATTN_INLINE void matmul_strip(T* out, const T* a, const T* b, std::size_t depth, bool more,
                              const Epilogue& epilogue = {}) {
  for_each_block<block_heights<Isa, M, Strip::count>, M>([&]<std::size_t Rows>(std::size_t i) {
    using block = matmul_block<Isa, T, Rows, Strip, OutStride, AStride, Right>;
    block::run(out + i * OutStride, a + i * AStride, b, depth, more, epilogue);
  });
}
// … of a b in place, which the first block copies to a panel while it computes: waiting for memory
// and computing are one time. The other blocks read the panel. With each row of the strip that of
// the next strip is prefetched: it comes much later, and no processor guesses it (measured, 16 rows
// by 768 x 768: 194 us instead of 362 from memory, 167 instead of 175 from the third-level cache).
template <class Isa, std::size_t M, class Strip, std::size_t OutStride, std::size_t AStride,
          std::size_t BStride, class T>
ATTN_INLINE void matmul_strip_by_panel(T* out, const T* a, const T* b, T* panel, std::size_t depth,
                                       bool more) {
  using heights = block_heights<Isa, M, Strip::count>;
  constexpr std::size_t first = heights::high;
  using right = rows_apart<BStride, Strip::width * sizeof(T)>;
  matmul_block<Isa, T, first, Strip, OutStride, AStride, right>::run(out, a, b, depth, more,
                                                                     no_epilogue{}, panel);
  for_each_block<heights, M, first>([&]<std::size_t Rows>(std::size_t i) {
    using block = matmul_block<Isa, T, Rows, Strip, OutStride, AStride, packed_rows<Strip>>;
    block::run(out + i * OutStride, a + i * AStride, panel, depth, more);
  });
}
// … of so few terms that they are written out.
template <class Isa, std::size_t M, class Strip, std::size_t OutStride, std::size_t AStride,
          class Right, std::size_t Depth, class T>
ATTN_INLINE void matmul_strip_unrolled(T* out, const T* a, const T* b) {
  for_each_block<block_heights<Isa, M, Strip::count>, M>([&]<std::size_t Rows>(std::size_t i) {
    using block = matmul_block<Isa, T, Rows, Strip, OutStride, AStride, Right>;
    block::template run_unrolled<Depth>(out + i * OutStride, a + i * AStride, b);
  });
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
