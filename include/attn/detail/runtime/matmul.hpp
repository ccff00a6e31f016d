// SPDX-License-Identifier: BSL-1.0
// A matrix product at run time: blocks of the result are held in registers while k runs, lanes
// being columns, so every element keeps the one order of additions of detail/generic/matmul.hpp.
//
//   narrow   N below a register's lanes: one (narrower) vector a row, stored in order, each row
//            over the garbage lanes of the one before
//   wide     panels of two vectors of columns, blocks of rows as high as the registers allow; what
//            is left over on the right is computed once more, with the last vector ending at N
#pragma once

#include <bit>
#include <cstddef>
#include <utility>

#include <attn/detail/generic/matmul.hpp>
#include <attn/detail/vector.hpp>

namespace attn::detail::runtime {

// sum + x * y with two roundings. The barrier holds the sum too where the loop over k is unrolled:
// GCC would else put the additions off until all products are live, and spill.
template <bool HoldSum, class V>
ATTN_INLINE V multiply_add(const V& sum, const V& x, const V& y) {
  const V product = rounded(V(x * y));
  if constexpr (HoldSum)
    return rounded(sum) + product;
  else
    return sum + product;
}

// How a product of these extents is cut: rows and columns (in vectors) of a block of sums.
template <class Isa, class T, std::size_t M, std::size_t K, std::size_t N>
struct matmul_plan {
  static constexpr std::size_t lanes = N >= Isa::template lanes<T> ? Isa::template lanes<T>
                                       : N >= least_lanes<T>       ? std::bit_ceil(N)
                                                                   : least_lanes<T>;
  static constexpr std::size_t most_rows = Isa::registers >= 32 ? 8 : 6;
  static constexpr std::size_t rows = M < most_rows ? M : most_rows;
  // Beside rows * columns sums a block keeps its columns of b, a broadcast of a and a product.
  static constexpr bool fits(std::size_t count) {
    return rows * count + count + 2 < Isa::registers;
  }
  static constexpr std::size_t most_columns = rows == most_rows ? 2 : fits(4) ? 4 : fits(3) ? 3 : 2;
  static constexpr std::size_t vectors = (N + lanes - 1) / lanes;
  static constexpr std::size_t columns = vectors < most_columns ? vectors : most_columns;
  static constexpr bool unroll = K <= 8;
};

// A block of Rows x Columns vectors of the result; Slack elements behind out may be written to.
// LastRows: the block holds the last row of the result.
template <class Isa, std::size_t M, std::size_t K, std::size_t N, std::size_t Rows,
          std::size_t Columns, std::size_t Slack, bool LastRows, class T>
struct matmul_block {
  using plan = matmul_plan<Isa, T, M, K, N>;
  using V = vec<T, plan::lanes>;
  static constexpr std::size_t lanes = plan::lanes;
  static constexpr bool narrow = N < lanes;   // a row's vector reaches into the next row
  static constexpr bool far = lanes > 2 * N;  // … and beyond it: then exactly N elements are moved
  static constexpr bool spills = narrow && lanes - N > Slack;  // the last row has no next one

  template <bool LastOfB>
  ATTN_INLINE static V load_b(const T* b) {
    if constexpr (far || (LastOfB && narrow))
      return load_part<V, N>(b);
    else
      return load<V>(b);
  }

  template <std::size_t R, std::size_t... C>
  ATTN_INLINE static void add_row(V (&sum)[Rows * Columns], T a, const V (&row_of_b)[Columns],
                                  std::index_sequence<C...>) {
    const V x = splat<V>(a);
    ((sum[R * Columns + C] = multiply_add<plan::unroll>(sum[R * Columns + C], x, row_of_b[C])),
     ...);
  }

  template <bool LastOfB, std::size_t... R, std::size_t... C>
  ATTN_INLINE static void step(V (&sum)[Rows * Columns], const T* a, const T* b,
                               std::index_sequence<R...>, std::index_sequence<C...> all_columns) {
    const V row_of_b[] = {load_b<LastOfB>(b + C * lanes)...};
    (add_row<R>(sum, a[R * K], row_of_b, all_columns), ...);
  }

  template <std::size_t R, std::size_t... C>
  ATTN_INLINE static void store_row(T* out, const V (&sum)[Rows * Columns],
                                    std::index_sequence<C...>) {
    if constexpr (far || (LastRows && R == Rows - 1 && spills))
      store_part<N>(out + R * N, sum[R * Columns]);
    else
      (store(out + R * N + C * lanes, sum[R * Columns + C]), ...);
  }

  ATTN_INLINE static void run(T* out, const T* a, const T* b) {
    constexpr std::make_index_sequence<Rows> all_rows;
    constexpr std::make_index_sequence<Columns> all_columns;
    V sum[Rows * Columns];
    for (V& s : sum) s = splat<V>(T(-0.0));  // -0.0 + x is x, for every x
    if constexpr (plan::unroll) {
      [&]<std::size_t... Step>(std::index_sequence<Step...>) {
        (step<false>(sum, a + Step, b + Step * N, all_rows, all_columns), ...);
      }
      (std::make_index_sequence<K - 1>{});
    } else {
#pragma GCC unroll 1
      for (std::size_t k = 0; k < K - 1; ++k)
        step<false>(sum, a + k, b + k * N, all_rows, all_columns);
    }
    step<true>(sum, a + (K - 1), b + (K - 1) * N, all_rows, all_columns);
    [&]<std::size_t... R>(std::index_sequence<R...>) { (store_row<R>(out, sum, all_columns), ...); }
    (all_rows);
  }
};

// All rows of one panel of columns.
template <class Isa, std::size_t M, std::size_t K, std::size_t N, std::size_t Columns,
          std::size_t Slack, class T>
ATTN_INLINE void matmul_panel(T* out, const T* a, const T* b) {
  constexpr std::size_t rows = matmul_plan<Isa, T, M, K, N>::rows, rest = M % rows;
  constexpr std::size_t whole = M - rest, before_last = rest > 0 ? whole : whole - rows;
#pragma GCC unroll 1
  for (std::size_t i = 0; i < before_last; i += rows)
    matmul_block<Isa, M, K, N, rows, Columns, Slack, false, T>::run(out + i * N, a + i * K, b);
  constexpr std::size_t last = rest > 0 ? rest : rows;
  matmul_block<Isa, M, K, N, last, Columns, Slack, true, T>::run(out + before_last * N,
                                                                 a + before_last * K, b);
}

template <std::size_t M, std::size_t K, std::size_t N, std::size_t Slack, class Isa = native_isa,
          class T>
inline void matmul(T* out, const T* a, const T* b) {
  if constexpr (kernel_scalar<T>) {
    using plan = matmul_plan<Isa, T, M, K, N>;
    constexpr std::size_t width = plan::columns * plan::lanes;
    if constexpr (N <= width) {
      // One panel; if its last vector would pass N, it ends there instead.
      if constexpr (N < plan::lanes || N == width) {
        matmul_panel<Isa, M, K, N, plan::columns, Slack>(out, a, b);
      } else {
        constexpr std::size_t left = N - plan::lanes;
        matmul_panel<Isa, M, K, N, plan::columns - 1, Slack>(out, a, b);
        matmul_panel<Isa, M, K, N, 1, Slack>(out + left, a, b + left);
      }
    } else {
      constexpr std::size_t rest = N % width, whole = N - rest;
#pragma GCC unroll 1
      for (std::size_t j = 0; j < whole; j += width)
        matmul_panel<Isa, M, K, N, plan::columns, Slack>(out + j, a, b + j);
      if constexpr (rest > 0) {
        constexpr std::size_t vectors = (rest + plan::lanes - 1) / plan::lanes;
        constexpr std::size_t left = N - vectors * plan::lanes;
        matmul_panel<Isa, M, K, N, vectors, Slack>(out + left, a, b + left);
      }
    }
  } else {
    generic::matmul<M, K, N>(out, a, b);
  }
}

}  // namespace attn::detail::runtime
