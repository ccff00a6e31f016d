// SPDX-License-Identifier: BSL-1.0
// A block of a matrix product: a few rows by a few vectors of columns, whose sums stay in registers
// while k runs. Lanes are columns, so every element keeps the one order of additions of
// detail/generic/matmul.hpp, and sums that were left in memory can be taken up again.
//
//   strip          which columns: some whole vectors, and one narrower that ends where they end
//   rows_apart     where the right operand's rows are: in a matrix, or packed in a panel
//   matmul_block   a number of rows by one strip (all rows by it: matmul_strip.hpp)
#pragma once

#include <bit>
#include <cstddef>
#include <utility>

#include <attn/detail/runtime/broadcast.hpp>
#include <attn/detail/runtime/prefetch.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

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

// Width columns of a right operand that was filled up to whole vectors; of the last one the columns
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

// What is done to sums before they are stored: nothing; or a row is added to every row.
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

// --- the block ----------------------------------------------------------------------------------

// The terms of a k: those with which the sums begin; or more, by a loop or written out.
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
  template <std::size_t... C>
  ATTN_INLINE static void prefetch_lines(const T* from, std::index_sequence<C...>) {
    if constexpr (Right::bytes_ahead > 0 && (Right::level == cache_level::second || Rows < 6))
      (prefetch_line<C>(from), ...);
  }
  // GCC would load b once for each row, as an operand in memory, if there are few: the barrier of
  // `rounded` makes it a value that is no longer in memory.
  template <std::size_t C>
  ATTN_INLINE static void load_right(row& b, const T* from) {
    b.template get<C>() = load<vector<C>>(from + right_at<C>);
    if constexpr (Rows > 1 && Rows < 6) b.template get<C>() = rounded(b.template get<C>());
  }
  template <std::size_t... C>
  ATTN_INLINE static void load_right(row& b, const T* from, std::index_sequence<C...>) {
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
  template <terms Which, class Panel, std::size_t... R>
  ATTN_INLINE static void step(row (&sum)[Rows], const T* a, const T* b, std::size_t k, Panel panel,
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
  ATTN_INLINE static void clear(row (&sum)[Rows], std::index_sequence<R...>) {
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

  // Depth terms of every sum; more of them, if `out` holds the first ones. What is read of b is in
  // the panel afterwards, if there is one.
  template <class Epilogue = no_epilogue, class Panel = std::nullptr_t>
  ATTN_INLINE static void run(T* out, const T* a, const T* b, std::size_t depth, bool more,
                              const Epilogue& epilogue = {}, Panel panel = {}) {
    row sum[Rows];
    if (more)
      load_all(sum, out, all_rows);
    else
      clear(sum, all_rows);
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

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
