// SPDX-License-Identifier: BSL-1.0
// The transpose of a matrix at run time: square blocks of registers, turned by exchanging halves,
// quarters, … of pairs of rows. Blocks at the end overlap the ones before: copying twice is
// copying.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/vector.hpp>

namespace attn::detail::runtime {

template <class V>
struct square {
  static constexpr std::size_t side = lanes_of<V>;

  // Rows i and i + Half exchange: the upper halves (of 2 * Half lanes) of one for the lower of the
  // other.
  template <std::size_t Half, std::size_t... I>
  ATTN_INLINE static void exchange(V& a, V& b, std::index_sequence<I...>) {
    const V low = __builtin_shufflevector(a, b, ((I & Half) == 0 ? I : side + I - Half)...);
    const V high = __builtin_shufflevector(a, b, ((I & Half) == 0 ? I + Half : side + I)...);
    a = low;
    b = high;
  }

  template <std::size_t Half = side / 2, std::size_t... I>
  ATTN_INLINE static void turn(V (&row)[side], std::index_sequence<I...> lanes) {
    (
        [&] {
          if constexpr ((I & Half) == 0) exchange<Half>(row[I], row[I + Half], lanes);
        }(),
        ...);
    if constexpr (Half > 1) turn<Half / 2>(row, lanes);
  }
};

template <std::size_t M, std::size_t N, class V, class T>
ATTN_INLINE void transpose_block(T* out, const T* x) {
  constexpr std::size_t side = lanes_of<V>;
  V row[side];
  for (std::size_t i = 0; i < side; ++i) row[i] = load<V>(x + i * N);
  square<V>::turn(row, std::make_index_sequence<side>{});
  for (std::size_t j = 0; j < side; ++j) store(out + j * M, row[j]);
}

// out (N, M) from x (M, N).
template <std::size_t M, std::size_t N, class Isa = native_isa, class T>
inline void transpose(T* out, const T* x) {
  constexpr std::size_t side = kernel_scalar<T> ? Isa::template lanes<T> : 0;
  if constexpr (side > 0 && M >= side && N >= side) {
    for (std::size_t i = 0; i < M; i += side) {
      const std::size_t from_i = i + side <= M ? i : M - side;
      for (std::size_t j = 0; j < N; j += side) {
        const std::size_t from_j = j + side <= N ? j : N - side;
        transpose_block<M, N, vec<T, side>>(out + from_j * M + from_i, x + from_i * N + from_j);
      }
    }
  } else {
    for (std::size_t i = 0; i < M; ++i)
      for (std::size_t j = 0; j < N; ++j) out[j * M + i] = x[i * N + j];
  }
}

}  // namespace attn::detail::runtime
