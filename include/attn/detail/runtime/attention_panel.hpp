// SPDX-License-Identifier: BSL-1.0
// A panel of attention: a few queries, and their scores with all keys. The scores, the softmax and
// the sum of the values stay in the nearest caches.
//
// The queries of a panel are lanes: a row of the panel is a key. So the scores are a product whose
// right operand is the panel of turned queries, a softmax needs nothing across lanes, and many
// short heads share the registers. Every number has the operations of the composition, in order:
//
//   scores    K Q^T, each key's products with the queries in the order of the width
//   softmax   the maximum, exp, 16 partial sums over the keys, one division, down each column
//   output    the weights by V, in the order of the keys
//
// Keys that no query of a panel may attend to are skipped. Their weights are +0, and what +0 times
// their values adds to an output is kept apart: nothing, or the sign of a zero, or a NaN.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>

#include <attn/detail/infinity.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/runtime/attention_plan.hpp>
#include <attn/detail/runtime/attention_values.hpp>
#include <attn/detail/runtime/softmax.hpp>
#include <attn/detail/runtime/sum_block.hpp>
#include <attn/detail/runtime/transpose.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// Count queries of each of Heads heads, which share one panel.
template <class Isa, class T, class Keep, std::size_t Heads, std::size_t Count, std::size_t Queries,
          std::size_t Keys, std::size_t Dk, std::size_t Dv>
struct attention_panel {
  using plan = attention_plan<Isa, T, Queries, Keys, Dk, Dv>;
  // The lanes of a vector of one head's queries; more queries than that are several vectors.
  static constexpr std::size_t lanes = plan::lanes_for_queries(Count);
  static constexpr std::size_t vectors = (Count + lanes - 1) / lanes;
  static constexpr std::size_t abreast = lanes * Heads, width = abreast * vectors;
  using Q = vec<T, lanes>;
  using S = vec<T, abreast>;
  static_assert(Heads == 1 || vectors == 1);
  using O = vec<T, plan::value_lanes>;
  using skipped_keys = skipped_values<plan, Keys, T>;
  // The softmax sums four rows of the panel at a time; rows that are not keys are masked.
  static constexpr std::size_t rows_together = 4;
  static constexpr std::size_t rows = (Keys + rows_together - 1) / rows_together * rows_together;

  // Does any block of rows skip keys? Then the first one does.
  static constexpr std::size_t high = Count < plan::most_rows ? Count : plan::most_rows;
  static constexpr bool skips = Keep::end((Queries < high ? Queries : high) - 1) < Keys;

  alignas(sizeof(S)) T queries[Dk * width];    // (width, query)
  alignas(sizeof(S)) T weights[rows * width];  // (key, query); first the scores

  // --- the queries, turned

  // Query r from column c on; nothing where there is none.
  template <class V>
  ATTN_INLINE static V part_of_query(const T* q, std::size_t r, std::size_t c) {
    return r < Count ? load<V>(q + r * Dk + c) : V{};
  }
  template <std::size_t First, std::size_t... I>
  ATTN_INLINE static Q column_of_queries(const T* q, std::index_sequence<I...>) {
    return Q{(First + I < Count ? q[(First + I < Count ? First + I : 0) * Dk] : T(0))...};
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
      store(weights + (row + r) * width + (head + h) * lanes + c * lanes, s);
    });
  }
  ATTN_INLINE void score(const T* k, std::size_t next_k, std::size_t end) {
    constexpr std::size_t deep = Keys < plan::most_rows ? Keys : plan::most_rows;
    constexpr std::size_t rest = Keys % deep, whole = Keys - rest;
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
    return [&]<std::size_t... I>(std::index_sequence<I...>) ATTN_INLINE_LAMBDA {
      return S{static_cast<T>(of_query(I % lanes))...};
    }(std::make_index_sequence<abreast>{});
  }

  // Scales and masks; the largest.
  ATTN_INLINE S shape_scores(std::size_t column, T scale, std::size_t first, std::size_t end) {
    const S factor = splat<S>(scale), masked = splat<S>(lowest_infinity_of<T>());
    const std::size_t open = Keep::all ? end : Keep::end(first);  // from here on some are masked
    S m = masked;
    std::size_t row = 0;
    const auto shape = [&](std::size_t from, std::size_t to, const auto& mask) ATTN_INLINE_LAMBDA {
      for (row = from; row < to; ++row) {
        T* at = weights + row * width + column;
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
    for (row = end; row % rows_together != 0; ++row) store(weights + row * width + column, masked);
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
      for (std::size_t row = first; row < end; row += partials) {
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
  ATTN_NOINLINE void softmax_of(std::size_t column, T scale, std::size_t first, std::size_t end) {
    const S m = shape_scores(column, scale, first, end);
    const S share = quotient(splat<S>(T(1)), exp_and_sum(column, m, end));
    for (std::size_t row = 0; row < end; ++row) {
      T* at = weights + row * width + column;
      store(at, rounded(S(load<S>(at) * share)));
    }
  }
  ATTN_INLINE void softmax(T scale, std::size_t first, std::size_t end) {
    for (std::size_t column = 0; column < width; column += abreast)
      softmax_of(column, scale, first, end);
  }

  // --- the output

  template <std::size_t Rows, std::size_t Columns>
  ATTN_INLINE void output_block(T* out, const T* v, const T* skipped, std::size_t head,
                                std::size_t row, std::size_t column, std::size_t end) {
    std::size_t at[Columns];
    for_constants<Columns>([&](auto c) ATTN_INLINE_LAMBDA { at[c] = plan::value_at(column + c); });
    sum_block<O, 1, Rows, Columns> block;
    block.add(end, weights + head * lanes + row, {0, 1, width}, v, {0, 0, plan::value_stride}, at);
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

  // Queries first, first + 1, …, of Heads heads; where they and the output begin.
  // Not inlined, as softmax_of is not: GCC would write out every panel of a few.
  ATTN_NOINLINE void run(T* out, const T* q, const T* k, std::size_t next_k, const T* v,
                         std::size_t next_v, T scale, std::size_t first, skipped_keys* skipped) {
    const std::size_t end = Keep::end(first + Count - 1);
    for (std::size_t head = 0; head < Heads; ++head) turn_queries(q + head * Queries * Dk, head);
    score(k, next_k, end);
    softmax(scale, first, end);
    for (std::size_t head = 0; head < Heads; ++head)
      output(out + head * Queries * Dv, v + head * next_v, skipped[head], head, first);
  }
};

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
