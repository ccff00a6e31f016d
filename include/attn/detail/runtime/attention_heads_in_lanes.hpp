// SPDX-License-Identifier: BSL-1.0
// Attention of a few tokens with many wide heads: the heads are lanes, and there is a vector for
// each pair of a query and a key. Three phases over all heads: scores, softmax, output.
#pragma once

#include <cstddef>

#include <attn/detail/infinity.hpp>
#include <attn/detail/lifetime.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/runtime/attention_plan.hpp>
#include <attn/detail/runtime/softmax_in_lanes.hpp>
#include <attn/detail/runtime/sum_block.hpp>
#include <attn/detail/runtime/transpose.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

template <class Isa, class T, class Keep, std::size_t Heads, std::size_t Queries, std::size_t Keys,
          std::size_t Dk, std::size_t Dv>
struct attention_heads_in_lanes {
  using plan = attention_plan<Isa, T, Queries, Keys, Dk, Dv>;
  using V = vec<T, Heads>;
  using O = vec<T, plan::value_lanes>;

  // Columns of Heads rows, which are `next` apart, as vectors.
  template <std::size_t Columns>
  ATTN_INLINE static void turn(T* to, const T* x, std::size_t next) {
    for (std::size_t c = 0; c < Columns; c += Heads) {
      const std::size_t from = c + Heads <= Columns ? c : Columns - Heads;
      V row[Heads];
      for_constants<Heads>([&](auto h)
                               ATTN_INLINE_LAMBDA { row[h] = load<V>(x + h * next + from); });
      square<V>::turn(row);
      for_constants<Heads>([&](auto i)
                               ATTN_INLINE_LAMBDA { store(to + (from + i) * Heads, row[i]); });
    }
  }

  ATTN_ABI static constexpr bool kept(std::size_t i, std::size_t j) {
    return Keep::begin(i) <= j && j < Keep::end(i);
  }
  template <class F>
  ATTN_INLINE static void for_pairs(const F& f) {
    for_constants<Queries>([&](auto i) ATTN_INLINE_LAMBDA {
      for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA { f(i, j); });
    });
  }

  ATTN_INLINE static void scores(V (&s)[Queries][Keys], const T* q, const T* k) {
    for_pairs([&](auto i, auto j) ATTN_INLINE_LAMBDA { s[i][j] = splat<V>(T(-0.0)); });
#pragma GCC unroll 1
    for (std::size_t c = 0; c < Dk; ++c) {
      // Behind barriers: GCC would load each of them anew for every product.
      V of_query[Queries], of_key[Keys];
      for_constants<Queries>([&](auto i) ATTN_INLINE_LAMBDA {
        of_query[i] = rounded(load<V>(q + (i * Dk + c) * Heads));
      });
      for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA {
        of_key[j] = rounded(load<V>(k + (j * Dk + c) * Heads));
      });
      for_pairs([&](auto i, auto j) ATTN_INLINE_LAMBDA {
        if constexpr (kept(i, j)) s[i][j] = multiply_add<false>(s[i][j], of_query[i], of_key[j]);
      });
    }
  }

  template <std::size_t Columns>
  ATTN_INLINE static void output(T* out, const T* weights, const T* v, std::size_t column) {
    std::size_t at[Columns];
    for_constants<Columns>([&](auto c) ATTN_INLINE_LAMBDA { at[c] = plan::value_at(column + c); });
    sum_block<O, 1, Queries, Columns> block;
    block.template add_unrolled<Keys>(weights, {0, Keys * Heads, Heads}, v, {0, 0, Dv}, at);
    block.each([&](auto, auto i, auto c, const O& s)
                   ATTN_INLINE_LAMBDA { store(out + i * Dv + at[c], s); });
  }

  ATTN_INLINE static void run(T* out, const T* q, const T* k, std::size_t next_k, const T* v,
                              std::size_t next_v, T scale) {
    alignas(sizeof(V)) T of_q[Queries * Dk * Heads], of_k[Keys * Dk * Heads];
    lifetime_begins(of_q);
    lifetime_begins(of_k);
    turn<Queries * Dk>(of_q, q, Queries * Dk);
    turn<Keys * Dk>(of_k, k, next_k);
    V s[Queries][Keys];
    scores(s, of_q, of_k);
    for_pairs([&](auto i, auto j) ATTN_INLINE_LAMBDA {
      s[i][j] =
          kept(i, j) ? rounded(V(s[i][j] * splat<V>(scale))) : splat<V>(lowest_infinity_of<T>());
    });
    alignas(sizeof(V)) T weights[Queries * Keys * Heads];
    lifetime_begins(weights);
    for_constants<Queries>([&](auto i) ATTN_INLINE_LAMBDA {
      softmax_in_lanes<Isa, V, Keys>::run(s[i]);
      for_constants<Keys>(
          [&](auto j) ATTN_INLINE_LAMBDA { store(weights + (i * Keys + j) * Heads, s[i][j]); });
    });
    constexpr std::size_t columns = plan::value_vectors, together = Queries <= 4 ? 3 : 2;
    constexpr std::size_t rest = columns % together;
#pragma GCC unroll 1
    for (std::size_t head = 0; head < Heads; ++head) {
      T* to = out + head * Queries * Dv;
      const T* from = v + head * next_v;
      for (std::size_t c = 0; c < columns - rest; c += together)
        output<together>(to, weights + head, from, c);
      if constexpr (rest > 0) output<rest>(to, weights + head, from, columns - rest);
    }
  }
};

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
