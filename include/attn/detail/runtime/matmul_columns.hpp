// SPDX-License-Identifier: BSL-1.0
// How the columns of a product are shared out among strips, and the kernels for matrices of at
// least a vector's columns.
//
//   matmul_blocks   b is read where it lies
//   matmul_panels   b is copied strip by strip into a panel that stays in the cache: where rows of
//                   b would push each other out of it, or b is large
//
// A panel is a local array of panel_bytes at most; deeper products take it several times.
#pragma once

#include <cstddef>

#include <attn/detail/runtime/matmul_block.hpp>

namespace attn::detail::runtime {

inline constexpr std::size_t panel_bytes = 32 * 1024;

// N columns in strips of nearly equal width, of at most `most` vectors.
template <class Isa, class T, std::size_t M, std::size_t N>
struct column_strips {
  static constexpr std::size_t lanes = Isa::template lanes<T>;
  static constexpr std::size_t vectors = (N + lanes - 1) / lanes;
  // Two vectors by high blocks; one strip takes three if their number is odd and the registers
  // allow. Four by a few rows.
  static constexpr std::size_t count = M < 6                                 ? (vectors + 3) / 4
                                       : Isa::registers >= 32 && vectors > 1 ? vectors / 2
                                                                             : (vectors + 1) / 2;
  static constexpr std::size_t wide = (vectors + count - 1) / count * lanes;
  static constexpr std::size_t wide_ones = vectors - count * (wide / lanes - 1);
  static constexpr std::size_t narrow = wide - lanes;
};

// f.operator()<strip>(first column) for every strip.
template <class Isa, std::size_t M, std::size_t N, class T, class F>
ATTN_INLINE void for_each_strip(const F& f) {
  using strips = column_strips<Isa, T, M, N>;
  constexpr std::size_t lanes = strips::lanes, all_but_last = strips::count - 1;
  constexpr std::size_t wide_ones =
      strips::wide_ones < all_but_last ? strips::wide_ones : all_but_last;
  constexpr std::size_t behind_wide = wide_ones * strips::wide;
  constexpr std::size_t last = behind_wide + (all_but_last - wide_ones) * strips::narrow;
#pragma GCC unroll 1
  for (std::size_t j = 0; j < behind_wide; j += strips::wide)
    f.template operator()<strip<T, lanes, strips::wide>>(j);
  if constexpr (behind_wide < last) {
#pragma GCC unroll 1
    for (std::size_t j = behind_wide; j < last; j += strips::narrow)
      f.template operator()<strip<T, lanes, strips::narrow>>(j);
  }
  if constexpr (N - last >= lanes) {
    f.template operator()<strip<T, lanes, N - last>>(last);
  } else {  // less than a vector: a narrower one, over columns that have been computed
    constexpr std::size_t fewer = lanes_to_hold<T, N - last>;
    f.template operator()<strip<T, fewer, fewer>>(N - fewer);
  }
}

// The steps of k for which a panel has room, as many each time.
template <class T, std::size_t K, std::size_t Width>
struct panel_depth {
  static constexpr std::size_t most = panel_bytes / (Width * sizeof(T));
  static constexpr std::size_t panels = (K + most - 1) / most;
  static constexpr std::size_t value = (K + panels - 1) / panels;
};

template <class Isa, std::size_t M, std::size_t K, std::size_t N, class T>
ATTN_INLINE void matmul_blocks(T* out, const T* a, const T* b) {
  for_each_strip<Isa, M, N, T>([&]<class Strip>(std::size_t j) {
    using right = rows_apart<N>;
    if constexpr (K * block_heights<Isa, M, Strip::count>::high * Strip::count <= 256)
      matmul_strip_unrolled<Isa, M, Strip, N, K, right, K>(out + j, a, b + j);
    else
      matmul_strip<Isa, M, Strip, N, K, right>(out + j, a, b + j, K, false);
  });
}

// The product, by panels that fill.operator()<strip>(panel, first k, first column, depth) makes.
template <class Isa, std::size_t M, std::size_t K, std::size_t N, class T, class Fill>
ATTN_INLINE void matmul_by_panels(T* out, const T* a, const Fill& fill) {
  for_each_strip<Isa, M, N, T>([&]<class Strip>(std::size_t j) {
    constexpr std::size_t depth = panel_depth<T, K, Strip::packed_width>::value;
    alignas(64) T panel[depth * Strip::packed_width];
#pragma GCC unroll 1
    for (std::size_t k = 0; k < K; k += depth) {
      const std::size_t now = K - k < depth ? K - k : depth;
      fill.template operator()<Strip>(panel, k, j, now);
      matmul_strip<Isa, M, Strip, N, K, packed_rows<Strip>>(out + j, a + k, panel, now, k > 0);
    }
  });
}

template <class Strip, std::size_t N, class T, std::size_t... C>
ATTN_INLINE void pack_row(T* panel, const T* b, std::index_sequence<C...>) {
  (store(panel + packed_rows<Strip>::template at<Strip, C>,
         load<typename Strip::template vector<C>>(b + Strip::template at<C>)),
   ...);
}

template <class Isa, std::size_t M, std::size_t K, std::size_t N, class T>
ATTN_INLINE void matmul_panels(T* out, const T* a, const T* b) {
  matmul_by_panels<Isa, M, K, N>(
      out, a, [&]<class Strip>(T* panel, std::size_t k, std::size_t j, std::size_t depth) {
#pragma GCC unroll 1
        for (std::size_t i = 0; i < depth; ++i)
          pack_row<Strip, N>(panel + i * Strip::packed_width, b + (k + i) * N + j,
                             std::make_index_sequence<Strip::count>{});
      });
}

}  // namespace attn::detail::runtime
