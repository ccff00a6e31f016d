// SPDX-License-Identifier: BSL-1.0
// Products by blocks of registers, strips of columns and rows.
#ifndef ATTN_DETAIL_RUNTIME_MATMUL_BLOCK_HPP
#define ATTN_DETAIL_RUNTIME_MATMUL_BLOCK_HPP

#include <bit>
#include <cstddef>
#include <utility>

#include <attn/detail/runtime/row.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// A block of a matrix product: a few rows by a few vectors of columns, whose sums stay in registers
// while k runs. Lanes are columns, so every element keeps the one order of additions of
// detail/generic/matmul.hpp, and sums that were left in memory can be taken up again.
//
//   strip          which columns: some whole vectors, and one narrower that ends where they end
//   rows_apart     where the right operand's rows are: in a matrix, or packed in a panel
//   matmul_block   a number of rows by one strip (all rows by it: matmul_strip.hpp)

// The lanes of the narrowest vector that holds N elements.
template <class T, std::size_t N>
inline constexpr std::size_t lanes_to_hold = N < least_lanes<T> ? least_lanes<T> : std::bit_ceil(N);

// --- which columns ------------------------------------------------------------------------------

// Width columns as vectors: whole ones, and one narrower if there is a rest. That one ends with the
// strip, over columns that the vector before it has too: computing twice is computing.
template <class T, std::size_t Lanes, std::size_t Width>
struct strip {
  static constexpr std::size_t width = Width, whole = Width / Lanes, rest = Width % Lanes;
  static constexpr std::size_t last = rest == 0 ? 0 : lanes_to_hold<T, rest>;
  static constexpr std::size_t count = whole + (last > 0 ? 1 : 0);
  static constexpr std::size_t packed_width = whole * Lanes + last;

  template <std::size_t C>
  using vector = vec<T, (C < whole) ? Lanes : last>;
  // Where vector C is in the matrix.
  template <std::size_t C>
  static constexpr std::size_t at = C < whole ? C * Lanes : Width - last;

  template <std::size_t C>
  ATTN_INLINE static void store_at(T* out, const vector<C>& v) {
    store(out + at<C>, v);
  }
};

// Width columns of a right operand that was filled up to whole vectors. Of the last one the columns
// that there are go to the result.
template <class T, std::size_t Lanes, std::size_t Width>
struct filled_strip {
  static constexpr std::size_t width = Width, last = 0, count = (Width + Lanes - 1) / Lanes;
  static constexpr std::size_t whole = count;
  template <std::size_t>
  using vector = vec<T, Lanes>;
  template <std::size_t C>
  static constexpr std::size_t at = C * Lanes;

  template <std::size_t C>
  static constexpr std::size_t columns = C < count - 1 ? Lanes : Width - (count - 1) * Lanes;
  template <std::size_t C>
  ATTN_INLINE static void store_at(T* out, const vector<C>& v) {
    store_part<columns<C>>(out + at<C>, v);
  }
};

// What is done to sums before they are stored: nothing, or a row is added to every row.
struct no_epilogue {
  ATTN_INLINE no_epilogue from_column(std::size_t) const { return {}; }
  template <class Strip, std::size_t C, class V>
  ATTN_INLINE V finished(const V& sum) const {
    return sum;
  }
};
template <class T>
struct plus_row {
  const T* row;
  ATTN_INLINE plus_row from_column(std::size_t j) const { return {row + j}; }
  template <class Strip, std::size_t C, class V>
  ATTN_INLINE V finished(const V& sum) const {
    return sum + load_part<V, Strip::template columns<C>>(row + Strip::template at<C>);
  }
};

// A vector for each of a strip's.
template <class Strip>
struct row_of_vectors {
  typename Strip::template vector<0> of_whole[Strip::whole];
  typename Strip::template vector<Strip::count - 1> of_last;  // if there is a narrower one

  template <std::size_t C>
  ATTN_INLINE auto& get() {
    if constexpr (C < Strip::whole)
      return of_whole[C];
    else
      return of_last;
  }
};

// The right operand in place in a matrix, with a stride between rows.
template <std::size_t Stride, std::size_t BytesAhead = 0>
struct rows_apart : prefetched<BytesAhead> {
  static constexpr std::size_t stride = Stride;
  template <class Strip, std::size_t C>
  static constexpr std::size_t at = Strip::template at<C>;
};
// Packed: the vectors of a strip side by side.
template <class Strip>
struct packed_rows : prefetched<0> {
  static constexpr std::size_t stride = Strip::packed_width;
  template <class, std::size_t C>
  static constexpr std::size_t at = C * (Strip::packed_width - Strip::last) / Strip::whole;
};

// A vector of the right operand, At elements after the first of its row in the strip, in whose
// columns it is the one from Column on. And the operand from a column on that begins a line of
// packed weights. Of weights that are converted (layers/detail/small_integers.hpp), overloads.
template <class V, std::size_t At, std::size_t Column, class T>
ATTN_INLINE V load_columns(const T* from) {
  return load<V>(from + At);
}
template <std::size_t K, class T>
ATTN_INLINE const T* from_line(const T* packed, std::size_t column) {
  return packed + column * K;
}

// --- the block ----------------------------------------------------------------------------------

// The terms of a k: those with which the sums begin, or more, by a loop or written out.
enum class terms { first, written_out, of_a_loop };

// Rows of a, AStride apart, by a strip of the right operand, into rows of out, OutStride apart.
template <class Isa, class T, std::size_t Rows, class Strip, std::size_t OutStride,
          std::size_t AStride, class Right>
struct matmul_block {
  using row = row_of_vectors<Strip>;
  template <std::size_t C>
  using vector = typename Strip::template vector<C>;
  template <std::size_t C>
  static constexpr std::size_t right_at = Right::template at<Strip, C>;
  static constexpr std::make_index_sequence<Rows> all_rows{};
  static constexpr std::make_index_sequence<Strip::count> all_columns{};

  template <terms Which, std::size_t C>
  ATTN_INLINE static void add(row& sum, const vector<0>& factor, row& b) {
    using V = vector<C>;
    V& s = sum.template get<C>();
    const V x = lower_part<V>(factor), y = b.template get<C>();
    constexpr bool holds_sum = Which == terms::written_out;
    if constexpr (Which == terms::first)
      s = rounded(V(x * y));
    else
      s = multiply_add<holds_sum>(s, x, y);
  }
  template <terms Which, std::size_t R, std::size_t... C>
  ATTN_INLINE static void add_row(row& sum, const T* a, row& b, std::index_sequence<C...>) {
    const auto factor = broadcast < vector<0>, Isa, Strip::count == 1 > (a + R * AStride);
    (add<Which, C>(sum, factor, b), ...);
  }
  // A line is prefetched once, not with every vector in it.
  template <std::size_t C>
  static constexpr std::size_t line_of = right_at<C> * sizeof(T) / 64;
  template <std::size_t C>
  ATTN_INLINE static void prefetch_line(const T* from) {
    constexpr std::size_t before = C == 0 ? 0 : C - 1;
    if constexpr (C == 0 || line_of<C> != line_of<before>)
      prefetch<Right::level>(from + right_at<C>, Right::bytes_ahead);
  }
  template <class B, std::size_t... C>
  ATTN_INLINE static void prefetch_lines(B from, std::index_sequence<C...>) {
    if constexpr (Right::bytes_ahead > 0 && (Right::level == cache_level::second || Rows < 6))
      (prefetch_line<C>(from), ...);
  }
  // GCC would load b once for each row, as an operand in memory, if there are few: the barrier of
  // `rounded` makes it a value that is no longer in memory.
  template <std::size_t C, class B>
  ATTN_INLINE static void load_right(row& b, B from) {
    b.template get<C>() = load_columns<vector<C>, right_at<C>, Strip::template at<C>>(from);
    if constexpr (Rows > 1 && Rows < 6) b.template get<C>() = rounded(b.template get<C>());
  }
  template <class B, std::size_t... C>
  ATTN_INLINE static void load_right(row& b, B from, std::index_sequence<C...>) {
    (load_right<C>(b, from), ...);
  }
  // The row of b, to a panel (packed_rows) if there is one.
  template <std::size_t... C>
  ATTN_INLINE static void copy_row(T* panel, row& b, std::index_sequence<C...>) {
    (store(panel + packed_rows<Strip>::template at<Strip, C>, b.template get<C>()), ...);
  }
  ATTN_INLINE static void copy(T* panel, std::size_t k, row& b) {
    copy_row(panel + k * Strip::packed_width, b, all_columns);
  }
  ATTN_INLINE static void copy(std::nullptr_t, std::size_t, row&) {}
  // One k: a row of b by the rows of a.
  template <terms Which, class B, class Panel, std::size_t... R>
  ATTN_INLINE static void step(row (&sum)[Rows], const T* a, B b, std::size_t k, Panel panel,
                               std::index_sequence<R...>) {
    row of_b;
    prefetch_lines(b + k * Right::stride, all_columns);
    load_right(of_b, b + k * Right::stride, all_columns);
    copy(panel, k, of_b);
    (add_row<Which, R>(sum[R], a + k, of_b, all_columns), ...);
  }
  template <std::size_t K>
  ATTN_ABI static constexpr terms written = K == 0 ? terms::first : terms::written_out;
  template <std::size_t... K>
  ATTN_INLINE static void all_steps(row (&sum)[Rows], const T* a, const T* b,
                                    std::index_sequence<K...>) {
    (step<written<K>>(sum, a, b, K, nullptr, all_rows), ...);
  }

  template <std::size_t... C>
  ATTN_INLINE static void clear_row(row& sum, std::index_sequence<C...>) {
    ((sum.template get<C>() = splat<vector<C>>(T(-0.0))), ...);  // -0.0 + x is x, for every x
  }
  template <std::size_t... C>
  ATTN_INLINE static void load_row(row& sum, const T* out, std::index_sequence<C...>) {
    ((sum.template get<C>() = load<vector<C>>(out + Strip::template at<C>)), ...);
  }
  template <class Epilogue, std::size_t... C>
  ATTN_INLINE static void store_row(T* out, row& sum, const Epilogue& epilogue,
                                    std::index_sequence<C...>) {
    (Strip::template store_at<C>(
         out, epilogue.template finished<Strip, C, vector<C>>(sum.template get<C>())),
     ...);
  }
  template <std::size_t... R>
  ATTN_INLINE static void clear_all(row (&sum)[Rows], std::index_sequence<R...>) {
    (clear_row(sum[R], all_columns), ...);
  }
  template <std::size_t... R>
  ATTN_INLINE static void load_all(row (&sum)[Rows], const T* out, std::index_sequence<R...>) {
    (load_row(sum[R], out + R * OutStride, all_columns), ...);
  }
  template <class Epilogue, std::size_t... R>
  ATTN_INLINE static void store_all(T* out, row (&sum)[Rows], const Epilogue& epilogue,
                                    std::index_sequence<R...>) {
    (store_row(out + R * OutStride, sum[R], epilogue, all_columns), ...);
  }

  // Depth terms of every sum. More of them, if `out` holds the first ones. What is read of b is in
  // the panel afterwards, if there is one.
  template <class B, class Epilogue = no_epilogue, class Panel = std::nullptr_t>
  ATTN_INLINE static void run(T* out, const T* a, B b, std::size_t depth, bool more,
                              const Epilogue& epilogue = {}, Panel panel = {}) {
    row sum[Rows];
    if (more)
      load_all(sum, out, all_rows);
    else
      clear_all(sum, all_rows);
#pragma GCC unroll 1
    for (std::size_t k = 0; k < depth; ++k) step<terms::of_a_loop>(sum, a, b, k, panel, all_rows);
    store_all(out, sum, epilogue, all_rows);
  }
  // The same with so few terms that the loop is written out.
  template <std::size_t Depth>
  ATTN_INLINE static void run_unrolled(T* out, const T* a, const T* b) {
    row sum[Rows];
    all_steps(sum, a, b, std::make_index_sequence<Depth>{});
    store_all(out, sum, no_epilogue{}, all_rows);
  }
};

// All rows of a matrix product by one strip of columns (matmul_block.hpp), in blocks of nearly
// equal height.
//
//   block_heights           how high they are
//   matmul_strip            a loop over k; matmul_strip_unrolled: written out
//   matmul_strip_by_panel   of a right operand that is copied to a panel on the way

// How high the blocks are: as high as the registers allow next to a row of b, a factor and a
// product, and nearly equal. `ceiling` depends on the adders: two of 3 to 4 cycles need 8 sums, and
// higher blocks of one column read b less often.
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

// The strip of a product of depth terms. More of them, if `out` holds the first ones.
template <class Isa, std::size_t M, class Strip, std::size_t OutStride, std::size_t AStride,
          class Right, class T, class B, class Epilogue = no_epilogue>
ATTN_INLINE void matmul_strip(T* out, const T* a, B b, std::size_t depth, bool more,
                              const Epilogue& epilogue = {}) {
  for_each_block<block_heights<Isa, M, Strip::count>, M>([&]<std::size_t Rows>(std::size_t i) {
    using block = matmul_block<Isa, T, Rows, Strip, OutStride, AStride, Right>;
    block::run(out + i * OutStride, a + i * AStride, b, depth, more, epilogue);
  });
}
// … of a b in place, which the first block copies to a panel while it computes: waiting for memory
// and computing are one time. The other blocks read the panel. With each row of the strip the row
// of the next strip is prefetched: it comes much later, and no processor guesses it (measured, 16
// rows by 768 x 768: 194 us instead of 362 from memory, 167 instead of 175 from the third-level
// cache).
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

// A matrix product of less than a vector's columns: a row of the result in one register, or a part
// of it. Rows are stored in order, each over the lanes that the one before had too many.

// BStride: rows of b, which are whole vectors if they are further apart than N. Slack elements
// after out may be written to. New: exactly N elements of a row of b are loaded.
template <class Isa, class T, std::size_t Rows, std::size_t K, std::size_t N, std::size_t BStride,
          bool LastRows, std::size_t Slack, bool New = false>
struct narrow_rows {
  static constexpr std::size_t lanes = lanes_to_hold<T, N>;
  using V = vec<T, lanes>;
  static constexpr bool padded = BStride >= lanes;
  static constexpr bool past_the_next = lanes > 2 * N;  // row: then exactly N are stored
  static constexpr bool spills = lanes - N > Slack;     // the last row has no next one
  template <std::size_t R>
  static constexpr bool in_part = lanes > N &&
                                  (past_the_next || (LastRows && R == Rows - 1 && spills));
  static constexpr std::make_index_sequence<Rows> all_rows{};

  template <bool LastOfB, bool Unrolled, std::size_t... R>
  ATTN_INLINE static void step(V (&sum)[Rows], const T* a, const T* b, std::index_sequence<R...>) {
    V of_b;
    if constexpr (!padded && (LastOfB || New || lanes > 2 * N))
      of_b = load_part<V, N>(b);
    else
      of_b = load<V>(b);
    ((sum[R] = multiply_add<Unrolled>(sum[R], broadcast<V, Isa, true>(a + R * K), of_b)), ...);
  }
  template <std::size_t... Index>
  ATTN_INLINE static void all_steps(V (&sum)[Rows], const T* a, const T* b,
                                    std::index_sequence<Index...>) {
    (step<(Index == K - 1), true>(sum, a + Index, b + Index * BStride, all_rows), ...);
  }
  template <std::size_t... R>
  ATTN_INLINE static void start(V (&sum)[Rows], std::index_sequence<R...>) {
    ((sum[R] = splat<V>(T(-0.0))), ...);
  }
  template <std::size_t... R>
  ATTN_INLINE static void take_up(V (&sum)[Rows], const T* out, std::index_sequence<R...>) {
    ((sum[R] = load_part<V, N>(out + R * N)), ...);
  }
  template <std::size_t R>
  ATTN_INLINE static void store_row(T* out, const V& sum) {
    if constexpr (in_part<R>)
      store_part<N>(out, sum);
    else
      store(out, sum);
  }
  template <std::size_t... R>
  ATTN_INLINE static void epilogue(T* out, const V (&sum)[Rows], std::index_sequence<R...>) {
    (store_row<R>(out + R * N, sum[R]), ...);
  }

  ATTN_INLINE static void run(T* out, const T* a, const T* b, std::size_t depth, bool more) {
    V sum[Rows];
    if (more)
      take_up(sum, out, all_rows);
    else
      start(sum, all_rows);
#pragma GCC unroll 1
    for (std::size_t k = 0; k < depth - 1; ++k)
      step<false, false>(sum, a + k, b + k * BStride, all_rows);
    step<true, false>(sum, a + (depth - 1), b + (depth - 1) * BStride, all_rows);
    epilogue(out, sum, all_rows);
  }
  ATTN_INLINE static void run_unrolled(T* out, const T* a, const T* b) {
    V sum[Rows];
    start(sum, all_rows);
    all_steps(sum, a, b, std::make_index_sequence<K>{});
    epilogue(out, sum, all_rows);
  }
};

template <class Isa, std::size_t M, std::size_t K, std::size_t N, std::size_t BStride,
          std::size_t Slack, class T>
ATTN_INLINE void matmul_narrow(T* out, const T* a, const T* b, std::size_t depth, bool more) {
  constexpr std::size_t most = block_heights<Isa, M, 1>::most;
  constexpr std::size_t rest = M % most, last = rest == 0 ? most : rest, before = M - last;
#pragma GCC unroll 1
  for (std::size_t i = 0; i < before; i += most)
    narrow_rows<Isa, T, most, K, N, BStride, false, Slack>::run(out + i * N, a + i * K, b, depth,
                                                                more);
  using rows = narrow_rows<Isa, T, last, K, N, BStride, true, Slack>;
  if constexpr (before == 0 && BStride == N && K * last <= 128)
    rows::run_unrolled(out, a, b);
  else
    rows::run(out + before * N, a + before * K, b, depth, more);
}

// … with b as it lies.
template <class Isa, std::size_t M, std::size_t K, std::size_t N, std::size_t Slack, class T>
ATTN_INLINE void matmul_rows(T* out, const T* a, const T* b) {
  matmul_narrow<Isa, M, K, N, N, Slack>(out, a, b, K, false);
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
