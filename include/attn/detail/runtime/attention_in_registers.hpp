// SPDX-License-Identifier: BSL-1.0
// Attention so small that nothing of it leaves the registers: at most 8 keys, 8 columns, and a
// register's lanes of queries. As in detail/runtime/attention.hpp the queries are lanes; every loop
// is written out, and a mask is a constant.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/infinity.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/runtime/attention_plan.hpp>
#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/runtime/matmul_register.hpp>
#include <attn/detail/runtime/softmax_in_lanes.hpp>
#include <attn/detail/runtime/transpose.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

template <class Isa, class T, class Keep, std::size_t Queries, std::size_t Keys, std::size_t Dk,
          std::size_t Dv, attention_padding Padding = attention_padding{}>
struct attention_in_registers {
  static constexpr std::size_t lanes = lanes_to_hold<T, Queries>, widest = Isa::template lanes<T>;
  using V = vec<T, lanes>;
  using W = vec<T, widest>;
  static constexpr std::make_index_sequence<lanes> all_lanes{};
  static constexpr std::make_index_sequence<widest> all_of_two{};

  // AVX-512 takes any lanes of two registers at once, and so turns what fits into two.
  static constexpr bool turns_two = Isa::bytes == 64;
  static constexpr bool queries_in_two = turns_two && Queries * Dk <= 2 * widest;
  static constexpr bool output_in_two =
      turns_two && Queries * Dv <= 2 * widest && lanes * Dv <= 2 * widest;

  // --- the queries, a vector for each column ---

  template <std::size_t C, std::size_t... I>
  ATTN_INLINE static V column_of_two(const W& low, const W& high, std::index_sequence<I...>) {
    return lower_part<V>(W(__builtin_shufflevector(low, high, (I % Queries * Dk + C)...)));
  }
  template <std::size_t... I>
  ATTN_INLINE static V column(const T* q, std::size_t c, std::index_sequence<I...>) {
    return V{q[I * Dk + c]...};
  }
  ATTN_INLINE static void columns(V (&column_of_q)[Dk], const T* q) {
    if constexpr (queries_in_two) {
      constexpr std::size_t count = Queries * Dk, first = count < widest ? count : widest;
      const W low = load_all<W, first, Padding.q>(q);
      W high = low;
      if constexpr (count > first) high = load_all<W, count - first, Padding.q>(q + first);
      for_constants<Dk>([&](auto c) ATTN_INLINE_LAMBDA {
        column_of_q[c] = column_of_two<c>(low, high, all_of_two);
      });
    } else {
      for_constants<Dk>([&](auto c) ATTN_INLINE_LAMBDA {
        column_of_q[c] = column(q, c, std::make_index_sequence<Queries>{});
      });
    }
  }

  // --- scores ---

  // The scores of key Key, scaled, and -inf for the queries that may not attend to it.
  template <std::size_t Key, std::size_t... I>
  ATTN_INLINE static V score(const V (&q)[Dk], const T* k, const V& scale,
                             std::index_sequence<I...>) {
    V s = rounded(V(broadcast<V>(k + Key * Dk) * q[0]));
    for_constants<Dk - 1>([&](auto c) ATTN_INLINE_LAMBDA {
      s = multiply_add<true>(s, broadcast<V>(k + Key * Dk + c + 1), q[c + 1]);
    });
    s = rounded(V(s * scale));
    const V masked = splat<V>(lowest_infinity_of<T>());
    return __builtin_shufflevector(
        s, masked,
        (I >= Queries || (Keep::begin(I) <= Key && Key < Keep::end(I)) ? I : lanes + I)...);
  }

  // --- the output, whose columns are computed and whose rows are stored ---

  ATTN_INLINE static V column_of_output(const V (&weight)[Keys], const T* v, std::size_t c) {
    V sum = rounded(V(broadcast<V>(v + c) * weight[0]));
    for_constants<Keys - 1>([&](auto j) ATTN_INLINE_LAMBDA {
      sum = multiply_add<true>(sum, broadcast<V>(v + (j + 1) * Dv + c), weight[j + 1]);
    });
    return sum;
  }

  // As many vectors as Part has room for, from x[From] on.
  template <class Part, std::size_t From, std::size_t Count>
  ATTN_INLINE static Part put_together(const V (&x)[Count]) {
    if constexpr (lanes_of<Part> == lanes) {
      return x[From < Count ? From : Count - 1];
    } else {
      using half = vec<T, lanes_of<Part> / 2>;
      return joined<Part>(put_together<half, From>(x),
                          put_together<half, From + lanes_of<half> / lanes>(x));
    }
  }
  // Elements From, … of the output; element (i, c) is lane i of column c.
  template <std::size_t From, std::size_t... I>
  ATTN_INLINE static W in_order(const W& low, const W& high, std::index_sequence<I...>) {
    return __builtin_shufflevector(
        low, high,
        ((From + I) % (Queries * Dv) % Dv * lanes + (From + I) % (Queries * Dv) / Dv)...);
  }
  ATTN_INLINE static void output_of_two(T* out, const V (&weight)[Keys], const T* v) {
    V column_of_out[Dv];
    for_constants<Dv>(
        [&](auto c) ATTN_INLINE_LAMBDA { column_of_out[c] = column_of_output(weight, v, c); });
    const W low = put_together<W, 0>(column_of_out);
    const W high = put_together<W, widest / lanes>(column_of_out);
    constexpr std::size_t count = Queries * Dv, first = count < widest ? count : widest;
    store_all<first, Padding.out>(out, in_order<0>(low, high, all_of_two));
    if constexpr (count > first)
      store_all<count - first, Padding.out>(out + first, in_order<first>(low, high, all_of_two));
  }

  // Columns From, … of the output: turned, and its rows stored in order, each over what the one
  // before has written past its end.
  template <std::size_t From = 0>
  ATTN_INLINE static void output(T* out, const V (&weight)[Keys], const T* v) {
    constexpr std::size_t count = Dv - From < lanes ? Dv - From : lanes;
    V row[lanes]{};
    for_constants<count>(
        [&](auto c) ATTN_INLINE_LAMBDA { row[c] = column_of_output(weight, v, From + c); });
    square<V>::turn(row);
    for_constants<Queries>([&](auto i) ATTN_INLINE_LAMBDA {
      if constexpr (Dv <= lanes && i * Dv + lanes <= Queries * Dv + Padding.out)
        store(out + i * Dv, row[i]);
      else
        store_part<count>(out + i * Dv + From, row[i]);
    });
    if constexpr (From + count < Dv) output<From + count>(out, weight, v);
  }

  ATTN_INLINE static void run(T* out, const T* q, const T* k, const T* v, const T& scale) {
    V column_of_q[Dk];
    columns(column_of_q, q);
    const V factor = splat<V>(scale);
    V weight[Keys];
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA {
      weight[j] = score<j>(column_of_q, k, factor, all_lanes);
    });
    softmax_in_lanes<Isa, V, Keys>::run(weight);
    if constexpr (output_in_two)
      output_of_two(out, weight, v);
    else
      output(out, weight, v);
  }
};

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
