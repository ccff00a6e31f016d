// SPDX-License-Identifier: BSL-1.0
// directed_rounding.hpp for numbers and for vectors of them: in each lane the same number, bit for
// bit, if operands and results are finite, and terms below safe_term.
//
// Comparing lanes gives a mask of 0 and -1, in constant evaluation, too; choosing by one does not
// work there with Clang 19, and combining words that rise in steps not with GCC 12. A function is
// few statements, as each is a step of constant evaluation, however wide its vectors are.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/constant/elementwise.hpp>
#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/sqrt.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::lanes_of_bounds {

using detail::product_above, detail::quotient_above, detail::sum_above;

template <class V>
concept many_lanes = !std::floating_point<V>;

// What a comparison gives: bool, or 0 and -1.
template <class V>
using lanes_mask = std::conditional_t<is_one_number<V>, bool, words_of<V>>;

template <std::floating_point T>
ATTN_INLINE constexpr bool less_than(const T& a, const T& b) {
  return a < b;
}
template <many_lanes V>
ATTN_INLINE constexpr words_of<V> less_than(const V& a, const V& b) {
  return __builtin_bit_cast(words_of<V>, a < b);
}
// In each lane a where the mask is set, else b.
template <std::floating_point T>
ATTN_INLINE constexpr T where(bool mask, const T& a, const T& b) {
  return mask ? a : b;
}
template <many_lanes V>
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

// The mask that is set where `lanes` are.
template <class V>
ATTN_INLINE constexpr lanes_mask<V> mask_from(const bool* lanes) {
  if constexpr (is_one_number<V>)
    return lanes[0];
  else
    return [&]<std::size_t... L>(std::index_sequence<L...>) {
      return words_of<V>{(lanes[L] ? -1 : 0)...};
    }(std::make_index_sequence<lanes_of<V>>{});
}

// Of two that are equal, b: zeros may differ in their sign.
template <class V>
ATTN_INLINE constexpr V max_of(const V& a, const V& b) {
  return where(less_than(b, a), a, b);
}
template <class V>
ATTN_INLINE constexpr V min_of(const V& a, const V& b) {
  return where(less_than(a, b), a, b);
}

// Of numbers that are positive, and stay so.
template <int Steps, class V>
ATTN_INLINE constexpr V moved_by(const V& x) {
  return __builtin_bit_cast(V,
                            static_cast<words_of<V>>(__builtin_bit_cast(words_of<V>, x) + Steps));
}
// The next number where the mask is -1, of a number that is not -0 there.
template <many_lanes V>
ATTN_INLINE constexpr V next_above_where(const words_of<V>& mask, const V& x) {
  using words = words_of<V>;
  return __builtin_bit_cast(V, words(__builtin_bit_cast(words, x) +
                                     ((__builtin_bit_cast(words, x < V{}) * 2 + 1) & mask)));
}

template <many_lanes V>
ATTN_INLINE constexpr V sum_above(const V& a, const V& b) {
  const V sum = a + b, from_b = sum - a;
  return next_above_where<V>(
      __builtin_bit_cast(words_of<V>, (a - (sum - from_b)) + (b - from_b) > V{}), sum);
}

// Adding 0 makes 0 of -0.
template <many_lanes V>
ATTN_INLINE constexpr V product_above(const V& a, const V& b) {
  using T = element_of<V>;
  return next_above_where<V>(
      __builtin_bit_cast(words_of<V>, (a != V{}) & (b != V{}) & (a != T(1)) & (b != T(1)) &
                                          (a != T(-1)) & (b != T(-1))),
      (std::is_constant_evaluated() ? V(a * b) : rounded(V(a * b))) + V{});
}
// b is not 0.
template <many_lanes V>
ATTN_INLINE constexpr V quotient_above(const V& a, const V& b) {
  using T = element_of<V>;
  return next_above_where<V>(
      __builtin_bit_cast(words_of<V>,
                         (a != V{}) & (b != T(1)) & (b != T(-1)) & (a != b) & (a != -b)),
      (std::is_constant_evaluated() ? V(a / b) : quotient(a, b)) + V{});
}

// An operation on a vector, or on its lanes where GCC (12) does not take the former for a constant
// (constant/elementwise.hpp).
template <class Operation, class V>
ATTN_INLINE constexpr V applied(const Operation& operation, const V& x) {
#if defined(__GNUC__) && !defined(__clang__)
  if constexpr (many_lanes<V>) {
    if (std::is_constant_evaluated()) {
      auto row = bits_as<block<element_of<V>, lanes_of<V>>>(x);
      if (!__builtin_constant_p(constant::of_row(operation, row).data[0])) {
        for (auto& lane : row.data) lane = operation(lane);
        return bits_as<V>(row);
      }
    }
  }
#endif
  return operation(x);
}

struct root {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    if constexpr (is_one_number<V>)
      return math::sqrt(x);
    else if (std::is_constant_evaluated())
      return math::detail::sqrt_of_normal(x);
    else
      return math::sqrt_lanes(x);
  }
};
// Of positive normal numbers.
template <class V>
ATTN_INLINE constexpr V sqrt(const V& x) {
  return applied(root{}, x);
}
template <math::exp_domain Domain>
struct exponential {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    if constexpr (is_one_number<V>)
      return math::exp(x);
    else
      return math::exp_lanes<Domain>(x);
  }
};
template <math::exp_domain Domain, class V>
ATTN_INLINE constexpr V exp(const V& x) {
  return applied(exponential<Domain>{}, x);
}

}  // namespace attn::detail::lanes_of_bounds
ATTN_STRICT_FP_END
