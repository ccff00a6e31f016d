// SPDX-License-Identifier: BSL-1.0
// a times b transposed, b (N, K) as it lies: strip by strip, rows of b are turned in registers into
// a panel that stays in the cache, and the panel is multiplied; for a few rows of a there is none
// (matmul_few_rows.hpp). There is no other transpose, and the order of additions is that of
// matmul(a, transpose(b)).
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/lifetime.hpp>
#include <attn/detail/runtime/matmul_columns.hpp>
#include <attn/detail/runtime/matmul_few_rows.hpp>
#include <attn/detail/runtime/matmul_rows.hpp>
#include <attn/detail/runtime/prefetch.hpp>
#include <attn/detail/runtime/transpose.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// `depth` columns of Rows rows of b, K apart, as rows of a panel, Stride apart. Squares at the end
// overlap the ones before. If there are fewer rows than lanes, the last one is used for the rest.
// What is Ahead elements ahead is prefetched.
template <class V, std::size_t K, std::size_t Rows, std::size_t Stride, std::size_t Ahead = 0,
          class T>
ATTN_INLINE void turn_rows(T* panel, const T* b, std::size_t depth) {
  constexpr std::size_t side = lanes_of<V>, now = K < side ? K : side;
#pragma GCC unroll 1
  for (std::size_t k = 0; k < depth; k += now) {
    const std::size_t from = k + now <= depth ? k : depth - now;
    V row[side];
    for_constants<side>([&](auto i) ATTN_INLINE_LAMBDA {
      const T* const part = b + (i < Rows ? i : Rows - 1) * K + from;
      row[i] = load_part<V, now>(part);
      if constexpr (Ahead > 0) prefetch(part, Ahead * sizeof(T));
    });
    square<V>::turn(row);
    for_constants<now>([&](auto i)
                           ATTN_INLINE_LAMBDA { store(panel + (from + i) * Stride, row[i]); });
  }
}

template <class Strip, std::size_t K, std::size_t N, class T, std::size_t... C>
ATTN_INLINE void turn_strip(T* panel, const T* b, std::size_t depth, std::index_sequence<C...>) {
  constexpr std::size_t ahead = is_beyond_caches(N * K * sizeof(T)) ? Strip::width * K : 0;
  (turn_rows<typename Strip::template vector<C>, K, Strip::width, Strip::packed_width, ahead>(
       panel + packed_rows<Strip>::template at<Strip, C>, b + Strip::template at<C> * K, depth),
   ...);
}

template <class Isa, std::size_t M, std::size_t K, std::size_t N, std::size_t Slack, class T>
ATTN_INLINE void matmul_turned(T* out, const T* a, const T* b) {
  if constexpr (has_few_rows<Isa, T, M, N>) {
    matmul_few_rows<Isa, M, K, N, Slack>(out, a, b);
  } else if constexpr (N >= Isa::template lanes<T>) {
    for_each_panel<Isa, M, K, N, T>([&]<class Strip>(T* panel, std::size_t k, std::size_t j,
                                                     std::size_t depth) {
      turn_strip<Strip, K, N>(panel, b + j * K + k, depth,
                              std::make_index_sequence<Strip::count>{});
      matmul_strip<Isa, M, Strip, N, K, packed_rows<Strip>>(out + j, a + k, panel, depth, k > 0);
    });
  } else {
    constexpr std::size_t lanes = lanes_to_hold<T, N>, depth = panel_depth<T, K, lanes>::value;
    alignas(64) T panel[depth * lanes];
    lifetime_begins(panel);
#pragma GCC unroll 1
    for (std::size_t k = 0; k < K; k += depth) {
      const std::size_t now = K - k < depth ? K - k : depth;
      turn_rows<vec<T, lanes>, K, N, lanes>(panel, b + k, now);
      matmul_narrow<Isa, M, K, N, lanes, Slack>(out, a + k, panel, now, k > 0);
    }
  }
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
