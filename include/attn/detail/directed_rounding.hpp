// SPDX-License-Identifier: BSL-1.0
// Directed rounding without a change of mode: bounds of each operation, of one number and of lanes.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include <attn/detail/constant/elementwise.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/sqrt.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Arithmetic for bounds: what is above, or below, the exact result, without a change of the
// rounding mode. A sum that happens to be exact stays as it is, as does a number that converts
// exactly. Everything else moves to a neighbour.

template <class T>
inline constexpr infinity_constant<T> infinite;
template <class T>
ATTN_ABI inline constexpr T largest_finite = attn::detail::limits<T>::max;

// The next number, by its bits: the bits of numbers of one sign are in the order of the numbers.
//
// In constant evaluation every statement counts, and these are the innermost of all loops: so the
// ordinary case is one expression, and comes first.
template <std::floating_point T>
ATTN_ABI constexpr T next_above_finite(T x) {
  return x == T(0) ? attn::detail::limits<T>::denorm_min
                   : __builtin_bit_cast(
                         T, static_cast<signed_word<T>>(__builtin_bit_cast(signed_word<T>, x) +
                                                        (x > T(0) ? 1 : -1)));
}
template <std::floating_point T>
ATTN_ABI constexpr T next_above(T x) {
  return x == infinite<T> ? x : next_above_finite(x);
}
template <std::floating_point T>
ATTN_ABI constexpr T next_below(T x) {
  return -next_above(-x);
}
// next_above, `steps` times.
template <std::floating_point T>
ATTN_ABI constexpr T steps_above(T x, int steps) {
  using word = signed_word<T>;
  constexpr word least_word = attn::detail::limits<word>::min;
  constexpr word last = __builtin_bit_cast(word, attn::detail::limits<T>::infinity);
  const word bits = __builtin_bit_cast(word, x), from = bits < 0 ? least_word - bits : bits;
  const word to = from > last - steps ? last : static_cast<word>(from + steps);
  return __builtin_bit_cast(T, x < T(0) && to <= 0 ? static_cast<word>(least_word - to) : to);
}

// a + b rounded, where compilers do not take an overflow for a constant. One of them may be
// infinite.
template <std::floating_point T>
ATTN_ABI constexpr T sum_or_infinity(T a, T b) {
  const T half = rounded(a / 2) + rounded(b / 2);
  if (half > largest_finite<T> / 2) return infinite<T>;
  if (half < -largest_finite<T> / 2) return -infinite<T>;
  return a + b;
}

// Sizes below which neither a sum of two numbers overflows, nor a product.
template <class T>
ATTN_ABI inline constexpr T safe_term = largest_finite<T> / 4;
template <class T>
ATTN_ABI inline constexpr T safe_factor = std::is_same_v<T, float> ? T(0x1p60f) : T(0x1p508);

// Not below a + b. The error of a sum is a number of the format (Knuth). If it is 0, there is none.
template <std::floating_point T>
ATTN_ABI constexpr T sum_above(T a, T b) {
  if (a > -safe_term<T> && a < safe_term<T> && b > -safe_term<T> && b < safe_term<T>) {
    const T sum = a + b, from_b = sum - a;
    return (a - (sum - from_b)) + (b - from_b) <= T(0) ? sum : next_above_finite(sum);
  }
  const T sum = sum_or_infinity(a, b);
  // What overflowed below is somewhere above the lowest number.
  if (sum == -infinite<T> && a != sum && b != sum) return -largest_finite<T>;
  return next_above(sum);
}

// Not below a * b, for two that are not 0 and infinity.
template <std::floating_point T>
ATTN_ABI constexpr T product_above_of_large(T a, T b) {
  if (a == T(0) || b == T(0)) return T(0);
  const bool positive = (a > T(0)) == (b > T(0));
  const T size_a = a < T(0) ? -a : a, size_b = b < T(0) ? -b : b;
  if (size_a == infinite<T> || size_b == infinite<T>) return positive ? infinite<T> : -infinite<T>;
  if (size_a == T(1) || size_b == T(1)) return rounded(a * b);
  if (size_a > T(1) && size_b >= quotient(largest_finite<T>, size_a))
    return positive ? infinite<T> : -largest_finite<T> / 2;
  return next_above(rounded(a * b));
}
// What is not moved is exact, so that it may be fused with a sum. What is moved cannot be.
template <std::floating_point T>
ATTN_ABI constexpr T product_above(T a, T b) {
  if (a > -safe_factor<T> && a < safe_factor<T> && b > -safe_factor<T> && b < safe_factor<T>)
    return a == T(0) || b == T(0)           ? T(0)
           : a * a == T(1) || b * b == T(1) ? a * b
                                            : next_above_finite(a * b);
  return product_above_of_large(a, b);
}

// Not below a / b, for a b that is not 0 and two that are not both infinite.
template <std::floating_point T>
ATTN_ABI constexpr T quotient_above(T a, T b) {
  const bool positive = (a > T(0)) == (b > T(0));
  const T size_a = a < T(0) ? -a : a, size_b = b < T(0) ? -b : b;
  if (a == T(0) || size_b == infinite<T>) return T(0);
  if (size_a == infinite<T>) return positive ? infinite<T> : -infinite<T>;
  if (size_b == T(1) || size_a == size_b) return quotient(a, b);
  if (size_b < T(1) && size_a >= rounded(largest_finite<T> * size_b))
    return positive ? infinite<T> : -largest_finite<T> / 2;
  return next_above(quotient(a, b));
}

template <std::floating_point T>
ATTN_ABI constexpr T sum_below(T a, T b) {
  return -sum_above(-a, -b);
}
template <std::floating_point T>
ATTN_ABI constexpr T product_below(T a, T b) {
  return -product_above(-a, b);
}
template <std::floating_point T>
ATTN_ABI constexpr T quotient_below(T a, T b) {
  return -quotient_above(-a, b);
}

template <std::integral U>
ATTN_ABI constexpr bool is_nan(U) {
  return false;
}
template <std::floating_point U>
ATTN_ABI constexpr bool is_nan(U x) {
  return x != x;
}

// Whether T has every number of the arithmetic type U.
template <class T, class U>
inline constexpr bool represents_all_of =
    std::numeric_limits<U>::digits <= std::numeric_limits<T>::digits &&
    (std::is_integral_v<U> ||
     std::numeric_limits<U>::max_exponent <= std::numeric_limits<T>::max_exponent);

// The smallest number of T that is not below x. A NaN for a NaN.
template <std::floating_point T, class U>
  requires represents_all_of<T, U>
ATTN_ABI constexpr T converted_above(U x) {
  return static_cast<T>(x);
}
template <std::floating_point T, class U>
  requires(!represents_all_of<T, U>)
ATTN_ABI constexpr T converted_above(U x) {
  if constexpr (std::is_integral_v<U>) {
    const T nearest = static_cast<T>(x);
    // 2^digits is beyond the integers of U, and nearest may be that.
    constexpr T beyond = static_cast<T>(U(1) << (std::numeric_limits<U>::digits - 1)) * 2;
    const bool below = nearest < beyond && static_cast<U>(nearest) < x;
    return below ? next_above(nearest) : nearest;
  } else {
    if (x > U(largest_finite<T>)) return infinite<T>;
    if (x < -U(largest_finite<T>)) return x == -infinite<U> ? -infinite<T> : -largest_finite<T>;
    const T nearest = static_cast<T>(x);
    return U(nearest) < x ? next_above(nearest) : nearest;
  }
}
// The largest number of T that is not above x. A NaN for a NaN.
template <std::floating_point T, class U>
  requires represents_all_of<T, U>
ATTN_ABI constexpr T converted_below(U x) {
  return static_cast<T>(x);
}
template <std::floating_point T, class U>
  requires(!represents_all_of<T, U>)
ATTN_ABI constexpr T converted_below(U x) {
  if constexpr (std::is_integral_v<U>) {
    const T nearest = static_cast<T>(x);
    constexpr T beyond = static_cast<T>(U(1) << (std::numeric_limits<U>::digits - 1)) * 2;
    const bool above = nearest >= beyond || static_cast<U>(nearest) > x;
    return above ? next_below(nearest) : nearest;
  } else {
    return -converted_above<T>(-x);
  }
}

// Whether T has the number x, or x is NaN.
template <std::floating_point T, class U>
ATTN_ABI constexpr bool is_exact(U x) {
  return is_nan(x) || converted_below<T>(x) == converted_above<T>(x);
}

}  // namespace attn::detail

namespace attn::detail::lanes_of_bounds {

// directed_rounding.hpp for numbers and for vectors of them: in each lane the same number, bit for
// bit, if operands and results are finite, and terms below safe_term.
//
// Comparing lanes gives a mask of 0 and -1, in constant evaluation as well. Choosing by one does
// not work there with Clang 19, and combining words that rise in steps not with GCC 12. A function
// is few statements, as each is a step of constant evaluation, however wide its vectors are.

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
