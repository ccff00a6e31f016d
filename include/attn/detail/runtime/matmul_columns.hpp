// SPDX-License-Identifier: BSL-1.0
// How the columns of a product are shared out among strips, and the kernels for matrices of at
// least a vector's columns.
//
//   matmul_blocks   b is read where it lies; a large one a few rows at a time
//   matmul_panels   b is copied strip by strip into a panel that stays in the cache: where rows of
//                   b would push each other out of it, or b is large
//
// A panel is a local array of panel_bytes at most; deeper products take it several times.
#pragma once

#include <cstddef>

#include <attn/detail/lifetime.hpp>
#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/runtime/matmul_strip.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

inline constexpr std::size_t panel_bytes = 32 * 1024;
// What a second-level cache lends to b beside everything else.
inline constexpr std::size_t large_bytes = 128 * 1024;
// A large b that is read where it lies comes from a more distant memory, which is fast for what is
// read in order: this number of its rows is, for all columns, before the next. (All rows for one
// strip first: 1.8 times the time for one row of a and 768 x 768 that are in no cache, 1.3 times
// for three.)
inline constexpr std::size_t rows_in_order = 8;
// The rows after the next ones are prefetched: measured, three rows of a by 768 x 768 take 117 us
// instead of 170 from memory, and as long as before from the third-level cache. One or two rows of
// a do little but load, and would take 1.1 to 1.25 times as long.
template <class T, std::size_t M, std::size_t N>
inline constexpr std::size_t bytes_ahead_in_order = (M > 2 ? 2 : 0) * rows_in_order * N * sizeof(T);
// What is a multiple of this apart competes for eight places in the nearest cache.
inline constexpr std::size_t colliding_bytes = 4096;

// N columns in strips of nearly equal width. Together: this number of vectors is never split.
//
// A strip has two vectors by high blocks, and one strip three if their number is odd and the
// registers allow. It has four by so few rows that they are one block then, or where vectors are
// short and factors dear (SSE2), or where the rows of a, K elements apart, push each other out of
// the nearest cache: then blocks are low.
template <class Isa, class T, std::size_t M, std::size_t K, std::size_t N, std::size_t Together>
struct column_strips {
  static constexpr std::size_t unit = Together * Isa::template lanes<T>;
  static constexpr std::size_t units = (N + unit - 1) / unit;
  static constexpr bool rows_of_a_collide =
      K * sizeof(T) % colliding_bytes == 0 && Isa::registers >= 32;
  static constexpr bool few_rows = M < (Isa::registers >= 32 ? 6 : 3);
  static constexpr bool four = few_rows || Isa::bytes == 16 || rows_of_a_collide;
  static constexpr std::size_t most = (four ? 4 : 2) > Together ? (four ? 4 : 2) / Together : 1;
  static constexpr bool one_takes_three = !four && most == 2 && Isa::registers >= 32 && units > 1;
  static constexpr std::size_t count = one_takes_three ? units / 2 : (units + most - 1) / most;
  static constexpr std::size_t wide = (units + count - 1) / count * unit, narrow = wide - unit;
  static constexpr std::size_t wide_ones = units - count * (wide / unit - 1);
  // Where the narrow ones begin, and the last strip, wide or narrow.
  static constexpr std::size_t behind_wide = (wide_ones < count ? wide_ones : count - 1) * wide;
  static constexpr std::size_t last =
      wide_ones < count ? behind_wide + (count - 1 - wide_ones) * narrow : behind_wide;
};

// f.operator()<width>(first column) for every strip.
template <class Strips, std::size_t N, class F>
ATTN_INLINE void for_each_strip(const F& f) {
#pragma GCC unroll 1
  for (std::size_t j = 0; j < Strips::behind_wide; j += Strips::wide)
    f.template operator()<Strips::wide>(j);
  if constexpr (Strips::behind_wide < Strips::last) {
#pragma GCC unroll 1
    for (std::size_t j = Strips::behind_wide; j < Strips::last; j += Strips::narrow)
      f.template operator()<Strips::narrow>(j);
  }
  f.template operator()<N - Strips::last>(Strips::last);
}

// The same for a matrix that is not filled up: f.operator()<strip>(first column). What is less than
// a vector is a narrower one, over columns that have been computed.
template <class Isa, std::size_t M, std::size_t K, std::size_t N, class T, class F>
ATTN_INLINE void for_each_strip_in_place(const F& f) {
  for_each_strip<column_strips<Isa, T, M, K, N, 1>, N>([&]<std::size_t Width>(std::size_t j) {
    constexpr std::size_t lanes = Isa::template lanes<T>;
    if constexpr (Width >= lanes) {
      f.template operator()<strip<T, lanes, Width>>(j);
    } else {
      constexpr std::size_t fewer = lanes_to_hold<T, Width>;
      f.template operator()<strip<T, fewer, fewer>>(N - fewer);
    }
  });
}

// The steps of k for which a panel has room, as many each time.
template <class T, std::size_t K, std::size_t Width>
struct panel_depth {
  static constexpr std::size_t most = panel_bytes / (Width * sizeof(T));
  static constexpr std::size_t panels = (K + most - 1) / most;
  static constexpr std::size_t value = (K + panels - 1) / panels;
};

// Whether the loop over k is written out: of few terms; and of few sums where the compiler puts
// additions off, with which it spills others (GCC 12, 16x16x16 with AVX2: 1.65 times the loop).
template <std::size_t K, std::size_t Sums>
inline constexpr bool is_written_out = K * Sums <= 128 && (Sums <= 4 || delayed_products == 0);

// The first Columns of N.
template <class Isa, std::size_t M, std::size_t K, std::size_t N, std::size_t Columns, class T>
ATTN_INLINE void matmul_blocks(T* out, const T* a, const T* b) {
  for_each_strip_in_place<Isa, M, K, Columns, T>([&]<class Strip>(std::size_t j) {
    using right = rows_apart<N>;
    if constexpr (is_written_out<K, block_heights<Isa, M, Strip::count>::high * Strip::count>)
      matmul_strip_unrolled<Isa, M, Strip, N, K, right, K>(out + j, a, b + j);
    else
      matmul_strip<Isa, M, Strip, N, K, right>(out + j, a, b + j, K, false);
  });
}
// … of a large b. A last strip over columns that another one has too, where they are less than a
// vector, would find terms in them already: it is begun anew, at the end.
template <class Isa, std::size_t M, std::size_t K, std::size_t N, std::size_t Columns, class T>
ATTN_INLINE void matmul_blocks_in_order(T* out, const T* a, const T* b) {
  using right = rows_apart<N, bytes_ahead_in_order<T, M, N>>;
#pragma GCC unroll 1
  for (std::size_t k = 0; k < K; k += rows_in_order) {
    const bool last = K - k <= rows_in_order;
    const std::size_t depth = last ? K - k : rows_in_order;
    for_each_strip_in_place<Isa, M, K, Columns, T>([&]<class Strip>(std::size_t j) {
      constexpr std::size_t lanes = Isa::template lanes<T>;
      const bool overlaps = Strip::width <= lanes && j % lanes != 0;
      if (!overlaps)
        matmul_strip<Isa, M, Strip, N, K, right>(out + j, a + k, b + k * N + j, depth, k > 0);
      else if (last)
        matmul_strip<Isa, M, Strip, N, K, rows_apart<N>>(out + j, a, b + j, K, false);
    });
  }
}

// f.operator()<strip>(panel, first k, first column, depth) for every panel.
template <class Isa, std::size_t M, std::size_t K, std::size_t N, class T, class F>
ATTN_INLINE void for_each_panel(const F& f) {
  for_each_strip_in_place<Isa, M, K, N, T>([&]<class Strip>(std::size_t j) {
    constexpr std::size_t depth = panel_depth<T, K, Strip::packed_width>::value;
    alignas(64) T panel[depth * Strip::packed_width];
    lifetime_begins(panel);
#pragma GCC unroll 1
    for (std::size_t k = 0; k < K; k += depth)
      f.template operator()<Strip>(panel, k, j, K - k < depth ? K - k : depth);
  });
}
template <class Isa, std::size_t M, std::size_t K, std::size_t N, class T>
ATTN_INLINE void matmul_panels(T* out, const T* a, const T* b) {
  for_each_panel<Isa, M, K, N, T>(
      [&]<class Strip>(T* panel, std::size_t k, std::size_t j, std::size_t depth) {
        matmul_strip_by_panel<Isa, M, Strip, N, K, N>(out + j, a + k, b + k * N + j, panel, depth,
                                                      k > 0);
      });
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
