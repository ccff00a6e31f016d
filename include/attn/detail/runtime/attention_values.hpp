// SPDX-License-Identifier: BSL-1.0
// The values of attention's panels: filled up to a vector where they are narrower, and what those
// add to an output that it skips.
#pragma once

#include <cstddef>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

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

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
