// SPDX-License-Identifier: BSL-1.0
// The last columns of a product, where those that whole vectors leave over fill 16 bytes at most:
// some rows of the result share a register, 16 bytes each. Their factors are loaded for several k
// at once, and for each k a permutation repeats one of them along its row.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/runtime/matmul_block.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

template <class Isa, std::size_t M, std::size_t K, std::size_t N, class T>
struct matmul_last_columns {
  static constexpr std::size_t columns = least_lanes<T>, lanes = Isa::template lanes<T>;
  static constexpr std::size_t rows = lanes / columns;
  using V = vec<T, lanes>;
  using part = vec<T, columns>;
  static constexpr std::make_index_sequence<lanes> all_lanes{};

  // How many columns are left over for this: as many as there are, or none.
  static constexpr std::size_t rest = N % lanes;
  static constexpr std::size_t count =
      rows > 1 && rest <= columns&& N > lanes&& K >= columns&& M >= 2 * rows ? rest : 0;

  // Blocks of nearly equal height; the last one overlaps the one before. Computing twice is
  // computing.
  static constexpr std::size_t ceiling = Isa::registers / 4;
  static constexpr std::size_t fit = M < rows ? 1 : M / rows;
  static constexpr std::size_t most = fit < ceiling ? fit : ceiling;
  static constexpr std::size_t blocks = (M + most * rows - 1) / (most * rows);
  static constexpr std::size_t vectors = ((M + rows - 1) / rows + blocks - 1) / blocks;

  // The parts at from, from + Stride, … as one vector.
  template <class Part, std::size_t Stride>
  ATTN_INLINE static Part load_rows(const T* from) {
    if constexpr (lanes_of<Part> == columns) {
      return load<part>(from);
    } else {
      using half = vec<T, lanes_of<Part> / 2>;
      constexpr std::size_t upper = lanes_of<half> / columns * Stride;
      return joined<Part>(load_rows<half, Stride>(from), load_rows<half, Stride>(from + upper));
    }
  }
  template <std::size_t Step, std::size_t... I>
  ATTN_INLINE static V factors(const V& a, std::index_sequence<I...>) {
    return __builtin_shufflevector(a, a, (I / columns * columns + Step)...);
  }

  // k, …, of which the first Before are done.
  template <std::size_t Before>
  ATTN_INLINE static void add(V (&sum)[vectors], const T* a, const T* b, std::size_t k) {
    V of_b[columns];
    for_constants<columns - Before>([&](auto s) ATTN_INLINE_LAMBDA {
      of_b[s] = load_rows<V, 0>(b + (k + Before + s + 1) * N - columns);
    });
    for_constants<vectors>([&](auto v) ATTN_INLINE_LAMBDA {
      const V of_a = load_rows<V, K>(a + v * rows * K + k);
      for_constants<columns - Before>([&](auto s) ATTN_INLINE_LAMBDA {
        sum[v] = multiply_add<true>(sum[v], factors<Before + s>(of_a, all_lanes), of_b[s]);
      });
    });
  }
  ATTN_INLINE static void block(T* out, const T* a, const T* b) {
    V sum[vectors];
    // -0.0 + x is x, for every x.
    for_constants<vectors>([&](auto v) ATTN_INLINE_LAMBDA { sum[v] = splat<V>(T(-0.0)); });
    constexpr std::size_t last = K % columns;
#pragma GCC unroll 1
    for (std::size_t k = 0; k < K - last; k += columns) add<0>(sum, a, b, k);
    if constexpr (last > 0) add<columns - last>(sum, a, b, K - columns);
    for_constants<vectors>([&](auto v) ATTN_INLINE_LAMBDA {
      for_constants<rows>([&](auto r) ATTN_INLINE_LAMBDA {
        store(out + (v * rows + r + 1) * N - columns, half_of<part, r * columns>(sum[v]));
      });
    });
  }
  ATTN_INLINE static void run(T* out, const T* a, const T* b) {
#pragma GCC unroll 1
    for (std::size_t j = 0; j < blocks; ++j) {
      const std::size_t wanted = j * vectors * rows, last = M - vectors * rows;
      const std::size_t i = wanted < last ? wanted : last;
      block(out + i * N, a + i * K, b);
    }
  }
};

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
