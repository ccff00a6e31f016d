// SPDX-License-Identifier: BSL-1.0
// Attention in one pass: which kernel takes it, and the kernels of small heads in registers.
#ifndef ATTN_DETAIL_RUNTIME_ATTENTION_HPP
#define ATTN_DETAIL_RUNTIME_ATTENTION_HPP

#include <bit>
#include <cstddef>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/runtime/attention_panel.hpp>
#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/runtime/matmul_small.hpp>
#include <attn/detail/runtime/reduce.hpp>
#include <attn/detail/runtime/softmax.hpp>
#include <attn/detail/runtime/transpose.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// Attention of a few tokens with many wide heads: the heads are lanes, and there is a vector for
// each pair of a query and a key. Three phases over all heads: scores, softmax, output.

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
    // Vectors of columns whose sums, one for each query, are held at once. Depends on the number of
    // registers, 16 of AVX2: 12 sums of 4 queries leave room for the values and a weight.
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

// Attention whose scores fit into one register, as each of its operands does. A group of lanes
// belongs to a query: first a lane for each key, then one for each column of the output. Constant
// permutations bring the factors there, and fold a group.

// The lanes of a query, and how many a register needs. They are not members of the class below,
// which lists its lanes: to ask whether a large attention fits must not make a list of a million.
template <std::size_t Keys, std::size_t Dv>
inline constexpr std::size_t attention_lanes_per_query = std::bit_ceil(Keys) > std::bit_ceil(Dv)
                                                             ? std::bit_ceil(Keys)
                                                             : std::bit_ceil(Dv);
template <class T, std::size_t Queries, std::size_t Keys, std::size_t Dk, std::size_t Dv>
inline constexpr std::size_t attention_lanes = [] {
  std::size_t most = least_lanes<T>;
  for (const std::size_t n :
       {Queries * attention_lanes_per_query<Keys, Dv>, Queries * Dk, Keys * Dk, Keys * Dv})
    most = n > most ? n : most;
  return std::bit_ceil(most);
}();

template <class T, class Keep, std::size_t Queries, std::size_t Keys, std::size_t Dk,
          std::size_t Dv, attention_padding Padding = attention_padding{}>
struct attention_in_one_register {
  static constexpr std::size_t keys = std::bit_ceil(Keys);
  static constexpr std::size_t group = attention_lanes_per_query<Keys, Dv>;
  static constexpr std::size_t lanes = attention_lanes<T, Queries, Keys, Dk, Dv>;
  using V = vec<T, lanes>;

  static constexpr std::make_index_sequence<lanes> all_lanes{};

  // What a lane is of. Those that are of nothing repeat what others do.
  ATTN_ABI static constexpr std::size_t query(std::size_t lane) { return lane / group % Queries; }
  ATTN_ABI static constexpr std::size_t key(std::size_t lane) { return lane % keys; }
  ATTN_ABI static constexpr std::size_t column(std::size_t lane) { return lane % group % Dv; }
  ATTN_ABI static constexpr bool kept(std::size_t lane) {
    return Keep::begin(query(lane)) <= key(lane) && key(lane) < Keep::end(query(lane));
  }
  // Where the output's element `at` was computed.
  ATTN_ABI static constexpr std::size_t lane_of(std::size_t at) {
    return at % (Queries * Dv) / Dv * group + at % Dv;
  }

  template <std::size_t Step, std::size_t... Index>
  ATTN_INLINE static void add_score(V& s, const V& q, const V& k, std::index_sequence<Index...>) {
    const V x = __builtin_shufflevector(q, q, (query(Index) * Dk + Step)...);
    const V y = __builtin_shufflevector(k, k, (key(Index) % Keys * Dk + Step)...);
    if constexpr (Step == 0)
      s = rounded(V(x * y));
    else
      s = multiply_add<false>(s, x, y);
  }
  template <std::size_t... Index>
  ATTN_INLINE static V masked(const V& scores, std::index_sequence<Index...>) {
    const V never = splat<V>(lowest_infinity_of<T>());
    return __builtin_shufflevector(scores, never, (kept(Index) ? Index : lanes + Index)...);
  }
  // Every lane the result for all keys of its query, halves first.
  template <std::size_t Half = keys / 2, class Operation, std::size_t... Index>
  ATTN_INLINE static V folded(const V& v, const Operation& operation,
                              std::index_sequence<Index...> all) {
    if constexpr (Half == 0)
      return v;
    else
      return folded<Half / 2>(operation(v, V(__builtin_shufflevector(v, v, (Index ^ Half)...))),
                              operation, all);
  }
  template <std::size_t Key, std::size_t... Index>
  ATTN_INLINE static void add_share(V& o, const V& weights, const V& v,
                                    std::index_sequence<Index...>) {
    const V weight = __builtin_shufflevector(weights, weights, (Index / group * group + Key)...);
    const V value = __builtin_shufflevector(v, v, (Key * Dv + column(Index))...);
    if constexpr (Key == 0)
      o = rounded(V(weight * value));
    else
      o = multiply_add<false>(o, weight, value);
  }
  template <std::size_t... Index>
  ATTN_INLINE static V in_order(const V& v, std::index_sequence<Index...>) {
    return __builtin_shufflevector(v, v, lane_of(Index)...);
  }

  ATTN_INLINE static void run(T* out, const T* of_q, const T* of_k, const T* of_v, const T& scale) {
    const V q = load_all<V, Queries * Dk, Padding.q>(of_q);
    const V k = load_all<V, Keys * Dk, Padding.k>(of_k);
    const V v = load_all<V, Keys * Dv, Padding.v>(of_v);
    V s;
    for_constants<Dk>([&](auto c) ATTN_INLINE_LAMBDA { add_score<c>(s, q, k, all_lanes); });
    s = masked(rounded(V(s * splat<V>(scale))), all_lanes);
    const V m = folded(
        s, [](const V& a, const V& b) ATTN_INLINE_LAMBDA { return larger(a, b); }, all_lanes);
    const V e = exp_not_positive(V(s - m));
    const V sum =
        folded(e, [](const V& a, const V& b) ATTN_INLINE_LAMBDA { return V(a + b); }, all_lanes);
    const V weights = rounded(V(e * quotient(splat<V>(T(1)), sum)));
    V o;
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA { add_share<j>(o, weights, v, all_lanes); });
    store_all<Queries * Dv, Padding.out>(out, in_order(o, all_lanes));
  }
};

// Attention so small that nothing of it leaves the registers: at most 8 keys, 8 columns, and a
// register's lanes of queries. As in detail/runtime/attention.hpp the queries are lanes. Every loop
// is written out, and a mask is a constant.

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

  template <std::size_t C, std::size_t... Index>
  ATTN_INLINE static V column_of_two(const W& low, const W& high, std::index_sequence<Index...>) {
    return lower_part<V>(W(__builtin_shufflevector(low, high, (Index % Queries * Dk + C)...)));
  }
  template <std::size_t... Index>
  ATTN_INLINE static V column(const T* q, std::size_t c, std::index_sequence<Index...>) {
    return V{q[Index * Dk + c]...};
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
  template <std::size_t Key, std::size_t... Index>
  ATTN_INLINE static V score(const V (&q)[Dk], const T* k, const V& scale,
                             std::index_sequence<Index...>) {
    V s = rounded(V(broadcast<V>(k + Key * Dk) * q[0]));
    for_constants<Dk - 1>([&](auto c) ATTN_INLINE_LAMBDA {
      s = multiply_add<true>(s, broadcast<V>(k + Key * Dk + c + 1), q[c + 1]);
    });
    s = rounded(V(s * scale));
    const V masked = splat<V>(lowest_infinity_of<T>());
    return __builtin_shufflevector(
        s, masked,
        (Index >= Queries || (Keep::begin(Index) <= Key && Key < Keep::end(Index))
             ? Index
             : lanes + Index)...);
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
  // Elements From, … of the output. Element (i, c) is lane i of column c.
  template <std::size_t From, std::size_t... Index>
  ATTN_INLINE static W in_order(const W& low, const W& high, std::index_sequence<Index...>) {
    return __builtin_shufflevector(
        low, high,
        ((From + Index) % (Queries * Dv) % Dv * lanes + (From + Index) % (Queries * Dv) / Dv)...);
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

// Scaled dot-product attention at run time, and the rule which kernel takes it.
//
//   one register     the scores of all pairs in one, operands in one each
//   in registers     a few tokens, narrow: nothing leaves the registers
//   heads in lanes   a few tokens, many wide heads: a vector for each pair of query and key
//   in panels        all others: the scores of a register's lanes of queries at a time

// The kernel for these extents, and its name.
template <class Isa, class T, std::size_t Heads, std::size_t Queries, std::size_t Keys,
          std::size_t Dk, std::size_t Dv>
struct attention_kernel {
  static constexpr std::size_t widest = Isa::template lanes<T>;
  static constexpr bool in_one_register = attention_lanes<T, Queries, Keys, Dk, Dv> <= widest;
  static constexpr bool in_registers =
      !in_one_register && Queries <= widest && Keys <= 8 && Dk <= 8 && Dv <= 8;
  // The number of heads that are lanes, if their scores fit into registers.
  static constexpr std::size_t lanes = std::bit_floor(Heads < widest ? Heads : widest);
  static constexpr bool heads_in_lanes =
      !in_one_register && !in_registers && lanes >= least_lanes<T> && Keys <= 8 &&
      Queries * Keys <= Isa::registers / 2 && Dk >= lanes && Dv >= least_lanes<T>;
  static constexpr const char* name = in_one_register  ? "attention in one register"
                                      : in_registers   ? "attention in registers"
                                      : heads_in_lanes ? "attention with heads in lanes"
                                                       : "attention in panels of queries";
};

// Heads heads of (Queries, Dk), (Keys, Dk), (Keys, Dv). K and V are next_k and next_v further for
// the next head: 0 where one serves them all.
template <class Keep, std::size_t Heads, std::size_t Queries, std::size_t Keys, std::size_t Dk,
          std::size_t Dv, attention_padding Padding = attention_padding{}, class Isa = native_isa,
          class T>
ATTN_ABI inline void attention(T* out, const T* q, const T* k, std::size_t next_k, const T* v,
                               std::size_t next_v, const T& scale) {
  ATTN_DISPATCHED((is_dispatched<T, Heads * Queries * Keys*(Dk + Dv)>),
                  target::runtime::attention<Keep, Heads, Queries, Keys, Dk, Dv>(out, q, k, next_k,
                                                                                 v, next_v, scale))
  using kernel = attention_kernel<Isa, T, Heads, Queries, Keys, Dk, Dv>;
  if constexpr (kernel::in_one_register) {
    for (std::size_t head = 0; head < Heads; ++head)
      attention_in_one_register<T, Keep, Queries, Keys, Dk, Dv, Padding>::run(
          out + head * Queries * Dv, q + head * Queries * Dk, k + head * next_k, v + head * next_v,
          scale);
  } else if constexpr (kernel::in_registers) {
    for (std::size_t head = 0; head < Heads; ++head)
      attention_in_registers<Isa, T, Keep, Queries, Keys, Dk, Dv, Padding>::run(
          out + head * Queries * Dv, q + head * Queries * Dk, k + head * next_k, v + head * next_v,
          scale);
  } else if constexpr (kernel::heads_in_lanes) {
    constexpr std::size_t lanes = kernel::lanes, rest = Heads % lanes, whole = Heads - rest;
    for (std::size_t head = 0; head < whole; head += lanes)
      attention_heads_in_lanes<Isa, T, Keep, lanes, Queries, Keys, Dk, Dv>::run(
          out + head * Queries * Dv, q + head * Queries * Dk, k + head * next_k, next_k,
          v + head * next_v, next_v, scale);
    if constexpr (rest > 0)
      attention_in_panels<Keep, rest, Queries, Keys, Dk, Dv, Isa>(
          out + whole * Queries * Dv, q + whole * Queries * Dk, k + whole * next_k, next_k,
          v + whole * next_v, next_v, scale);
  } else {
    attention_in_panels<Keep, Heads, Queries, Keys, Dk, Dv, Isa>(out, q, k, next_k, v, next_v,
                                                                 scale);
  }
}

// The same with a logit for each head, a sink that takes a share of the weights.
template <class Keep, std::size_t Heads, std::size_t Queries, std::size_t Keys, std::size_t Dk,
          std::size_t Dv, class Isa = native_isa, class T>
ATTN_ABI inline void attention_with_sinks(T* out, const T* q, const T* k, std::size_t next_k,
                                          const T* v, std::size_t next_v, const T& scale,
                                          const T* sinks) {
  ATTN_DISPATCHED((is_dispatched<T, Heads * Queries * Keys*(Dk + Dv)>),
                  target::runtime::attention_with_sinks<Keep, Heads, Queries, Keys, Dk, Dv>(
                      out, q, k, next_k, v, next_v, scale, sinks))
  attention_in_panels<Keep, Heads, Queries, Keys, Dk, Dv, Isa, true>(out, q, k, next_k, v, next_v,
                                                                     scale, sinks);
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
