// SPDX-License-Identifier: BSL-1.0
// What attention's kernels have in common: which keys are kept, and how extents are cut.
#pragma once

#include <bit>
#include <cstddef>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

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
  // of many keys that are left.
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
  // Rows of a block of sums: keys of the scores, queries of the output.
  static constexpr std::size_t most_rows = Isa::registers >= 32 ? 8 : 6;
  // The lanes of a vector of values; fewer than the least are filled up in a copy.
  static constexpr bool copies_values = Dv < least_lanes<T>;
  static constexpr std::size_t value_stride = copies_values ? least_lanes<T> : Dv;
  static constexpr std::size_t value_lanes = copies_values  ? least_lanes<T>
                                             : Dv >= widest ? widest
                                                            : std::bit_floor(Dv);
  static constexpr std::size_t value_vectors = (value_stride + value_lanes - 1) / value_lanes;
  // The column at which vector c of a value begins; the last one ends with it.
  ATTN_ABI static constexpr std::size_t value_at(std::size_t c) {
    const std::size_t at = c * value_lanes, last = value_stride - value_lanes;
    return at < last ? at : last;
  }
};

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
