// SPDX-License-Identifier: BSL-1.0
// The transpose of two to five rows, or columns: Count registers of rows, side by side, are as many
// of columns.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

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

  // Lanes of a and b by turns, of which Half is the first or second half; and the inverse.
  template <std::size_t Half, std::size_t... I>
  ATTN_INLINE static V zipped(const V& a, const V& b, std::index_sequence<I...>) {
    return __builtin_shufflevector(a, b, ((Half * side + I) / 2 + I % 2 * side)...);
  }
  template <std::size_t Which, std::size_t... I>
  ATTN_INLINE static V every_second(const V& a, const V& b, std::index_sequence<I...>) {
    return __builtin_shufflevector(a, b, (2 * I + Which)...);
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

  template <std::size_t R, std::size_t... I>
  ATTN_INLINE static V spread(const V& row, std::index_sequence<I...>) {
    return __builtin_shufflevector(row, row, element_in(I, R)...);
  }
  template <std::size_t R, std::size_t... I>
  ATTN_INLINE static V gathered(const V& spread, std::index_sequence<I...>) {
    return __builtin_shufflevector(spread, spread, lane_of(R, I)...);
  }
  // v, and from register Next the lanes that belong to register To.
  template <bool ToColumns, std::size_t To, std::size_t Next, std::size_t... I>
  ATTN_INLINE static V with(const V& v, const V& next, std::index_sequence<I...>) {
    return __builtin_shufflevector(
        v, next, ((ToColumns ? row_in(I, To) : columns_with(I, To)) == Next ? side + I : I)...);
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
  // Registers of x are InX apart, those of the result InOut.
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
  // for 3x16x3, in place of 20.
  asm("" : "+m"(*reinterpret_cast<T(*)[M * N]>(out)));
#endif
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
