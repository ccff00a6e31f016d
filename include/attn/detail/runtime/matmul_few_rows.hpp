// SPDX-License-Identifier: BSL-1.0
// A few rows of a by b transposed, b (N, K) as it lies: a square of b is transposed in registers
// and multiplied at once. Many rows share a panel instead, matmul_transposed.hpp: for a few it
// would cost more to write and read than to multiply.
//
// One row is multiplied before the squares are transposed: the products are the same, and no factor
// has to be broadcast. Sums stay in registers while k runs, so every element keeps the one order of
// additions of detail/generic/matmul.hpp.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/runtime/prefetch.hpp>
#include <attn/detail/runtime/transpose.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// Whether M rows by N are few. Measured: each row reads its factors again for every vector of
// columns, which only AVX-512 makes up for, whose squares are large; a panel needs them once.
template <class Isa, class T, std::size_t M, std::size_t N>
inline constexpr bool has_few_rows =
    M == 1 || (M <= 4 && (Isa::bytes == 64 || N < Isa::template lanes<T>));

// The lanes of a vector, for M rows by N. Measured (Zen 4): for one or two rows of a, squares of
// half vectors take 0.75 to 0.9 of the time, unless b is read from beyond the caches, by whole
// lines.
template <class Isa, class T, std::size_t M, std::size_t K, std::size_t N>
inline constexpr std::size_t lanes_of_few_rows = [] {
  constexpr std::size_t lanes = Isa::template lanes<T>;
  const bool half =
      Isa::bytes == 64 && M <= 2 && N >= lanes && !is_beyond_caches(N * K * sizeof(T));
  return half ? lanes / 2 : lanes;
}();

// How many vectors of sums at a time: several independent ones, so that additions need not wait.
template <std::size_t M>
inline constexpr std::size_t groups_at_once = M == 1   ? 4
                                              : M == 2 ? 2
                                                       : 1;

// Groups of rows of b: a vector's lanes. Width columns of the result, the last group overlapping
// the one before (computing twice is computing).
template <std::size_t Lanes, std::size_t Width>
struct adjacent_groups {
  static constexpr std::size_t count = (Width + Lanes - 1) / Lanes;
  template <std::size_t C>
  static constexpr std::size_t column = (C + 1) * Lanes <= Width ? C * Lanes : Width - Lanes;
  template <std::size_t C>
  static constexpr std::size_t row = column<C>;
};
// Apart rows between groups, whose results are side by side.
template <std::size_t Lanes, std::size_t Count, std::size_t Apart>
struct distant_groups {
  static constexpr std::size_t count = Count;
  template <std::size_t C>
  static constexpr std::size_t column = C * Lanes;
  template <std::size_t C>
  static constexpr std::size_t row = C * Apart;
};

// How far ahead b is prefetched, in elements, if all of its Elements come from beyond the caches: a
// group of rows; or, measured, for one row of a, which reads b as fast as it comes, two lines of
// each row (768 x 768: 139 us instead of 160 from memory, and 44 instead of 54 from the third-level
// cache; for three rows 129 instead of 93).
template <class T, std::size_t M, std::size_t Elements, std::size_t Group>
inline constexpr std::size_t ahead_of_few_rows = !is_beyond_caches(Elements * sizeof(T)) ? 0
                                                 : M == 1 ? 128 / sizeof(T)
                                                          : Group;

// M rows of a, which are K long, by Groups of rows of b, of which there are Rows each if they are
// fewer than V's lanes. While they are read, those that are Ahead elements ahead are prefetched.
template <class Isa, class V, std::size_t M, std::size_t K, class Groups,
          std::size_t Rows = lanes_of<V>, std::size_t Ahead = 0>
struct few_rows {
  using T = element_of<V>;
  static constexpr std::size_t side = lanes_of<V>, now = K < side ? K : side, rest = K % now;

  // The square at k, of which the first Done columns have been added before.
  template <std::size_t Done, std::size_t C>
  ATTN_INLINE static void add(V (&sum)[M * Groups::count], const T* a, const T* b) {
    V row[side];
    [[maybe_unused]] V of_a;
    if constexpr (M == 1) of_a = load_part<V, now>(a);
    for_constants<side>([&](auto i) ATTN_INLINE_LAMBDA {
      const T* const from = b + (Groups::template row<C> + (i < Rows ? i : Rows - 1)) * K;
      row[i] = load_part<V, now>(from);
      if constexpr (Ahead > 0) prefetch(from, Ahead * sizeof(T));
      if constexpr (M == 1) row[i] = rounded(V(row[i] * of_a));
    });
    square<V>::turn(row);
    for_constants<now - Done>([&](auto s) ATTN_INLINE_LAMBDA {
      constexpr std::size_t k = s + Done;
      for_constants<M>([&](auto m) ATTN_INLINE_LAMBDA {
        V& to = sum[m * Groups::count + C];
        if constexpr (M == 1)
          to = rounded(V(to + row[k]));
        else
          to = multiply_add<true>(to, broadcast < V, Isa, Groups::count == 1 > (a + m * K + k),
                                  row[k]);
      });
    });
  }

  // Rows of out are OutStride apart; Slack elements after the last one may be written to.
  template <std::size_t OutStride, std::size_t Slack = 0>
  ATTN_INLINE static void run(T* out, const T* a, const T* b) {
    V sum[M * Groups::count];
    // -0.0 + x is x, for every x.
    for_constants<M * Groups::count>([&](auto i)
                                         ATTN_INLINE_LAMBDA { sum[i] = splat<V>(T(-0.0)); });
#pragma GCC unroll 1
    for (std::size_t k = 0; k < K - rest; k += now)
      for_constants<Groups::count>([&](auto c)
                                       ATTN_INLINE_LAMBDA { add<0, c>(sum, a + k, b + k); });
    if constexpr (rest > 0)
      for_constants<Groups::count>(
          [&](auto c) ATTN_INLINE_LAMBDA { add<now - rest, c>(sum, a + K - now, b + K - now); });
    for_constants<M>([&](auto m) ATTN_INLINE_LAMBDA {
      for_constants<Groups::count>([&](auto c) ATTN_INLINE_LAMBDA {
        // A row may spill into the next ones, which are stored after it.
        constexpr std::size_t room = (M - 1 - m) * OutStride + Rows + Slack;
        T* const to = out + m * OutStride + Groups::template column<c>;
        if constexpr (side <= room)
          store(to, sum[m * Groups::count + c]);
        else
          store_part<Rows>(to, sum[m * Groups::count + c]);
      });
    });
  }
};

// All columns: OutStride is N. Fewer than a vector's are one group.
template <class Isa, std::size_t M, std::size_t K, std::size_t N, std::size_t Slack, class T>
ATTN_INLINE void matmul_few_rows(T* out, const T* a, const T* b) {
  constexpr std::size_t lanes = lanes_of_few_rows<Isa, T, M, K, N>;
  if constexpr (N >= lanes) {
    using V = vec<T, lanes>;
    constexpr std::size_t width = groups_at_once<M> * lanes, last = N % width, whole = N - last;
    constexpr std::size_t ahead = ahead_of_few_rows<T, M, N * K, width * K>;
#pragma GCC unroll 1
    for (std::size_t j = 0; j < whole; j += width)
      few_rows<Isa, V, M, K, adjacent_groups<lanes, width>, lanes, ahead>::template run<N>(
          out + j, a, b + j * K);
    if constexpr (last > 0) {
      constexpr std::size_t from = last < lanes ? N - lanes : whole;
      few_rows<Isa, V, M, K, adjacent_groups<lanes, N - from>>::template run<N>(out + from, a,
                                                                                b + from * K);
    }
  } else {
    constexpr std::size_t fewer = lanes_to_hold<T, N>;
    few_rows<Isa, vec<T, fewer>, M, K, adjacent_groups<fewer, fewer>, N>::template run<N, Slack>(
        out, a, b);
  }
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
