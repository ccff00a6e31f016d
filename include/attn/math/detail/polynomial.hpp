// SPDX-License-Identifier: BSL-1.0
// A function whose program for vectors does not know all numbers, in constant evaluation: the lanes
// from low to high by that program, at once, and the others by the program of a scalar, one by one.
#ifndef ATTN_MATH_DETAIL_POLYNOMIAL_HPP
#define ATTN_MATH_DETAIL_POLYNOMIAL_HPP

#include <bit>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/max.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class V, class T, class Program, class Scalar>
ATTN_ABI constexpr V scalar_fallback(const V& x, T low, T high, const Program& program,
                                     const Scalar& scalar) {
  using array = block<T, lanes_of<V>>;
  auto lanes = bits_as<array>(x);
  std::size_t exceptions = 0;
  for (T& lane : lanes.data) {
    if (lane >= low && lane <= high) continue;
    lane = high;
    ++exceptions;
  }
  const V y = program(bits_as<V>(lanes));
  if (exceptions == 0) return y;
  auto results = bits_as<array>(y);
  lanes = bits_as<array>(x);
  for (std::size_t i = 0; i < lanes_of<V>; ++i)
    if (!(lanes.data[i] >= low && lanes.data[i] <= high)) results.data[i] = scalar(lanes.data[i]);
  return bits_as<V>(results);
}

// Polynomials, and special values by selection.
// c0 + c1 x + c2 x^2 + ... by Estrin's scheme, short chains of dependent operations; the same order
// everywhere. For a V of detail/vector.hpp.

// Coefficients From, From + 1, ... (Count of them). powers[i] = x^(2^i).
template <std::size_t From, std::size_t Count, class V, std::size_t Powers, std::size_t N>
ATTN_INLINE constexpr V polynomial_part(const block<V, Powers>& powers,
                                        const element_of<V> (&c)[N]) {
  constexpr std::size_t below = std::bit_floor(Count - 1);
  constexpr std::size_t last = std::bit_width(below) - 1;
  const V& power = powers.data[last];
  if constexpr (Count == 2)
    return rounded(power * c[From + 1]) + c[From];
  else if constexpr (Count == below + 1)
    return polynomial_part<From, below>(powers, c) + rounded(power * c[From + below]);
  else
    return polynomial_part<From, below>(powers, c) +
           rounded(polynomial_part<From + below, Count - below>(powers, c) * power);
}

template <class V, std::size_t N>
  requires(N >= 2)
ATTN_INLINE constexpr V polynomial(const V& x, const element_of<V> (&c)[N]) {
  constexpr std::size_t count = std::bit_width(N - 1);
  block<V, count> powers{};
  powers.data[0] = x;
  for (std::size_t i = 1; i < count; ++i)
    powers.data[i] = rounded(powers.data[i - 1] * powers.data[i - 1]);
  return polynomial_part<0, N>(powers, c);
}

// What operations do with special values that no function of math/ expresses. A scalar that is made
// of a number, such as dual, counted and recorded, has functions of its own, found by
// argument-dependent lookup, so that its values have the bits of the number's.
//
//   positive_part(x)   max(x, 0), except that -0 remains -0: relu
//   kept_finite(m)     m, or the finite number nearest to an infinite m. What is subtracted from a
//                      row: the difference of two infinities is NaN
//   zero_times(x)      0, or NaN if x is infinite or NaN: the weight of a masked entry, where x is
//                      the reciprocal of the sum of the others
//
// A scalar without them has no infinities: then they are max(x, 0), m and 0.

// V is a scalar or a vector of the hardware's.
template <class V>
ATTN_INLINE constexpr V positive_part(const V& x) {
  if constexpr (std::is_class_v<V>) {
    return (math::max)(x, V(0));
  } else {
    return at_least(x, splat<V>(element_of<V>(0)));
  }
}

template <class T>
ATTN_ABI constexpr T kept_finite(const T& m) {
  if constexpr (std::numeric_limits<T>::is_specialized)
    return (math::max)((math::min)(m, limits<T>::max), limits<T>::lowest);
  else
    return m;
}

template <class T>
ATTN_ABI constexpr T zero_times(const T& x) {
  if constexpr (std::is_floating_point_v<T>)
    return T(0) * x;
  else
    return T(0);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END

#endif
