// SPDX-License-Identifier: BSL-1.0
// A matrix product of rows of at most 16 bytes, two of them in a register of 32: for every k a
// constant permutation brings a(i, k) to the lanes of row i, and a row of b is loaded twice. Two
// rows are one store where it has space, each over what the one before had too many. New: of a row
// of b exactly N elements are loaded.
//
// The next product may read these rows at once (a chain of 3 x 3 products: 6.5 ns each; 9.5 if it
// waits). A load gets what is not in the cache yet if one store has written all of it: so a row of
// b is loaded with others of its pair, never with the first of the next one.
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

  // 16 bytes, twice; and without the first Skipped elements of each.
  ATTN_INLINE static V twice(const T* from) {
    const auto b = load<vec<std::int64_t, 2>>(from);  // as integers: see broadcast
    return bits_as<V>(vec<std::int64_t, 4>{b[0], b[1], b[0], b[1]});
  }
  template <std::size_t Skipped, std::size_t... I>
  ATTN_INLINE static V twice_without(const T* from, std::index_sequence<I...>) {
    const V b = rounded(twice(from));  // behind a barrier: Clang would permute twice
    return __builtin_shufflevector(b, b, (I % lanes < N ? I + Skipped : I)...);
  }
  template <std::size_t Skipped, std::size_t... I>
  ATTN_INLINE static V half_twice(const half& b, std::index_sequence<I...>) {
    return __builtin_shufflevector(b, b, (I % lanes < N ? I % lanes + Skipped : I % lanes)...);
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
    } else if constexpr (R * N + 2 * lanes <= M * N + Padding.out) {
      store(out + R * N, [&]<std::size_t... I>(std::index_sequence<I...>) {
        return __builtin_shufflevector(sum, sum, (I < 2 * N ? I / N * lanes + I % N : I)...);
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
