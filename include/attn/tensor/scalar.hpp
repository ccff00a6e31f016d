// SPDX-License-Identifier: BSL-1.0
// What a tensor's elements can be.
//
//   scalar            a structural, default-constructible, copyable value with + - *
//   floating_scalar   a scalar with fractions: / too; float, double, and analysis types such as dual
//
// Operations ask for nothing else: no ordering, no conversion to bool. What they need beyond the
// operators (max, exp, sqrt, select) is found by argument-dependent lookup, with attn::math's own
// functions for the arithmetic types.
#pragma once

#include <concepts>
#include <type_traits>

namespace attn {

template <class T>
concept scalar = std::semiregular<T> && requires(const T a, const T b) {
  { a + b } -> std::same_as<std::common_type_t<decltype(a + b)>>;
  {a - b};
  {a * b};
};

template <class T>
concept floating_scalar = scalar<T> && !std::integral<T> && requires(const T a, const T b) {
  {a / b};
};

}  // namespace attn
