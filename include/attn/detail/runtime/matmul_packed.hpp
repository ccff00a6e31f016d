// SPDX-License-Identifier: BSL-1.0
// A matrix product whose right operand is packed (detail/packed.hpp): a block reads memory in
// order, whatever the matrix's width, and every vector is whole.
//
//   matmul_packed<M, K, N>(out, a, b, epilogue)
//
// epilogue: no_epilogue, plus_row, or fused_activation<one of them, f>: f of every element of a
// strip when all its rows are there, and still in the cache.
#pragma once

#include <cstddef>

#include <attn/detail/packed.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/runtime/matmul_columns.hpp>
#include <attn/detail/runtime/matmul_strip.hpp>
#include <attn/detail/runtime/prefetch.hpp>
#include <attn/detail/vector_pack.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

template <class T, std::size_t K, class Ahead>
struct packed_lines : Ahead {
  static constexpr std::size_t stride = packed_line<T>;
  template <class Strip, std::size_t C>
  static constexpr std::size_t at = packed_index<T, K>(0, Strip::template at<C>);
};

// The number of lines that are prefetched: by itself a processor looks ahead to the end of a page.
// More of them where nearly all of b comes from beyond the second-level cache, unless blocks of
// rows read it again: measured for 3 and 4 rows, that takes 0.87 to 1.0 of the time there, and 1.1
// to 1.2 of it where that cache has b. One or two rows do little but load, and would take 1.03 to
// 1.3 times as long.
template <class T, std::size_t M, std::size_t K, std::size_t N, std::size_t MostRows>
ATTN_ABI constexpr auto prefetch_of_packed() {
  constexpr std::size_t line = packed_line<T> * sizeof(T);
  if constexpr (M < 3 || K < 64)
    return prefetched<0>{};
  else if constexpr (is_beyond_caches(K * N * sizeof(T) / 2) && M <= MostRows)
    return prefetched<64 * line>{};
  else
    return prefetched<16 * line, cache_level::first>{};
}

// For the tables: in a packed product nothing is chosen.
struct matmul_packed_kernel {
  static constexpr const char* name = "packed";
};

template <class Epilogue, class F>
struct fused_activation : Epilogue {
  using function = F;
};

// F of the first Width elements of M rows that are Stride apart; of several vectors at once if F is
// made for that, so that none waits for itself.
template <class F, class Isa, std::size_t M, std::size_t Stride, std::size_t Width, class T>
ATTN_INLINE void rows_of(T* out) {
  constexpr std::size_t lanes = Isa::template lanes<T>, vectors = Width / lanes;
  T *row = out, *const end = out + M * Stride;
  if constexpr (takes_several<F> && Width % lanes == 0 && vectors == 2 && M > 1) {
    using V = vec<T, lanes>;
#pragma GCC unroll 1
    for (T* const last = end - Stride; row < last; row += 2 * Stride) {
      vector_pack<V, 4> v;
      for_constants<4>([&](auto i) ATTN_INLINE_LAMBDA {
        v.of[i] = load<V>(row + i / 2 * Stride + i % 2 * lanes);
      });
      v = F{}(v);
      for_constants<4>(
          [&](auto i) ATTN_INLINE_LAMBDA { store(row + i / 2 * Stride + i % 2 * lanes, v.of[i]); });
    }
  }
#pragma GCC unroll 1
  for (; row < end; row += Stride) {
    if constexpr (takes_several<F> && Width % lanes == 0 && (vectors == 3 || vectors == 4))
      store(row, F{}(load_pack<vec<T, lanes>, vectors>(row)));
    else
      elementwise<Width, Isa>(row, F{}, static_cast<const T*>(row));
  }
}

template <std::size_t M, std::size_t K, std::size_t N, class Isa = native_isa, class T,
          class Epilogue = no_epilogue>
ATTN_ABI inline void matmul_packed(T* out, const T* a, const T* b, const Epilogue& epilogue = {}) {
  constexpr std::size_t lanes = Isa::template lanes<T>;
  using strips = column_strips<Isa, T, M, K, N, packed_line<T> / lanes>;
  constexpr std::size_t most_rows = block_heights<Isa, M, strips::wide / lanes>::most;
  using ahead = decltype(prefetch_of_packed<T, M, K, N, most_rows>());
  for_each_strip<strips, N>([&]<std::size_t Width>(std::size_t j) {
    using columns = filled_strip<T, lanes, Width>;
    matmul_strip<Isa, M, columns, N, K, packed_lines<T, K, ahead>>(out + j, a, b + j * K, K, false,
                                                                   epilogue.from_column(j));
    if constexpr (requires { typename Epilogue::function; })
      rows_of<typename Epilogue::function, Isa, M, N, Width>(out + j);
  });
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
