// SPDX-License-Identifier: BSL-1.0
// Rows of weights: those without a key, averages by their weights, and the cost of a softmax with a
// mask and of the averages, which is the cost of the keys that the mask keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/attention/mask.hpp>
#include <attn/detail/storage.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/scalars/operation_count.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Queries that a mask leaves without any key, as constant evaluation reports them.
// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message. The
// other two are for entries that would leave every query a key if they meant the opposite: then the
// polarity may be the mistake, which a policy would hide.
ATTN_ABI inline void a_query_has_no_key_choose_fully_masked_zero_rows() {}
ATTN_ABI inline void a_query_has_no_key_did_you_mean_ignore_where_or_fully_masked_zero_rows() {}
ATTN_ABI inline void a_query_has_no_key_did_you_mean_keep_where_or_fully_masked_zero_rows() {}

namespace detail {

// f(the row of the mask, where that row of the scores begins) for every query.
template <class Scores, class Mask, class F>
ATTN_ABI constexpr void for_each_row(const Mask& mask, const F& f) {
  constexpr std::size_t queries = second_to_last_axis<Scores>::size;
  constexpr std::size_t keys = last_axis<Scores>::size;
  for (std::size_t outer = 0, at = 0; at < Scores::volume; ++outer)
    for (std::size_t i = 0; i < queries; ++i, at += keys) f(row_of<Scores>(mask, outer, i), at);
}

template <class Scores, class Mask>
ATTN_ABI constexpr bool each_query_has_a_key(const Mask& mask) {
  bool each = true;
  for_each_row<Scores>(mask, [&](const auto& kept, std::size_t) {
    std::size_t j = 0;
    while (j < last_axis<Scores>::size && !kept(j)) ++j;
    each = each && j < last_axis<Scores>::size;
  });
  return each;
}

// A mask whose entries mean the opposite: for the message about a query without any key.
template <class Mask>
struct opposite {
  const Mask& mask;
  template <class Scores>
  ATTN_ABI constexpr auto row(std::size_t outer, std::size_t query) const {
    return [kept = row_of<Scores>(mask, outer, query)](std::size_t key) { return !kept(key); };
  }
};
enum class keyless { nobody, somebody, somebody_if_to_ignore, somebody_if_to_keep };
template <class Scores, class Mask>
ATTN_ABI constexpr keyless queries_without_a_key(const Mask& mask) {
  if (each_query_has_a_key<Scores>(mask)) return keyless::nobody;
  if constexpr (requires { typename Mask::entry; }) {
    if (each_query_has_a_key<Scores>(opposite<Mask>{mask}))
      return std::is_same_v<typename Mask::entry, keeps> ? keyless::somebody_if_to_keep
                                                         : keyless::somebody_if_to_ignore;
  }
  return keyless::somebody;
}

// How many of N keys are kept.
template <std::size_t N, class Kept>
ATTN_ABI constexpr std::size_t number_kept(const Kept& kept) {
  std::size_t n = 0;
  for (std::size_t j = 0; j < N; ++j) n += kept(j) ? 1 : 0;
  return n;
}
template <std::size_t N>
ATTN_ABI constexpr std::size_t number_kept(const kept_range& kept) {
  const std::ptrdiff_t begin = kept.begin > 0 ? kept.begin : 0;
  const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(N);
  const std::ptrdiff_t end = kept.end < last ? kept.end : last;
  return begin < end ? static_cast<std::size_t>(end - begin) : 0;
}

// How many keys a mask keeps for all queries together, and for how many queries it keeps any. A
// mask of positions alone is the same for all that leads.
struct kept_keys_count {
  std::uint64_t keys = 0, queries = 0;
};
template <class Scores, class Mask>
ATTN_ABI constexpr kept_keys_count count_kept(const Mask& mask) {
  constexpr std::size_t queries = second_to_last_axis<Scores>::size;
  constexpr std::size_t keys = last_axis<Scores>::size,
                        matrices = Scores::volume / (queries * keys);
  constexpr std::size_t seen = mask_of_positions<Mask> ? 1 : matrices, same = matrices / seen;
  kept_keys_count all;
  for (std::size_t outer = 0; outer < seen; ++outer)
    for (std::size_t i = 0; i < queries; ++i) {
      const std::size_t n = number_kept<keys>(row_of<Scores>(mask, outer, i));
      all.keys += same * n;
      if (n > 0) all.queries += same;
    }
  return all;
}

// Of a mask without members, counted once.
template <class Scores, class Mask>
inline constexpr kept_keys_count kept_by_type = count_kept<Scores>(Mask{});
template <class Scores, class Mask>
ATTN_ABI constexpr kept_keys_count kept_keys_of(const Mask& mask) {
  if constexpr (std::is_empty_v<Mask>)
    return kept_by_type<Scores, Mask>;
  else
    return count_kept<Scores>(mask);
}

// A softmax where kept, a selection elsewhere. A query without any key has only selections.
template <class Scores, class Mask>
ATTN_ABI constexpr operation_count cost_of_masked_softmax(const Mask& mask) {
  const kept_keys_count kept = kept_keys_of<Scores>(mask);
  return {.additions = kept.keys + (kept.keys - kept.queries),
          .multiplications = kept.keys,
          .divisions = kept.queries,
          .exponentials = kept.keys,
          .comparisons = kept.keys - kept.queries,
          .selections = Scores::volume - kept.keys};
}
// For each query, the sum of the kept products, of `width` numbers.
template <class Scores, class Mask>
ATTN_ABI constexpr operation_count cost_of_kept_products(const Mask& mask, std::size_t width) {
  const kept_keys_count kept = kept_keys_of<Scores>(mask);
  return width *
         operation_count{.additions = kept.keys - kept.queries, .multiplications = kept.keys};
}

}  // namespace detail

}  // namespace attn

namespace attn::detail {

// Weights of a softmax where the elements have bounds (detail/storage.hpp): of the keys that a
// mask keeps, and the averages that they make of values. Of other elements nothing is computed.

// The scores of a row, kept while its weights are computed, maybe in their place.
template <std::size_t N, class T, bool = row_bounds<T>::known>
struct row_before {
  ATTN_ABI constexpr explicit row_before(const T*) {}
  template <class Row>
  ATTN_ABI constexpr void narrow_softmax(T*, const Row&) const {}
};
template <std::size_t N, class T>
struct row_before<N, T, true> {
  T scores[N]{};
  ATTN_ABI constexpr explicit row_before(const T* x) {
    for (std::size_t j = 0; j < N; ++j) scores[j] = x[j];
  }
  // Of the keys that are kept. The weight of the others is 0, unless the row may be NaN.
  template <class Row>
  ATTN_ABI constexpr void narrow_softmax(T* weights, const Row& kept) const {
    T x[N]{}, y[N]{};
    std::size_t count = 0;
    for (std::size_t j = 0; j < N; ++j)
      if (kept(j)) {
        x[count] = scores[j];
        y[count++] = weights[j];
      }
    if (count == 0) return;
    row_bounds<T>::template narrow_softmax<N>(y, x, count);
    for (std::size_t j = N; j-- > 0;)
      weights[j] = kept(j) ? y[--count] : row_bounds<T>::zero_beside(y[0]);
  }
};

// out = weights v, of the weights of a softmax, which sum to 1, unless there is a sink.
template <bool SumToOne = true, class T, class... Out, class... W, class... V>
ATTN_ABI constexpr void narrow_averages(tensor<T, Out...>& out, const tensor<T, W...>& weights,
                                        const tensor<T, V...>& v) {
  if constexpr (row_bounds<T>::known && SumToOne) {
    using plan = product_plan<shape<W...>, shape<V...>>;
    constexpr std::size_t m = plan::m, k = plan::k, n = plan::n;
    for (std::size_t p = 0; p < plan::products; ++p)
      row_bounds<T>::template averages<m, k, n>(out.data() + p * m * n, weights.data() + p * m * k,
                                                v.data() + p * k * n);
  }
}
template <bool SumToOne = true, class T, class... Out, class... W, class... V>
ATTN_ABI constexpr void write_averages(tensor<T, Out...>& out, const tensor<T, W...>& weights,
                                       const tensor<T, V...>& v) {
  write_product(out, weights, v);
  narrow_averages<SumToOne>(out, weights, v);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
