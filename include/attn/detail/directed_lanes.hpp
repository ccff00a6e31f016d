// SPDX-License-Identifier: BSL-1.0
// directed_rounding.hpp for the lanes of vectors: in each the same number, bit for bit, if the
// operands are finite, factors below safe_factor, and terms below safe_term.
//
// Comparing lanes gives a mask of 0 and -1, in constant evaluation, too; choosing by one does not
// work there with Clang 19, and combining words that rise in steps not with GCC 12. A function is
// few statements, as each is a step of constant evaluation, however wide its vectors are.
#pragma once

#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::lanes_of_bounds {

// In each lane a where the mask is -1, else b.
template <class V>
ATTN_INLINE constexpr V where(const words_of<V>& mask, const V& a, const V& b) {
#if defined(__clang__)
  using words = words_of<V>;
  return __builtin_bit_cast(
      V, words(__builtin_bit_cast(words, b) ^
               ((__builtin_bit_cast(words, a) ^ __builtin_bit_cast(words, b)) & mask)));
#else
  return mask ? a : b;
#endif
}

// The larger; of two zeros, b.
template <class V>
ATTN_INLINE constexpr V larger(const V& a, const V& b) {
  return where<V>(__builtin_bit_cast(words_of<V>, a > b), a, b);
}

// The next number where the mask is -1, of a number that is not -0 there.
template <class V>
ATTN_INLINE constexpr V next_above_where(const words_of<V>& mask, const V& x) {
  using words = words_of<V>;
  return __builtin_bit_cast(V, words(__builtin_bit_cast(words, x) +
                                     ((__builtin_bit_cast(words, x < V{}) * 2 + 1) & mask)));
}

template <class V>
ATTN_INLINE constexpr V sum_above(const V& a, const V& b) {
  const V sum = a + b, from_b = sum - a;
  return next_above_where<V>(
      __builtin_bit_cast(words_of<V>, (a - (sum - from_b)) + (b - from_b) > V{}), sum);
}

// Adding 0 makes 0 of -0.
template <class V>
ATTN_INLINE constexpr V product_above(const V& a, const V& b) {
  using T = element_of<V>;
  return next_above_where<V>(
      __builtin_bit_cast(words_of<V>, (a != V{}) & (b != V{}) & (a * a != T(1)) & (b * b != T(1))),
      rounded(V(a * b)) + V{});
}

}  // namespace attn::detail::lanes_of_bounds
ATTN_STRICT_FP_END
