// SPDX-License-Identifier: BSL-1.0
// A matrix product whose operands and result fit into a register each: for every k, two constant
// permutations bring a(i, k) and b(k, j) to the lane of out(i, j).
#pragma once

#include <bit>
#include <cstddef>
#include <utility>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// Elements after the operands and the result that belong to them: a kernel may load and store
// there. What it loads it does not use.
struct padding {
  std::size_t out = 0, a = 0, b = 0;
};

// Count elements; those that are loaded as well because they are there are not used.
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

  template <std::size_t Step, std::size_t... I>
  ATTN_INLINE static V product(const V& a, const V& b, std::index_sequence<I...>) {
    const V x = __builtin_shufflevector(a, a, (row(I) * K + Step)...);
    const V y = __builtin_shufflevector(b, b, (Step * N + column(I))...);
    return rounded(V(x * y));
  }
  template <std::size_t... Step>
  ATTN_INLINE static V sum(const V& a, const V& b, std::index_sequence<Step...>) {
    constexpr std::make_index_sequence<lanes> all_lanes;
    V s = product<0>(a, b, all_lanes);
    ((s = s + product<Step + 1>(a, b, all_lanes)), ...);
    return s;
  }

  template <padding Padding>
  ATTN_INLINE static void run(T* out, const T* a, const T* b) {
    const V s = sum(load_all<V, M * K, Padding.a>(a), load_all<V, K * N, Padding.b>(b),
                    std::make_index_sequence<K - 1>{});
    store_all<M * N, Padding.out>(out, s);
  }
};

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
