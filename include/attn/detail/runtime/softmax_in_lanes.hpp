// SPDX-License-Identifier: BSL-1.0
// Softmax over at most 8 vectors, lane by lane: what tiny attention has, with one vector for a key.
#pragma once

#include <cstddef>

#include <attn/detail/runtime/softmax.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// In place. Up to 8 keys are as many partial sums of the contract.
template <class Isa, class V, std::size_t Keys>
struct softmax_in_lanes {
  static_assert(Keys <= 8);

  // exp of `Count` vectors, which are put together until they fill a register.
  template <class Part, std::size_t Count>
  ATTN_INLINE static void exp_all(Part (&x)[Count]) {
    if constexpr (Count > 1 && 2 * sizeof(Part) <= Isa::bytes) {
      using pair = vec<element_of<V>, 2 * lanes_of<Part>>;
      pair pairs[(Count + 1) / 2];
      for_constants<(Count + 1) / 2>([&](auto i) ATTN_INLINE_LAMBDA {
        pairs[i] = joined<pair>(x[2 * i], x[2 * i + 1 < Count ? 2 * i + 1 : 2 * i]);
      });
      exp_all(pairs);
      for_constants<Count>([&](auto i) ATTN_INLINE_LAMBDA {
        x[i] = half_of<Part, i % 2 * lanes_of<Part>>(pairs[i / 2]);
      });
    } else {
      for (Part& e : x) e = exp_not_positive(e);
    }
  }

  ATTN_INLINE static void run(V (&s)[Keys]) {
    V m = s[0];
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA { m = larger(s[j], m); });
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA { s[j] = s[j] - m; });
    exp_all(s);
    V sum[Keys];
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA { sum[j] = s[j]; });
    for_constants<3>([&](auto level) ATTN_INLINE_LAMBDA {
      constexpr std::size_t half = 4 >> level;
      for_constants<half>([&](auto l) ATTN_INLINE_LAMBDA {
        if constexpr (l + half < Keys) sum[l] = sum[l] + sum[l + half];
      });
    });
    const V share = quotient(splat<V>(element_of<V>(1)), V(sum[0]));
    for_constants<Keys>([&](auto j) ATTN_INLINE_LAMBDA { s[j] = rounded(V(s[j] * share)); });
  }
};

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
