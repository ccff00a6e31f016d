// SPDX-License-Identifier: BSL-1.0
// Dilated causal masks: of the keys up to a query's own position, every step-th one.
//
//   dilated<step>           key j for query i if j <= i and (i - j) % step == 0
//   dilated<step, align>    the same around the key with which query i is aligned
//
// dilated<1> is causal<>, and has the same alignments (attention/window.hpp). The type determines
// the mask, so that a query without keys is detected at compile time. It is combined with other
// masks as in attention/mask.hpp: dilated<4> & sliding_window<16, 0>. step is 1 or more.
//
// Rules: aligned_mask, different numbers of queries and keys require an alignment.
// Source: Child et al. 2019, the strided pattern. Beltagy et al. 2020, dilated windows.
#pragma once

#include <cstddef>

#include <attn/attention/window.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <std::ptrdiff_t Step, class Alignment>
struct dilated_t {
  using kind = mask_kind;
  template <class Scores>
  static constexpr bool aligned = detail::is_alignment_of<Alignment, Scores>;

  template <class N>
  ATTN_ABI constexpr auto allows(const N& query, const N& key, const N& queries,
                                 const N& keys) const {
    const N at = Alignment::position(query, queries, keys);
    return key <= at && (at - key) % Step == 0;
  }
};
template <std::ptrdiff_t Step, class Alignment = same_length>
  requires(Step > 0)
inline constexpr dilated_t<Step, Alignment> dilated{};

}  // namespace attn
ATTN_STRICT_FP_END
