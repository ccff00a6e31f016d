// SPDX-License-Identifier: BSL-1.0
// Attention so small that nothing of it leaves the registers: at most 8 keys, 8 columns, and a
// register's lanes of queries. As in detail/runtime/attention.hpp the queries are lanes; every loop
// is written out, and a mask is a constant.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>

#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/runtime/softmax_in_lanes.hpp>
#include <attn/detail/runtime/transpose.hpp>

namespace attn::detail::runtime {

template <class Isa, class T, class Keep, std::size_t Queries, std::size_t Keys, std::size_t Dk,
          std::size_t Dv>
struct attention_in_registers {
  static constexpr std::size_t lanes = lanes_to_hold<T, Queries>;
  using V = vec<T, lanes>;

  // Column c of the queries.
  template <std::size_t... I>
  ATTN_INLINE static V column(const T* q, std::size_t c, std::index_sequence<I...>) {
    return V{q[I * Dk + c]...};
  }

  // The scores of key Key, scaled, and -inf for the queries that may not attend to it.
  template <std::size_t Key, std::size_t... I>
  ATTN_INLINE static V score(const V (&q)[Dk], const T* k, const V& scale,
                             std::index_sequence<I...>) {
    V s = splat<V>(T(-0.0));  // -0.0 + x is x, for every x
    for_constants<Dk>([&](auto c) ATTN_INLINE_LAMBDA {
      s = multiply_add<true>(s, broadcast<V>(k + Key * Dk + c), q[c]);
    });
    s = rounded(V(s * scale));
    const V masked = splat<V>(-std::numeric_limits<T>::infinity());
    return __builtin_shufflevector(
        s, masked,
        (I >= Queries || (Keep::begin(I) <= Key && Key < Keep::end(I)) ? I : lanes + I)...);
  }

  // Columns From, … of the output: computed as rows of queries, turned, and stored in order, each
  // row over what the one before has written behind its end.
  template <std::size_t From = 0>
  ATTN_INLINE static void output(T* out, const V (&weight)[Keys], const T* v) {
    constexpr std::size_t count = Dv - From < lanes ? Dv - From : lanes;
    V row[lanes]{};
    for_constants<count>([&](auto c) ATTN_INLINE_LAMBDA {
      row[c] = splat<V>(T(-0.0));
      for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA {
        row[c] = multiply_add<true>(row[c], broadcast<V>(v + j * Dv + From + c), weight[j]);
      });
    });
    square<V>::turn(row, std::make_index_sequence<lanes>{});
    for_constants<Queries>([&](auto i) ATTN_INLINE_LAMBDA {
      if constexpr (Dv <= lanes && i * Dv + lanes <= Queries * Dv)
        store(out + i * Dv, row[i]);
      else
        store_part<count>(out + i * Dv + From, row[i]);
    });
    if constexpr (From + count < Dv) output<From + count>(out, weight, v);
  }

  ATTN_INLINE static void run(T* out, const T* q, const T* k, const T* v, const T& scale) {
    V column_of_q[Dk];
    for_constants<Dk>([&](auto c) ATTN_INLINE_LAMBDA {
      column_of_q[c] = column(q, c, std::make_index_sequence<Queries>{});
    });
    const V factor = splat<V>(scale);
    V weight[Keys];
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA {
      weight[j] = score<j>(column_of_q, k, factor, std::make_index_sequence<lanes>{});
    });
    softmax_in_lanes<Isa, V, Keys>::run(weight);
    output(out, weight, v);
  }
};

}  // namespace attn::detail::runtime
