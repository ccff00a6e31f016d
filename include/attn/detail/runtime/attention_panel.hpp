// SPDX-License-Identifier: BSL-1.0
// Attention of any length in panels of queries, and the plan that says how.
#ifndef ATTN_DETAIL_RUNTIME_ATTENTION_PANEL_HPP
#define ATTN_DETAIL_RUNTIME_ATTENTION_PANEL_HPP

#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/runtime/reduce.hpp>
#include <attn/detail/runtime/softmax.hpp>
#include <attn/detail/runtime/transpose.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// What attention's kernels have in common: which keys are kept, and how extents are cut.
// All keys are kept: begin <= key < end for every query. A mask says the same of itself.
template <std::size_t Keys>
struct every_key {
  static constexpr bool all = true;
  ATTN_ABI static constexpr std::size_t begin(std::size_t) { return 0; }
  ATTN_ABI static constexpr std::size_t end(std::size_t) { return Keys; }
};

// Elements after the output and the operands that belong to them: a kernel may load and store
// there. What it loads it does not use.
struct attention_padding {
  std::size_t out = 0, q = 0, k = 0, v = 0;
};

// What an attention of these extents is cut into.
template <class Isa, class T, std::size_t Queries, std::size_t Keys, std::size_t Dk, std::size_t Dv>
struct attention_plan {
  static constexpr std::size_t widest = Isa::template lanes<T>;
  // The lanes that this number of queries takes.
  ATTN_ABI static constexpr std::size_t lanes_for_queries(std::size_t count) {
    return count >= widest          ? widest
           : count > least_lanes<T> ? std::bit_ceil(count)
                                    : least_lanes<T>;
  }
  // Queries of a panel: a vector of them, or two that share the keys, if their scores leave room in
  // the cache. Where a mask cuts keys off, two skip fewer, which is little only of many panels, or
  // of many keys that are left: shares of the work, of no processor. The bound depends on the
  // second-level cache, which holds the scores between their passes, next to keys and values.
  static constexpr std::size_t most_bytes_of_scores = 64 * 1024;
  template <class Keep>
  static constexpr bool two_vectors =
      Queries % (2 * widest) == 0 && 2 * widest * Keys * sizeof(T) <= most_bytes_of_scores &&
      (Keep::all || Queries >= 16 * widest || Keep::end(0) >= 8 * widest);
  template <class Keep>
  static constexpr std::size_t most_together = two_vectors<Keep> ? 2 * widest : widest;
  template <class Keep>
  static constexpr std::size_t together =
      Queries < most_together<Keep> ? Queries : most_together<Keep>;
  template <class Keep>
  static constexpr std::size_t rest = Queries % together<Keep>;
  // Heads that share a panel.
  static constexpr std::size_t heads_together =
      Queries < widest ? widest / lanes_for_queries(Queries) : 1;
  // Rows of a block of sums: keys of the scores, queries of the output. Depends on the registers:
  // with two vectors in a row, 16 sums of 32, or 12 of 16.
  static constexpr std::size_t most_rows = Isa::registers >= 32 ? 8 : 6;
  // The lanes of a vector of values. Fewer than the least are filled up in a copy.
  static constexpr bool copies_values = Dv < least_lanes<T>;
  static constexpr std::size_t value_stride = copies_values ? least_lanes<T> : Dv;
  static constexpr std::size_t value_lanes = copies_values  ? least_lanes<T>
                                             : Dv >= widest ? widest
                                                            : std::bit_floor(Dv);
  static constexpr std::size_t value_vectors = (value_stride + value_lanes - 1) / value_lanes;
  // The column at which vector c of a value begins. The last one ends with it.
  ATTN_ABI static constexpr std::size_t value_at(std::size_t c) {
    const std::size_t at = c * value_lanes, last = value_stride - value_lanes;
    return at < last ? at : last;
  }
};

// The values of attention's panels: filled up to a vector where they are narrower, and what those
// add to an output that it skips.

// Values so narrow that no vector fits are filled up.
template <std::size_t Keys, std::size_t Dv, std::size_t Stride, class T>
ATTN_INLINE void widen_values(T* to, const T* v) {
  using V = vec<T, Stride>;
  for (std::size_t j = 0; j < Keys; ++j) store(to + j * Stride, load_part<V, Dv>(v + j * Dv));
}

// +0 times the values of the keys from `end` on: what they add to the queries that skip them.
template <class Plan, std::size_t Keys, class T>
struct skipped_values {
  using O = vec<T, Plan::value_lanes>;
  alignas(64) T sum[Plan::value_stride];
  std::size_t end = Keys;

  ATTN_INLINE skipped_values() {
    for (T& s : sum) s = T(-0.0);
  }
  ATTN_INLINE void add_down_to(std::size_t key, const T* v) {
    for (; end > key; --end)
      for (std::size_t c = 0; c < Plan::value_vectors; ++c) {
        const O value = load<O>(v + (end - 1) * Plan::value_stride + Plan::value_at(c));
        T* to = sum + Plan::value_at(c);
        store(to, O(load<O>(to) + rounded(O(value * splat<O>(T(0))))));
      }
  }
};

// A panel of attention: a few queries, and their scores with all keys. The scores, the softmax and
// the sum of the values stay in the nearest caches.
//
// The queries of a panel are lanes: a row of the panel is a key. So the scores are a product whose
// right operand is the panel of turned queries, a softmax needs nothing across lanes, and many
// short heads share the registers. Every number has the operations of the composition, in order:
//
//   scores    K Q^T, each key's products with the queries in the order of the width; a sink is a
//             row before the first key, which has no value
//   softmax   the maximum, exp, 16 partial sums over the keys, one division, down each column
//   output    the weights by V, in the order of the keys
//
// Keys that no query of a panel may attend to are skipped. Their weights are +0, and what +0 times
// their values adds to an output is kept apart: nothing, or the sign of a zero, or a NaN.

// Count queries of each of Heads heads, which share one panel.
template <class Isa, class T, class Keep, std::size_t Heads, std::size_t Count, std::size_t Queries,
          std::size_t Keys, std::size_t Dk, std::size_t Dv, bool Sinks>
struct attention_panel {
  using plan = attention_plan<Isa, T, Queries, Keys, Dk, Dv>;
  // The lanes of a vector of one head's queries. More queries than that are several vectors.
  static constexpr std::size_t lanes = plan::lanes_for_queries(Count);
  static constexpr std::size_t vectors = (Count + lanes - 1) / lanes;
  static constexpr std::size_t abreast = lanes * Heads, width = abreast * vectors;
  using Q = vec<T, lanes>;
  using S = vec<T, abreast>;
  static_assert(Heads == 1 || vectors == 1);
  using O = vec<T, plan::value_lanes>;
  using skipped_keys = skipped_values<plan, Keys, T>;
  // The softmax sums four rows of the panel at a time, which depends on the latency of an addition,
  // 3 or 4 cycles. Rows that are not keys are masked.
  static constexpr std::size_t rows_together = 4;
  static constexpr std::size_t before = Sinks ? 1 : 0;  // rows before the first key
  static constexpr std::size_t rows =
      (Keys + before + rows_together - 1) / rows_together * rows_together;

  // Does any block of rows skip keys? Then the first one does.
  static constexpr std::size_t high = Count < plan::most_rows ? Count : plan::most_rows;
  static constexpr bool skips = Keep::end((Queries < high ? Queries : high) - 1) < Keys;

  alignas(sizeof(S)) T queries[Dk * width];    // (width, query)
  alignas(sizeof(S)) T weights[rows * width];  // (key, query); first the scores

  // --- the queries, turned

  // Query r from column c on. Nothing where there is none.
  template <class V>
  ATTN_INLINE static V part_of_query(const T* q, std::size_t r, std::size_t c) {
    return r < Count ? load<V>(q + r * Dk + c) : V{};
  }
  template <std::size_t First, std::size_t... Index>
  ATTN_INLINE static Q column_of_queries(const T* q, std::index_sequence<Index...>) {
    return Q{
        (First + Index < Count ? q[(First + Index < Count ? First + Index : 0) * Dk] : T(0))...};
  }
  ATTN_INLINE void turn_queries(const T* q, std::size_t head) {
    T* to = queries + head * lanes;
    if constexpr (Dk < least_lanes<T>) {
      for_constants<Dk>([&](auto c) ATTN_INLINE_LAMBDA {
        for_constants<vectors>([&](auto part) ATTN_INLINE_LAMBDA {
          store(to + c * width + part * lanes,
                column_of_queries<part * lanes>(q + c, std::make_index_sequence<lanes>{}));
        });
      });
    } else {
      constexpr std::size_t side = Dk < lanes ? std::bit_floor(Dk) : lanes;
      using V = vec<T, side>;
      for (std::size_t c = 0; c < Dk; c += side) {
        const std::size_t from = c + side <= Dk ? c : Dk - side;
        for_constants<vectors * lanes / side>([&](auto part) ATTN_INLINE_LAMBDA {
          V row[side];
          for_constants<side>([&](auto r) ATTN_INLINE_LAMBDA {
            row[r] = part_of_query<V>(q, part * side + r, from);
          });
          square<V>::turn(row);
          for_constants<side>([&](auto i) ATTN_INLINE_LAMBDA {
            store(to + (from + i) * width + part * side, row[i]);
          });
        });
      }
    }
  }

  // --- the scores

  template <std::size_t Together, std::size_t Rows>
  ATTN_INLINE void score_rows(const T* k, std::size_t next_k, std::size_t head, std::size_t row) {
    std::size_t at[vectors];
    for_constants<vectors>([&](auto c) ATTN_INLINE_LAMBDA { at[c] = c * lanes; });
    sum_block<Q, Together, Rows, vectors> block;
    block.add(Dk, k + head * next_k + row * Dk, {next_k, Dk, 1}, queries + head * lanes,
              {lanes, 0, width}, at);
    block.each([&](auto h, auto r, auto c, const Q& s) ATTN_INLINE_LAMBDA {
      store(weights + (before + row + r) * width + (head + h) * lanes + c * lanes, s);
    });
  }
  ATTN_INLINE void score(const T* k, std::size_t next_k, std::size_t end) {
    constexpr std::size_t deep = Keys < plan::most_rows ? Keys : plan::most_rows;
    constexpr std::size_t rest = Keys % deep, whole = Keys - rest;
    // Depends on the registers, as most_rows: 16 sums, or 12 where there are 16.
    constexpr std::size_t fitting = 16 / deep > 0 ? std::bit_floor(16 / deep) : 1;
    constexpr std::size_t together = Heads < fitting ? Heads : fitting;
    const std::size_t stop = whole < end ? whole : end;
    for (std::size_t head = 0; head < Heads; head += together) {
#pragma GCC unroll 1
      for (std::size_t row = 0; row < stop; row += deep)
        score_rows<together, deep>(k, next_k, head, row);
      if constexpr (rest > 0)
        if (whole < end) score_rows<together, rest>(k, next_k, head, whole);
    }
  }

  // --- the softmax of each column: of those in the vector `at` (an offset in a row of the panel)

  // What a query's lane is compared with, in each head.
  template <class F>
  ATTN_INLINE static S of_queries(const F& of_query) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) ATTN_INLINE_LAMBDA {
      return S{static_cast<T>(of_query(Index % lanes))...};
    }(std::make_index_sequence<abreast>{});
  }

  // Scales and masks. The largest, also of the sinks of the heads.
  ATTN_INLINE S shape_scores(std::size_t column, T scale, std::size_t first, std::size_t end,
                             const T* sinks) {
    const S factor = splat<S>(scale), masked = splat<S>(lowest_infinity_of<T>());
    const std::size_t open = Keep::all ? end : Keep::end(first);  // from here on some are masked
    S m = masked;
    if constexpr (Sinks) {
      for (std::size_t i = 0; i < abreast; ++i) weights[column + i] = sinks[i / lanes];
      m = larger(load<S>(weights + column), m);
    }
    std::size_t row = 0;
    const auto shape = [&](std::size_t from, std::size_t to, const auto& mask) ATTN_INLINE_LAMBDA {
      for (row = from; row < to; ++row) {
        T* at = weights + (before + row) * width + column;
        const S s = mask(rounded(S(load<S>(at) * factor)), splat<S>(static_cast<T>(row)));
        store(at, s);
        m = larger(s, m);
      }
    };
    if constexpr (Keep::all) {
      shape(0, end, [](const S& s, const S&) ATTN_INLINE_LAMBDA { return s; });
    } else {
      const auto query = [&](std::size_t i) ATTN_INLINE_LAMBDA {
        return first + (column + i < Count ? column + i : Count - 1);
      };
      const S begins = of_queries([&](std::size_t i) { return Keep::begin(query(i)); });
      const S ends = of_queries([&](std::size_t i) { return Keep::end(query(i)); });
      const std::size_t closed = Keep::begin(first + Count - 1);  // up to here some are masked
      const auto mask = [&](const S& s, const S& key) ATTN_INLINE_LAMBDA {
        return select_less(key, begins, masked, select_less(key, ends, s, masked));
      };
      const std::size_t left = closed < open ? closed : open;
      shape(0, left, mask);
      shape(left, open, [](const S& s, const S&) ATTN_INLINE_LAMBDA { return s; });
      shape(open, end, mask);
    }
    for (row = before + end; row % rows_together != 0; ++row)
      store(weights + row * width + column, masked);
    return m;
  }

  // The weights before their division, and their sum: four of its 16 partial sums at a time.
  ATTN_INLINE S exp_and_sum(std::size_t column, const S& m, std::size_t end) {
    constexpr std::size_t partials = generic::partials;
    constexpr std::size_t used = rows < partials ? rows : partials;
    S sum[partials];
    for (S& s : sum) s = splat<S>(T(-0.0));
    for_constants<used / rows_together>([&](auto group) ATTN_INLINE_LAMBDA {
      constexpr std::size_t first = group * rows_together;
#pragma GCC unroll 1
      for (std::size_t row = first; row < before + end; row += partials) {
        T* at = weights + row * width + column;
        const auto e = exp_not_positive(load_pack<S, rows_together, width>(at) - m);
        store_apart<width>(at, e);
        for_constants<rows_together>(
            [&](auto i) ATTN_INLINE_LAMBDA { sum[first + i] = sum[first + i] + e.of[i]; });
      }
    });
    for (std::size_t half = partials / 2; half > 0; half /= 2)
      for (std::size_t l = 0; l < half; ++l) sum[l] = sum[l] + sum[l + half];
    return sum[0];
  }
  ATTN_NOINLINE void softmax_of(std::size_t column, T scale, std::size_t first, std::size_t end,
                                const T* sinks) {
    const S m = shape_scores(column, scale, first, end, sinks);
    const S share = quotient(splat<S>(T(1)), exp_and_sum(column, m, end));
    for (std::size_t row = before; row < before + end; ++row) {
      T* at = weights + row * width + column;
      store(at, rounded(S(load<S>(at) * share)));
    }
  }
  ATTN_INLINE void softmax(T scale, std::size_t first, std::size_t end, const T* sinks) {
    for (std::size_t column = 0; column < width; column += abreast)
      softmax_of(column, scale, first, end, sinks);
  }

  // --- the output

  template <std::size_t Rows, std::size_t Columns>
  ATTN_INLINE void output_block(T* out, const T* v, const T* skipped, std::size_t head,
                                std::size_t row, std::size_t column, std::size_t end) {
    std::size_t at[Columns];
    for_constants<Columns>([&](auto c) ATTN_INLINE_LAMBDA { at[c] = plan::value_at(column + c); });
    sum_block<O, 1, Rows, Columns> block;
    block.add(end, weights + before * width + head * lanes + row, {0, 1, width}, v,
              {0, 0, plan::value_stride}, at);
    block.each([&](auto, auto r, auto c, O s) ATTN_INLINE_LAMBDA {
      if constexpr (skips) s = s + load<O>(skipped + at[c]);
      if constexpr (plan::copies_values)
        store_part<Dv>(out + (row + r) * Dv, s);
      else
        store(out + (row + r) * Dv + at[c], s);
    });
  }
  template <std::size_t Rows>
  ATTN_INLINE void output_rows(T* out, const T* v, const T* skipped, std::size_t head,
                               std::size_t row, std::size_t end) {
    // Depends on the registers: at most 16 sums of 32, or 12 of 16.
    constexpr std::size_t together = Rows <= 4 && Isa::registers >= 32 ? 4 : 2;
    constexpr std::size_t columns = plan::value_vectors, rest = columns % together;
#pragma GCC unroll 1
    for (std::size_t c = 0; c < columns - rest; c += together)
      output_block<Rows, together>(out, v, skipped, head, row, c, end);
    if constexpr (rest > 0)
      output_block<Rows, rest>(out, v, skipped, head, row, columns - rest, end);
  }

  // The rows of one head, the last ones first: these skip the fewest keys.
  ATTN_INLINE void output(T* out, const T* v, skipped_keys& skipped, std::size_t head,
                          std::size_t first) {
    constexpr std::size_t rest = Count % high, whole = Count - rest;
    const auto end_of = [&](std::size_t row) ATTN_INLINE_LAMBDA {
      if constexpr (skips) skipped.add_down_to(Keep::end(first + row), v);
      return Keep::end(first + row);
    };
    if constexpr (rest > 0) output_rows<rest>(out, v, skipped.sum, head, whole, end_of(Count - 1));
#pragma GCC unroll 1
    for (std::size_t row = whole; row > 0; row -= high)
      output_rows<high>(out, v, skipped.sum, head, row - high, end_of(row - 1));
  }

  // Queries first, first + 1, …, of Heads heads. Where they and the output begin.
  // Not inlined, as softmax_of is not: GCC would write out every panel of a few.
  ATTN_NOINLINE void run(T* out, const T* q, const T* k, std::size_t next_k, const T* v,
                         std::size_t next_v, T scale, std::size_t first, skipped_keys* skipped,
                         const T* sinks) {
    const std::size_t end = Keep::end(first + Count - 1);
    for (std::size_t head = 0; head < Heads; ++head) turn_queries(q + head * Queries * Dk, head);
    score(k, next_k, end);
    softmax(scale, first, end, sinks);
    for (std::size_t head = 0; head < Heads; ++head)
      output(out + head * Queries * Dv, v + head * next_v, skipped[head], head, first);
  }
};

// Scaled dot-product attention at run time, a panel of a few queries at a time, so that no score
// matrix is made. Short heads share panels.

// Heads that share a panel, one group after the other. Sinks: a logit for each head.
template <class Keep, std::size_t Heads, std::size_t Queries, std::size_t Keys, std::size_t Dk,
          std::size_t Dv, class Isa = native_isa, bool Sinks = false, class T>
ATTN_ABI inline void attention_in_panels(T* out, const T* q, const T* k, std::size_t next_k,
                                         const T* v, std::size_t next_v, const T& scale,
                                         const T* sinks = nullptr) {
  using plan = attention_plan<Isa, T, Queries, Keys, Dk, Dv>;
  const auto heads = [&](auto count, std::size_t head) ATTN_INLINE_LAMBDA {
    constexpr std::size_t together = count;
    using whole = attention_panel<Isa, T, Keep, together, plan::template together<Keep>, Queries,
                                  Keys, Dk, Dv, Sinks>;
    T* to = out + head * Queries * Dv;
    const T* from = q + head * Queries * Dk;
    const T* keys = k + head * next_k;
    const T* values = v + head * next_v;
    const T* logits = Sinks ? sinks + head : nullptr;
    std::size_t next_value = next_v;
    alignas(64) T wide[plan::copies_values ? together * Keys * plan::value_stride : 1];
    if constexpr (plan::copies_values) {
      lifetime_begins(wide);
      next_value = Keys * plan::value_stride;
      for (std::size_t h = 0; h < together; ++h)
        widen_values<Keys, Dv, plan::value_stride>(wide + h * next_value, values + h * next_v);
      values = wide;
    }
    typename whole::skipped_keys skipped[together];
    lifetime_begins(skipped);
    if constexpr (plan::template rest < Keep >> 0) {
      using part = attention_panel<Isa, T, Keep, together, plan::template rest<Keep>, Queries, Keys,
                                   Dk, Dv, Sinks>;
      constexpr std::size_t first = Queries - plan::template rest<Keep>;
      part panel;
      lifetime_begins(panel);
      panel.run(to + first * Dv, from + first * Dk, keys, next_k, values, next_value, scale, first,
                skipped, logits);
    }
    whole panel;
    lifetime_begins(panel);
#pragma GCC unroll 1
    for (std::size_t end = Queries - plan::template rest<Keep>; end > 0;
         end -= plan::template together<Keep>) {
      const std::size_t first = end - plan::template together<Keep>;
      panel.run(to + first * Dv, from + first * Dk, keys, next_k, values, next_value, scale, first,
                skipped, logits);
    }
  };
  constexpr std::size_t rest = Heads % plan::heads_together, whole = Heads - rest;
#pragma GCC unroll 1
  for (std::size_t head = 0; head < whole; head += plan::heads_together)
    heads(std::integral_constant<std::size_t, plan::heads_together>{}, head);
  for (std::size_t head = whole; head < Heads; ++head)
    heads(std::integral_constant<std::size_t, 1>{}, head);
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
