// SPDX-License-Identifier: BSL-1.0
// A bound of a number that the caller knows, and a product that is not fused with a sum.
#ifndef ATTN_MATH_ROUNDED_HPP
#define ATTN_MATH_ROUNDED_HPP

#include <concepts>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/vector.hpp>
#include <attn/version.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

// assume_at_most(x, bound), assume_at_least(x, bound): x, with a bound that the caller knows: for
// example, exp(x - m) is at most 1 if m is the maximum.
//
// Exact: x itself, and nothing is computed or checked. A customisation point: a scalar with bounds,
// such as interval, intersects them with the given one, which is a number of any arithmetic type. A
// wrong assumption makes proofs wrong.

template <class T, class Bound>
  requires std::is_arithmetic_v<Bound>
ATTN_ABI constexpr T assume_at_most(const T& x, const Bound&) {
  return x;
}
template <class T, class Bound>
  requires std::is_arithmetic_v<Bound>
ATTN_ABI constexpr T assume_at_least(const T& x, const Bound&) {
  return x;
}

// rounded(x): x, which the compiler may not fuse with the operation that uses it. A product whose
// sum is computed by one instruction, a fused multiply-add, is not rounded by itself, and the bits
// depend on the processor. The library's own products pass through it. So should the products of an
// element type of yours that is made of float or double, if its bits are to be the same everywhere.
//
//   friend constexpr number operator*(number a, number b) {
//     return number(math::rounded(a.value * b.value));
//   }
//
// Exact; at compile time there is nothing to prevent.

template <std::floating_point T>
ATTN_ABI constexpr T rounded(T x) noexcept {
  return attn::detail::rounded(x);
}
// Of numbers that prove something, which need not be told, but for influence.
template <class T>
  requires(std::is_class_v<T>)
ATTN_ABI constexpr T rounded(const T& x) {
  return x;
}

}  // namespace attn::math
ATTN_STRICT_FP_END

#endif
