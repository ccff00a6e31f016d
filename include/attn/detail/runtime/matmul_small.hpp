// SPDX-License-Identifier: BSL-1.0
// Products of small matrices: narrower than a vector, or in a few registers.
#ifndef ATTN_DETAIL_RUNTIME_MATMUL_SMALL_HPP
#define ATTN_DETAIL_RUNTIME_MATMUL_SMALL_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// How the columns of a product are shared out among strips, and the kernels for matrices of at
// least a vector's columns.
//
//   matmul_blocks   b is read where it lies; a large one a few rows at a time
//   matmul_panels   b is copied strip by strip into a panel that stays in the cache: where rows of
//                   b would push each other out of it, or b is large
//
// A panel is a local array of panel_bytes at most. Deeper products take it several times.

// Depends on the nearest cache, of 32 KiB on Zen 4 and 48 KiB on Zen 5 and Intel since 2019: the
// smaller one, as a panel that does not fit is read from the second-level cache for every block.
inline constexpr std::size_t panel_bytes = 32 * 1024;
// What a second-level cache lends to b next to everything else. Depends on that cache: half of
// 256 KiB, the smallest of a processor with AVX2.
inline constexpr std::size_t large_bytes = 128 * 1024;
// A large b that is read where it lies comes from a more distant memory, which is fast for what is
// read in order: this number of its rows is, for all columns, before the next. (All rows for one
// strip first: 1.8 times the time for one row of a and 768 x 768 that are in no cache, 1.3 times
// for three.) Depends on the number of rows that the processor's own prefetching follows.
inline constexpr std::size_t rows_in_order = 8;
// The rows after the next ones are prefetched: measured, three rows of a by 768 x 768 take 117 us
// instead of 170 from memory, and as long as before from the third-level cache. One or two rows of
// a do little but load, and would take 1.1 to 1.25 times as long.
template <class T, std::size_t M, std::size_t N>
inline constexpr std::size_t bytes_ahead_in_order = (M > 2 ? 2 : 0) * rows_in_order * N * sizeof(T);
// What is a multiple of this apart competes for eight places in the nearest cache, or twelve: its
// size divided by its ways is 4 KiB on processors with AVX2.
inline constexpr std::size_t colliding_bytes = 4096;

// N columns in strips of nearly equal width. Together: this number of vectors is never split.
//
// A strip has two vectors by high blocks, and one strip three if their number is odd and the
// registers allow. It has four by so few rows that they are one block then, or where vectors are
// short and factors dear (SSE2), or where the rows of a, K elements apart, push each other out of
// the nearest cache: then blocks are low. Depends on the registers, and on two loads a cycle,
// so that two vectors of b serve six and more rows.
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

// Whether the loop over k is written out: of few terms, and of few sums where the compiler puts
// additions off, with which it spills others (GCC 12, 16x16x16 with AVX2: 1.65 times the loop). 128
// bounds the code, to some 2 KiB of an instruction cache of 32; 4 depends on the registers.
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

// The last columns of a product, where those that whole vectors leave over fill 16 bytes at most:
// some rows of the result share a register, 16 bytes each. Their factors are loaded for several k
// at once, and for each k a permutation repeats one of them along its row.

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

  // Blocks of nearly equal height. The last one overlaps the one before. Computing twice is
  // computing. `ceiling` depends on the registers: a quarter of them for sums, 4 or 8.
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
  template <std::size_t Step, std::size_t... Index>
  ATTN_INLINE static V factors(const V& a, std::index_sequence<Index...>) {
    return __builtin_shufflevector(a, a, (Index / columns * columns + Step)...);
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

// A matrix product whose operands and result fit into a register each: for every k, two constant
// permutations bring a(i, k) and b(k, j) to the lane of out(i, j).

// Elements after the operands and the result that belong to them: a kernel may load and store
// there. What it loads it does not use.
struct padding {
  std::size_t out = 0, a = 0, b = 0;
};

// Count elements. Those that are loaded as well because they are there are not used.
template <class V, std::size_t Count, std::size_t Padding, class T>
ATTN_INLINE V load_all(const T* from) {
  constexpr std::size_t there = Count + Padding;
  constexpr std::size_t readable = std::bit_floor(there < lanes_of<V> ? there : lanes_of<V>);
  return load_part<V, readable >= Count ? readable : Count>(from);
}
// Count elements, and the rest of the register if there is space.
template <std::size_t Count, std::size_t Padding, class V, class T>
ATTN_INLINE void store_all(T* to, const V& v) {
  if constexpr (Count + Padding >= lanes_of<V>)
    store(to, v);
  else
    store_part<Count>(to, v);
}

// The elements of the largest of the three.
template <std::size_t M, std::size_t K, std::size_t N>
inline constexpr std::size_t largest_matrix = M * K > K* N  ? (M* K > M * N ? M * K : M * N)
                                              : K* N > M* N ? K* N
                                                            : M* N;

template <std::size_t M, std::size_t K, std::size_t N, class T>
struct matmul_in_register {
  static constexpr std::size_t lanes = std::bit_ceil(largest_matrix<M, K, N>);
  using V = vec<T, lanes>;
  // Lanes after the result repeat elements of it.
  ATTN_ABI static constexpr std::size_t row(std::size_t lane) { return lane % (M * N) / N; }
  ATTN_ABI static constexpr std::size_t column(std::size_t lane) { return lane % (M * N) % N; }

  template <std::size_t Step, std::size_t... Index>
  ATTN_INLINE static void add(V& sum, const V& a, const V& b, std::index_sequence<Index...>) {
    const V x = __builtin_shufflevector(a, a, (row(Index) * K + Step)...);
    const V y = __builtin_shufflevector(b, b, (Step * N + column(Index))...);
    if constexpr (Step == 0)
      sum = rounded(V(x * y));
    else
      sum = multiply_add<false>(sum, x, y);
  }
  template <std::size_t... Step>
  ATTN_INLINE static V sum(const V& a, const V& b, std::index_sequence<Step...>) {
    constexpr std::make_index_sequence<lanes> all_lanes;
    V s;
    (add<Step>(s, a, b, all_lanes), ...);
    return s;
  }

  template <padding Padding>
  ATTN_INLINE static void run(T* out, const T* a, const T* b) {
    const V s = sum(load_all<V, M * K, Padding.a>(a), load_all<V, K * N, Padding.b>(b),
                    std::make_index_sequence<K>{});
    store_all<M * N, Padding.out>(out, s);
  }
};

// A matrix product of rows of at most 16 bytes, two of them in a register of 32: for every k a
// constant permutation brings a(i, k) to the lanes of row i, and a row of b is loaded twice. Two
// rows are one store where it has space, each over what the one before had too many. New: of a row
// of b exactly N elements are loaded.
//
// The next product may read these rows at once (a chain of 3 x 3 products: 6.5 ns each; 9.5 if it
// waits). A load gets what is not in the cache yet if one store has written all of it: so a row of
// b is loaded with others of its pair, never with the first of the next one.

template <class Isa, std::size_t M, std::size_t K, std::size_t N, padding Padding, bool New,
          class T>
struct matmul_in_pairs {
  static constexpr std::size_t lanes = least_lanes<T>;
  using V = vec<T, 2 * lanes>;
  using half = vec<T, lanes>;
  static constexpr std::make_index_sequence<2 * lanes> both_rows{};
  static constexpr std::make_index_sequence<K> all_steps{};

  // 16 bytes, twice, and without the first Skipped elements of each.
  ATTN_INLINE static V twice(const T* from) {
    const auto b = load<vec<std::int64_t, 2>>(from);  // as integers: see broadcast
    return bits_as<V>(vec<std::int64_t, 4>{b[0], b[1], b[0], b[1]});
  }
  template <std::size_t Skipped, std::size_t... Index>
  ATTN_INLINE static V twice_without(const T* from, std::index_sequence<Index...>) {
    const V b = rounded(twice(from));  // behind a barrier: Clang would permute twice
    return __builtin_shufflevector(b, b, (Index % lanes < N ? Index + Skipped : Index)...);
  }
  template <std::size_t Skipped, std::size_t... Index>
  ATTN_INLINE static V half_twice(const half& b, std::index_sequence<Index...>) {
    return __builtin_shufflevector(
        b, b, (Index % lanes < N ? Index % lanes + Skipped : Index % lanes)...);
  }
  // A row of b, twice. Behind the last one there may be nothing: it is loaded from further left.
  template <std::size_t Step>
  ATTN_INLINE static V right_twice(const T* b) {
    constexpr bool whole = N == lanes, second_of_pair = Step % 2 == 1 && 2 * N >= lanes;
    constexpr bool has_space = Step * N + lanes <= K * N + Padding.b;
    if constexpr (whole || (!New && has_space && !second_of_pair))
      return twice(b + Step * N);
    else if constexpr (!New && second_of_pair)
      return twice_without<lanes - N>(b + (Step + 1) * N - lanes, both_rows);
    else if constexpr (!New && K * N >= lanes)
      return half_twice<lanes - (K - Step) * N>(load<half>(b + K * N - lanes), both_rows);
    else
      return half_twice<0>(load_part<half, N>(b + Step * N), both_rows);
  }
  template <std::size_t Step, std::size_t... Index>
  ATTN_INLINE static V factors(const V& a, std::index_sequence<Index...>) {
    return __builtin_shufflevector(a, a, (Index / lanes * K + Step)...);
  }
  template <std::size_t R>
  ATTN_INLINE static void store_row(T* out, const half& row) {
    if constexpr (R == M - 1 && lanes - N > Padding.out)
      store_part<N>(out + R * N, row);
    else
      store(out + R * N, row);
  }

  template <std::size_t R, std::size_t... Step>
  ATTN_INLINE static void pair(T* out, const T* a, const V (&b)[K], std::index_sequence<Step...>) {
    constexpr std::size_t there = (M - R) * K < 2 * lanes ? (M - R) * K : 2 * lanes;
    const V of_a = load_part<V, there>(a + R * K);
    V sum = rounded(V(factors<0>(of_a, both_rows) * b[0]));
    ((sum = multiply_add<false>(sum, factors<Step + 1>(of_a, both_rows), b[Step + 1])), ...);
    if constexpr (N == lanes) {
      store(out + R * N, sum);
    } else if constexpr (R * N + 2 * lanes <= M * N + Padding.out) {
      store(out + R * N, [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        return __builtin_shufflevector(sum, sum,
                                       (Index < 2 * N ? Index / N * lanes + Index % N : Index)...);
      }(both_rows));
    } else {
      const auto words = bits_as<vec<std::int64_t, 4>>(sum);
      store_row<R>(out, lower_part<half>(sum));
      store_row<R + 1>(out, bits_as<half>(vec<std::int64_t, 2>{words[2], words[3]}));
    }
  }
  template <std::size_t R, std::size_t... Step>
  ATTN_INLINE static void single(T* out, const T* a, const V (&b)[K],
                                 std::index_sequence<Step...>) {
    half sum = rounded(half(broadcast<half, Isa, true>(a + R * K) * lower_part<half>(b[0])));
    ((sum = multiply_add<false>(sum, broadcast<half, Isa, true>(a + R * K + Step + 1),
                                lower_part<half>(b[Step + 1]))),
     ...);
    store_row<R>(out, sum);
  }
  template <std::size_t... Pair, std::size_t... Step>
  ATTN_INLINE static void all_rows(T* out, const T* a, const T* b, std::index_sequence<Pair...>,
                                   std::index_sequence<Step...>) {
    const V rows_of_b[] = {right_twice<Step>(b)...};
    constexpr std::make_index_sequence<K - 1> after_first;
    (pair<2 * Pair>(out, a, rows_of_b, after_first), ...);
    if constexpr (M % 2 == 1) single<M - 1>(out, a, rows_of_b, after_first);
  }
  ATTN_INLINE static void run(T* out, const T* a, const T* b) {
    all_rows(out, a, b, std::make_index_sequence<M / 2>{}, all_steps);
  }
};

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
