// SPDX-License-Identifier: BSL-1.0
// What a tensor's elements can be.
//
//   scalar            a default-constructible, copyable value with + - *; structural, if tensors of
//                     it shall be template arguments
//   floating_scalar   a scalar with fractions, so / too: float, double, analysis types
//
// Operations ask for nothing else: no ordering, no conversion to bool. What they need beyond the
// operators (max, exp, log, select) is found by argument-dependent lookup, with attn::math's own
// functions for the arithmetic types.
#pragma once

#include <concepts>

namespace attn {

template <class T>
concept scalar = std::semiregular<T> && requires(const T a, const T b) {
  { a + b } -> std::convertible_to<T>;
  { a - b } -> std::convertible_to<T>;
  { a* b } -> std::convertible_to<T>;
};

template <class T>
concept floating_scalar = scalar<T> && !std::integral<T> && requires(const T a, const T b) {
  { a / b } -> std::convertible_to<T>;
};

}  // namespace attn
