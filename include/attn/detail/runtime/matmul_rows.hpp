// SPDX-License-Identifier: BSL-1.0
// A matrix product of less than a vector's columns: a row of the result in one register, or a part
// of it. Rows are stored in order, each over the lanes that the one before had too many.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/runtime/matmul_strip.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// BStride: rows of b, which are whole vectors if they are further apart than N. Slack elements
// after out may be written to. New: exactly N elements of a row of b are loaded.
template <class Isa, class T, std::size_t Rows, std::size_t K, std::size_t N, std::size_t BStride,
          bool LastRows, std::size_t Slack, bool New = false>
struct narrow_rows {
  static constexpr std::size_t lanes = lanes_to_hold<T, N>;
  using V = vec<T, lanes>;
  static constexpr bool padded = BStride >= lanes;
  static constexpr bool far = lanes > 2 * N;  // beyond the next row: then exactly N are stored
  static constexpr bool spills = lanes - N > Slack;  // the last row has no next one
  template <std::size_t R>
  static constexpr bool in_part = lanes > N && (far || (LastRows && R == Rows - 1 && spills));
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
  template <std::size_t... I>
  ATTN_INLINE static void all_steps(V (&sum)[Rows], const T* a, const T* b,
                                    std::index_sequence<I...>) {
    (step < I == K - 1, true > (sum, a + I, b + I * BStride, all_rows), ...);
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
