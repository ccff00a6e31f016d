// SPDX-License-Identifier: BSL-1.0
// A matrix product of rows of at most 16 bytes, two of them in a register of 32: for every k a
// constant permutation brings a(i, k) to the lanes of row i, and a row of b is loaded twice. Rows
// are stored in order, each over the lanes that the one before had too many. New: of a row of b
// exactly N elements are loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/runtime/matmul_register.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

template <class Isa, std::size_t M, std::size_t K, std::size_t N, padding Padding, bool New,
          class T>
struct matmul_in_pairs {
  static constexpr std::size_t lanes = least_lanes<T>;
  using V = vec<T, 2 * lanes>;
  using half = vec<T, lanes>;
  static constexpr std::make_index_sequence<2 * lanes> both_rows{};
  static constexpr std::make_index_sequence<K> all_steps{};

  // A row of b, twice. Behind the last one there may be nothing: it is loaded from further left.
  template <std::size_t Shift, std::size_t... I>
  ATTN_INLINE static V end_twice(const half& end, std::index_sequence<I...>) {
    return __builtin_shufflevector(end, end, (I % lanes < N ? I % lanes + Shift : I % lanes)...);
  }
  template <std::size_t Step>
  ATTN_INLINE static V right_twice(const T* b) {
    if constexpr (N == lanes || (!New && Step * N + lanes <= K * N)) {
      const auto row = load<vec<std::int64_t, 2>>(b + Step * N);  // as integers: see broadcast
      return bits_as<V>(vec<std::int64_t, 4>{row[0], row[1], row[0], row[1]});
    } else if constexpr (!New && K * N >= lanes) {
      return end_twice<lanes - (K - Step) * N>(load<half>(b + K * N - lanes), both_rows);
    } else {
      return end_twice<0>(load_part<half, N>(b + Step * N), both_rows);
    }
  }
  template <std::size_t Step, std::size_t... I>
  ATTN_INLINE static V factors(const V& a, std::index_sequence<I...>) {
    return __builtin_shufflevector(a, a, (I / lanes * K + Step)...);
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
