// SPDX-License-Identifier: BSL-1.0
// The transpose of a matrix at run time: square blocks of registers, turned by exchanging lanes of
// pairs of rows. Blocks at the end overlap the ones before: copying twice is copying. Of a matrix
// that is too narrow for them the blocks have lanes to spare, which are read from the next row, or
// stored and overwritten by the next one. Two to five rows or columns: transpose_interleaved.hpp.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>

#include <attn/detail/runtime/transpose_interleaved.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// As many rows as lanes. Lanes are turned within pieces of 16 bytes, and then the pieces, because a
// processor may have more units for the former (Zen 4: three, and two).
template <class V>
struct square {
  static constexpr std::size_t side = lanes_of<V>, sixteen_bytes = least_lanes<element_of<V>>;
  static constexpr std::size_t piece = side < sixteen_bytes ? side : sixteen_bytes;
  static constexpr std::make_index_sequence<side> lanes{};

  // Lanes of both by turns, piece by piece: the first halves of the pieces, and the second ones.
  template <std::size_t... I>
  ATTN_INLINE static void interleave(V& a, V& b, std::index_sequence<I...>) {
    constexpr std::size_t half = piece / 2;
    const V low =
        __builtin_shufflevector(a, b, (I / piece * piece + I % piece / 2 + I % 2 * side)...);
    const V high =
        __builtin_shufflevector(a, b, (I / piece * piece + half + I % piece / 2 + I % 2 * side)...);
    a = low;
    b = high;
  }
  // The upper halves (of 2 * Half lanes) of a for the lower of b.
  template <std::size_t Half, std::size_t... I>
  ATTN_INLINE static void exchange(V& a, V& b, std::index_sequence<I...>) {
    const V low = __builtin_shufflevector(a, b, ((I & Half) == 0 ? I : side + I - Half)...);
    const V high = __builtin_shufflevector(a, b, ((I & Half) == 0 ? I + Half : side + I)...);
    a = low;
    b = high;
  }
  // The pieces of both that have an even number, and those that have an odd one.
  template <std::size_t... I>
  ATTN_INLINE static void every_second_piece(V& a, V& b, std::index_sequence<I...>) {
    const V even = __builtin_shufflevector(a, b, (2 * I - I % piece)...);
    const V odd = __builtin_shufflevector(a, b, (2 * I - I % piece + piece)...);
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
// V holds the shorter side, so the blocks are below or beside each other.
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
