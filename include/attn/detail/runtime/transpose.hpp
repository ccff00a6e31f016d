// SPDX-License-Identifier: BSL-1.0
// Transposition by blocks of registers.
#ifndef ATTN_DETAIL_RUNTIME_TRANSPOSE_HPP
#define ATTN_DETAIL_RUNTIME_TRANSPOSE_HPP

#include <bit>
#include <cstddef>
#include <utility>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// The transpose of two to five rows, or columns: Count registers of rows, side by side, are as many
// of columns.

// Where this is faster than squares of so few lanes, which take 2.6 times as long with AVX2 for
// 3x96, and 3.8 times for 2x96. For an odd number registers of 16 bytes are too short, and seven
// are too many to blend.
template <class T, std::size_t Count, std::size_t Side>
inline constexpr bool is_interleaved = Count > 1 && Count < Side &&
                                       (Count % 2 == 0 ? Count <= least_lanes<T>
                                                       : Count <= 5 && Side > least_lanes<T>);

template <class V, std::size_t Count>
struct interleaved {
  static constexpr std::size_t side = lanes_of<V>;
  static constexpr std::make_index_sequence<side> all_lanes{};

  // Lanes of a and b by turns, of which Half is the first or second half, and the inverse.
  template <std::size_t Half, std::size_t... Index>
  ATTN_INLINE static V zipped(const V& a, const V& b, std::index_sequence<Index...>) {
    return __builtin_shufflevector(a, b, ((Half * side + Index) / 2 + Index % 2 * side)...);
  }
  template <std::size_t Which, std::size_t... Index>
  ATTN_INLINE static V every_second(const V& a, const V& b, std::index_sequence<Index...>) {
    return __builtin_shufflevector(a, b, (2 * Index + Which)...);
  }
  template <std::size_t First, std::size_t Second>
  ATTN_INLINE static void zip(V (&v)[Count]) {
    const V a = v[First], b = v[Second];
    v[First] = zipped<0>(a, b, all_lanes);
    v[Second] = zipped<1>(a, b, all_lanes);
  }
  template <std::size_t First, std::size_t Second>
  ATTN_INLINE static void unzip(V (&v)[Count]) {
    const V a = v[First], b = v[Second];
    v[First] = every_second<0>(a, b, all_lanes);
    v[Second] = every_second<1>(a, b, all_lanes);
  }

  // Element j of row r is number j * Count + r of the columns. If Count is odd, the elements of a
  // row are in different lanes there: one permutation brings each to its own, and a register of
  // columns is blended from all rows.
  ATTN_ABI static constexpr std::size_t lane_of(std::size_t r, std::size_t j) {
    return (j * Count + r) % side;
  }
  ATTN_ABI static constexpr std::size_t element_in(std::size_t lane, std::size_t r) {
    std::size_t j = 0;
    while (lane_of(r, j) != lane) ++j;
    return j;
  }
  // Which row is in a lane of a register of columns, and which of these has a row in a lane.
  ATTN_ABI static constexpr std::size_t row_in(std::size_t lane, std::size_t columns) {
    return (columns * side + lane) % Count;
  }
  ATTN_ABI static constexpr std::size_t columns_with(std::size_t lane, std::size_t r) {
    std::size_t columns = 0;
    while (row_in(lane, columns) != r) ++columns;
    return columns;
  }

  template <std::size_t R, std::size_t... Index>
  ATTN_INLINE static V spread(const V& row, std::index_sequence<Index...>) {
    return __builtin_shufflevector(row, row, element_in(Index, R)...);
  }
  template <std::size_t R, std::size_t... Index>
  ATTN_INLINE static V gathered(const V& spread, std::index_sequence<Index...>) {
    return __builtin_shufflevector(spread, spread, lane_of(R, Index)...);
  }
  // v, and from register Next the lanes that belong to register To.
  template <bool ToColumns, std::size_t To, std::size_t Next, std::size_t... Index>
  ATTN_INLINE static V with(const V& v, const V& next, std::index_sequence<Index...>) {
    return __builtin_shufflevector(
        v, next,
        ((ToColumns ? row_in(Index, To) : columns_with(Index, To)) == Next ? side + Index
                                                                           : Index)...);
  }
  template <bool ToColumns, std::size_t To>
  ATTN_INLINE static V blended(const V (&from)[Count]) {
    V v = from[0];
    for_constants<Count - 1>([&](auto i) ATTN_INLINE_LAMBDA {
      v = with<ToColumns, To, i + 1>(v, from[i + 1], all_lanes);
    });
    return v;
  }

  ATTN_INLINE static void rows_to_columns(V (&v)[Count]) {
    if constexpr (Count == 2) {
      zip<0, 1>(v);
    } else if constexpr (Count == 4) {
      zip<0, 2>(v);
      zip<1, 3>(v);
      zip<0, 1>(v);
      zip<2, 3>(v);
    } else {
      V lanes[Count];
      for_constants<Count>([&](auto i)
                               ATTN_INLINE_LAMBDA { lanes[i] = spread<i>(v[i], all_lanes); });
      for_constants<Count>([&](auto i) ATTN_INLINE_LAMBDA { v[i] = blended<true, i>(lanes); });
    }
  }
  ATTN_INLINE static void columns_to_rows(V (&v)[Count]) {
    if constexpr (Count == 2) {
      unzip<0, 1>(v);
    } else if constexpr (Count == 4) {
      unzip<0, 1>(v);
      unzip<2, 3>(v);
      unzip<0, 2>(v);
      unzip<1, 3>(v);
    } else {
      V lanes[Count];
      for_constants<Count>([&](auto i) ATTN_INLINE_LAMBDA { lanes[i] = blended<false, i>(v); });
      for_constants<Count>([&](auto i)
                               ATTN_INLINE_LAMBDA { v[i] = gathered<i>(lanes[i], all_lanes); });
    }
  }
  // Registers of x are InX apart, registers of the result InOut.
  template <bool FromRows, std::size_t InX, std::size_t InOut, class T>
  ATTN_INLINE static void run(T* out, const T* x) {
    V v[Count];
    for_constants<Count>([&](auto i) ATTN_INLINE_LAMBDA { v[i] = load<V>(x + i * InX); });
    if constexpr (FromRows)
      rows_to_columns(v);
    else
      columns_to_rows(v);
    for_constants<Count>([&](auto i) ATTN_INLINE_LAMBDA { store(out + i * InOut, v[i]); });
  }
};
template <std::size_t M, std::size_t N, class V, class T>
ATTN_INLINE void transpose_interleaved(T* out, const T* x) {
  constexpr std::size_t side = lanes_of<V>, longer = M > N ? M : N;
  constexpr bool from_rows = M < N;
  constexpr std::size_t shorter = from_rows ? M : N;
#pragma GCC unroll 1
  for (std::size_t i = 0; i < longer; i += side) {
    const std::size_t at = i + side <= longer ? i : longer - side;
    if constexpr (from_rows)
      interleaved<V, shorter>::template run<true, N, side>(out + at * M, x + at);
    else
      interleaved<V, shorter>::template run<false, side, M>(out + at, x + at * N);
  }
#if defined(__GNUC__) && !defined(__clang__)
  // GCC would put together what is read next from words of the registers that were stored: 60 ns
  // for 3x16x3, instead of 20.
  asm("" : "+m"(*reinterpret_cast<T(*)[M * N]>(out)));
#endif
}

// The transpose of a matrix at run time: square blocks of registers, turned by exchanging lanes of
// pairs of rows. Blocks at the end overlap the ones before: copying twice is copying. Of a matrix
// that is too narrow for them the blocks have lanes to spare, which are read from the next row, or
// stored and overwritten by the next one. Two to five rows or columns: transpose_interleaved.hpp.

// As many rows as lanes. Lanes are turned within pieces of 16 bytes, and then the pieces, because a
// processor may have more units for the former (Zen 4: three, and two).
template <class V>
struct square {
  static constexpr std::size_t side = lanes_of<V>, sixteen_bytes = least_lanes<element_of<V>>;
  static constexpr std::size_t piece = side < sixteen_bytes ? side : sixteen_bytes;
  static constexpr std::make_index_sequence<side> lanes{};

  // Lanes of both by turns, piece by piece: the first halves of the pieces, and the second ones.
  template <std::size_t... Index>
  ATTN_INLINE static void interleave(V& a, V& b, std::index_sequence<Index...>) {
    constexpr std::size_t half = piece / 2;
    const V low = __builtin_shufflevector(
        a, b, (Index / piece * piece + Index % piece / 2 + Index % 2 * side)...);
    const V high = __builtin_shufflevector(
        a, b, (Index / piece * piece + half + Index % piece / 2 + Index % 2 * side)...);
    a = low;
    b = high;
  }
  // The upper halves (of 2 * Half lanes) of a for the lower of b.
  template <std::size_t Half, std::size_t... Index>
  ATTN_INLINE static void exchange(V& a, V& b, std::index_sequence<Index...>) {
    const V low =
        __builtin_shufflevector(a, b, ((Index & Half) == 0 ? Index : side + Index - Half)...);
    const V high =
        __builtin_shufflevector(a, b, ((Index & Half) == 0 ? Index + Half : side + Index)...);
    a = low;
    b = high;
  }
  // The pieces of both that have an even number, and those that have an odd one.
  template <std::size_t... Index>
  ATTN_INLINE static void every_second_piece(V& a, V& b, std::index_sequence<Index...>) {
    const V even = __builtin_shufflevector(a, b, (2 * Index - Index % piece)...);
    const V odd = __builtin_shufflevector(a, b, (2 * Index - Index % piece + piece)...);
    a = even;
    b = odd;
  }

  // Four rows by four lanes, or pieces: `first` of neighbours, then `second` of their first parts
  // and of their second ones.
  template <class First, class Second>
  ATTN_INLINE static void turn_four(V& a, V& b, V& c, V& d, const First& first,
                                    const Second& second) {
    first(a, b);
    first(c, d);
    second(a, c);
    second(b, d);
    const V third = b;
    b = c;
    c = third;
  }
  ATTN_INLINE static void turn_lanes(V* row) {
    const auto halves = [](V& a, V& b) ATTN_INLINE_LAMBDA { exchange<piece / 2>(a, b, lanes); };
    const auto by_turns = [](V& a, V& b) ATTN_INLINE_LAMBDA { interleave(a, b, lanes); };
    if constexpr (piece == 2) halves(row[0], row[1]);
    if constexpr (piece == 4) turn_four(row[0], row[1], row[2], row[3], by_turns, halves);
  }
  ATTN_INLINE static void turn_pieces(V* row) {
    constexpr std::size_t pieces = side / piece, p = piece;
    static_assert(pieces <= 4);
    const auto halves = [](V& a, V& b) ATTN_INLINE_LAMBDA { exchange<side / 2>(a, b, lanes); };
    const auto sorted = [](V& a, V& b) ATTN_INLINE_LAMBDA { every_second_piece(a, b, lanes); };
    if constexpr (pieces == 2) halves(row[0], row[p]);
    if constexpr (pieces == 4) turn_four(row[0], row[p], row[2 * p], row[3 * p], halves, sorted);
  }

  ATTN_INLINE static void turn(V (&row)[side]) {
    for_constants<side / piece>([&](auto q) ATTN_INLINE_LAMBDA { turn_lanes(row + q * piece); });
    for_constants<piece>([&](auto i) ATTN_INLINE_LAMBDA { turn_pieces(row + i); });
  }
};

template <std::size_t M, std::size_t N, class V, class T>
ATTN_INLINE void transpose_block(T* out, const T* x) {
  constexpr std::size_t side = lanes_of<V>;
  V row[side];
  for_constants<side>([&](auto i) ATTN_INLINE_LAMBDA { row[i] = load<V>(x + i * N); });
  square<V>::turn(row);
  for_constants<side>([&](auto j) ATTN_INLINE_LAMBDA { store(out + j * M, row[j]); });
}

// As many rows and columns as V has lanes, or all of them if there are fewer. Last: no others
// follow, and Slack elements after them may be written to.
template <std::size_t M, std::size_t N, bool Last, std::size_t Slack, class V, class T>
ATTN_INLINE void transpose_narrow_block(T* out, const T* x) {
  constexpr std::size_t side = lanes_of<V>;
  constexpr std::size_t high = M < side ? M : side, wide = N < side ? N : side;
  V row[side];
  for_constants<side>([&](auto i) ATTN_INLINE_LAMBDA {
    constexpr std::size_t from = i < high ? i : high - 1;
    if constexpr (wide == side || !Last || (high - from) * N >= side)
      row[i] = load<V>(x + from * N);
    else
      row[i] = load_part<V, wide>(x + from * N);
  });
  square<V>::turn(row);
  for_constants<wide>([&](auto j) ATTN_INLINE_LAMBDA {
    if constexpr (high == side || !Last || (wide - j) * M + Slack >= side)
      store(out + j * M, row[j]);
    else
      store_part<high>(out + j * M, row[j]);
  });
}
// V holds the shorter side, so the blocks are below or next to each other.
template <std::size_t M, std::size_t N, std::size_t Slack, class V, class T>
ATTN_INLINE void transpose_narrow(T* out, const T* x) {
  constexpr std::size_t side = lanes_of<V>, longer = M > N ? M : N;
  constexpr std::size_t in_x = M > N ? N : 1, in_out = M > N ? 1 : M;
  constexpr std::size_t last = longer > side ? longer - side : 0;
#pragma GCC unroll 1
  for (std::size_t i = 0; i < last; i += side)
    transpose_narrow_block<M, N, false, Slack, V>(out + i * in_out, x + i * in_x);
  transpose_narrow_block<M, N, true, Slack, V>(out + last * in_out, x + last * in_x);
}

// A matrix that fits into one register: its elements permuted, and stored with padding.
template <std::size_t M, std::size_t N, class V, class T>
ATTN_INLINE void transpose_in_register(T* out, const T* x) {
  const V all = load_part<V, M * N>(x);
  store(out, [&]<std::size_t... P>(std::index_sequence<P...>) {
    return __builtin_shufflevector(all, all, (P < M * N ? (P % M) * N + P / M : P)...);
  }(std::make_index_sequence<lanes_of<V>>{}));
}

// out (N, M) from x (M, N). Slack elements after out may be written to.
template <std::size_t M, std::size_t N, std::size_t Slack, class Isa = native_isa, class T>
ATTN_ABI inline void transpose(T* out, const T* x) {
  constexpr std::size_t side = kernel_scalar<T> ? Isa::template lanes<T> : 0;
  constexpr std::size_t all = M * N + Slack;
  constexpr std::size_t shorter = M < N ? M : N, longer = M < N ? N : M;
  if constexpr (side > 0 && all <= side && all >= least_lanes<T> && std::has_single_bit(all)) {
    transpose_in_register<M, N, vec<T, all>>(out, x);
  } else if constexpr (side > 0 && M >= side && N >= side) {
    for (std::size_t i = 0; i < M; i += side) {
      const std::size_t from_i = i + side <= M ? i : M - side;
      for (std::size_t j = 0; j < N; j += side) {
        const std::size_t from_j = j + side <= N ? j : N - side;
        transpose_block<M, N, vec<T, side>>(out + from_j * M + from_i, x + from_i * N + from_j);
      }
    }
  } else if constexpr (is_interleaved<T, shorter, side> && longer >= side) {
    transpose_interleaved<M, N, vec<T, side>>(out, x);
  } else if constexpr (side > 0 && M > 1 && N > 1) {
    constexpr std::size_t least = least_lanes<T>;
    transpose_narrow < M, N, Slack, vec<T, shorter<least ? least : std::bit_ceil(shorter)>>(out, x);
  } else {
    for (std::size_t i = 0; i < M; ++i)
      for (std::size_t j = 0; j < N; ++j) out[j * M + i] = x[i * N + j];
  }
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
