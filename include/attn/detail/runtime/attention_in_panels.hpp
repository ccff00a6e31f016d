// SPDX-License-Identifier: BSL-1.0
// Scaled dot-product attention at run time, a panel of a few queries at a time, so that no score
// matrix is made. Short heads share panels.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/lifetime.hpp>
#include <attn/detail/runtime/attention_panel.hpp>
#include <attn/detail/runtime/attention_plan.hpp>
#include <attn/detail/runtime/attention_values.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// Heads that share a panel, one group after the other.
template <class Keep, std::size_t Heads, std::size_t Queries, std::size_t Keys, std::size_t Dk,
          std::size_t Dv, class Isa = native_isa, class T>
ATTN_ABI inline void attention_in_panels(T* out, const T* q, const T* k, std::size_t next_k,
                                         const T* v, std::size_t next_v, const T& scale) {
  using plan = attention_plan<Isa, T, Queries, Keys, Dk, Dv>;
  const auto heads = [&](auto count, std::size_t head) ATTN_INLINE_LAMBDA {
    constexpr std::size_t together = count;
    using whole = attention_panel<Isa, T, Keep, together, plan::template together<Keep>, Queries,
                                  Keys, Dk, Dv>;
    T* to = out + head * Queries * Dv;
    const T* from = q + head * Queries * Dk;
    const T* keys = k + head * next_k;
    const T* values = v + head * next_v;
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
      using part =
          attention_panel<Isa, T, Keep, together, plan::template rest<Keep>, Queries, Keys, Dk, Dv>;
      constexpr std::size_t first = Queries - plan::template rest<Keep>;
      part panel;
      lifetime_begins(panel);
      panel.run(to + first * Dv, from + first * Dk, keys, next_k, values, next_value, scale, first,
                skipped);
    }
    whole panel;
    lifetime_begins(panel);
#pragma GCC unroll 1
    for (std::size_t end = Queries - plan::template rest<Keep>; end > 0;
         end -= plan::template together<Keep>) {
      const std::size_t first = end - plan::template together<Keep>;
      panel.run(to + first * Dv, from + first * Dk, keys, next_k, values, next_value, scale, first,
                skipped);
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
