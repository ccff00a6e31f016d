// SPDX-License-Identifier: BSL-1.0
// Reductions with 16 partial sums.
#ifndef ATTN_DETAIL_RUNTIME_REDUCE_HPP
#define ATTN_DETAIL_RUNTIME_REDUCE_HPP

#include <cstddef>

#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/runtime/row.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// Sums at run time: of rows, side by side in vectors, and along an axis that others follow, a
// vector of sums at a time. The order is the order of detail/generic/elementwise.hpp.

// Rows of N elements, one after the other.
template <std::size_t Rows, std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void sums_of_rows(T* out, const T* x) {
  using in_vectors = row<Isa, N, T>;
  const auto some = [&]<std::size_t Count>(std::size_t from, T(&totals)[Count]) ATTN_INLINE_LAMBDA {
    in_vectors::sums_of(totals, x + from * N,
                        [](std::size_t, const auto& v, auto) ATTN_INLINE_LAMBDA { return v; });
    for (std::size_t r = 0; r < Count; ++r) out[from + r] = totals[r];
  };
  constexpr std::size_t rest = Rows % in_vectors::abreast, together = Rows - rest;
  for (std::size_t r = 0; r < together; r += in_vectors::abreast) {
    T totals[in_vectors::abreast];
    some(r, totals);
  }
  if constexpr (rest > 0) {
    T totals[rest];
    some(together, totals);
  }
}

// N elements, Inner apart, for each of Inner places.
template <std::size_t N, std::size_t Inner, class Isa = native_isa, class T>
ATTN_ABI inline void sums_of_columns(T* out, const T* x) {
  using V = vec<T, lanes_for<Isa, T, Inner>>;
  constexpr std::size_t count = N < generic::partials ? N : generic::partials;
  constexpr std::size_t rest = Inner % lanes_of<V>, whole = Inner - rest;
  const auto column =
      [&]<std::size_t Count>(std::size_t i, std::integral_constant<std::size_t, Count>)
          ATTN_INLINE_LAMBDA {
            V partial[count];
            for (std::size_t e = 0; e < count; ++e)
              partial[e] = load_part<V, Count>(x + e * Inner + i);
            for (std::size_t e = count; e < N; ++e)
              partial[e % count] = partial[e % count] + load_part<V, Count>(x + e * Inner + i);
            for (std::size_t half = generic::partials / 2; half > 0; half /= 2)
              for (std::size_t l = 0; l < half && l + half < count; ++l)
                partial[l] = partial[l] + partial[l + half];
            store_part<Count>(out + i, partial[0]);
          };
  for (std::size_t i = 0; i < whole; i += lanes_of<V>)
    column(i, std::integral_constant<std::size_t, lanes_of<V>>{});
  if constexpr (rest > 0) column(whole, std::integral_constant<std::size_t, rest>{});
}

// A block of sums of products for operands that lie anyhow: attention's, whose left operand is read
// along its columns, and for several heads at once. (A matrix product has detail/runtime/
// matmul_block.hpp.)

// How far apart a block's operands are for the next head, the next row and the next term.
struct steps {
  std::size_t head, row, term;
};

// Sums of products in registers: of some heads, rows of a by vectors of b's columns.
template <class V, std::size_t Heads, std::size_t Rows, std::size_t Columns>
struct sum_block {
  using T = element_of<V>;
  V sum[Heads][Rows][Columns];

  ATTN_INLINE sum_block() {
    // -0.0 + x is x, for every x.
    for_constants<Heads * Rows * Columns>([&](auto i) ATTN_INLINE_LAMBDA {
      sum[i / (Rows * Columns)][i / Columns % Rows][i % Columns] = splat<V>(T(-0.0));
    });
  }

  // Column vector c of b and of the result begins at `at[c]`.
  ATTN_INLINE void add_term(const T* a, steps of_a, const T* b, steps of_b,
                            const std::size_t (&at)[Columns]) {
    for_constants<Heads>([&](auto h) ATTN_INLINE_LAMBDA {
      V row[Columns];
      for_constants<Columns>(
          [&](auto c) ATTN_INLINE_LAMBDA { row[c] = load<V>(b + h * of_b.head + at[c]); });
      for_constants<Rows>([&](auto r) ATTN_INLINE_LAMBDA {
        const V factor = broadcast<V>(a + h * of_a.head + r * of_a.row);
        for_constants<Columns>([&](auto c) ATTN_INLINE_LAMBDA {
          sum[h][r][c] = multiply_add<false>(sum[h][r][c], factor, row[c]);
        });
      });
    });
  }
  ATTN_INLINE void add(std::size_t terms, const T* a, steps of_a, const T* b, steps of_b,
                       const std::size_t (&at)[Columns]) {
#pragma GCC unroll 1
    for (std::size_t k = 0; k < terms; ++k, a += of_a.term, b += of_b.term)
      add_term(a, of_a, b, of_b, at);
  }
  template <std::size_t Terms>
  ATTN_INLINE void add_unrolled(const T* a, steps of_a, const T* b, steps of_b,
                                const std::size_t (&at)[Columns]) {
    for_constants<Terms>([&](auto k) ATTN_INLINE_LAMBDA {
      add_term(a + k * of_a.term, of_a, b + k * of_b.term, of_b, at);
    });
  }
  // f(head, row, column vector, sum) for all of them.
  template <class F>
  ATTN_INLINE void each(const F& f) {
    // One lambda and not three, one in the other: each is a class for every kernel.
    for_constants<Heads * Rows * Columns>([&](auto i) ATTN_INLINE_LAMBDA {
      constexpr std::integral_constant<std::size_t, i / (Rows * Columns)> h;
      constexpr std::integral_constant<std::size_t, i / Columns % Rows> r;
      constexpr std::integral_constant<std::size_t, i % Columns> c;
      f(h, r, c, sum[h][r][c]);
    });
  }
};

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
