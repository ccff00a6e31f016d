// SPDX-License-Identifier: BSL-1.0
// The cost of a softmax with a mask, of the keys that it keeps. Options are values in the formulas
// of costs, because the cost may depend on them: a mask with entries, valid_keys(n).
#pragma once

#include <cstddef>

#include <attn/attention/mask.hpp>
#include <attn/ops/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost::detail {

// How many of N keys are kept.
template <std::size_t N, class Kept>
ATTN_ABI constexpr std::size_t number_kept(const Kept& kept) {
  std::size_t n = 0;
  for (std::size_t j = 0; j < N; ++j) n += kept(j) ? 1 : 0;
  return n;
}
template <std::size_t N>
ATTN_ABI constexpr std::size_t number_kept(const attn::detail::kept_range& kept) {
  const std::ptrdiff_t begin = kept.begin > 0 ? kept.begin : 0;
  const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(N);
  const std::ptrdiff_t end = kept.end < last ? kept.end : last;
  return begin < end ? static_cast<std::size_t>(end - begin) : 0;
}

// of_row(n), added up over the queries, which keep n keys each. A mask that is known from the
// positions alone is the same for all that leads.
template <class Scores, class Mask, class F>
ATTN_ABI constexpr operation_count for_kept(const Mask& mask, const F& of_row) {
  constexpr std::size_t queries = second_to_last_axis<Scores>::size;
  constexpr std::size_t keys = last_axis<Scores>::size,
                        matrices = Scores::volume / (queries * keys);
  constexpr std::size_t seen = Mask::known ? 1 : matrices;
  operation_count all;
  for (std::size_t outer = 0; outer < seen; ++outer)
    for (std::size_t i = 0; i < queries; ++i)
      all += of_row(number_kept<keys>(mask.template row<Scores>(outer, i)));
  return matrices / seen * all;
}

// A softmax where kept, a selection elsewhere; a query without any key has only selections.
template <class Scores, class Mask>
ATTN_ABI constexpr operation_count masked(const Mask& mask) {
  return for_kept<Scores>(attn::detail::as_mask(mask), [](std::size_t n) {
    const operation_count others{.selections = last_axis<Scores>::size - n};
    return n > 0 ? softmax_of(n) + others : others;
  });
}

}  // namespace attn::cost::detail
ATTN_STRICT_FP_END
