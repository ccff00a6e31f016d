// SPDX-License-Identifier: BSL-1.0
// The concepts for the elements of a tensor.
//
//   scalar            a default-constructible, copyable value with + - *; structural, if tensors of
//                     it shall be template arguments
//   floating_scalar   a scalar with fractions, so / too: float, double, analysis types
//   tensor_element    a scalar, or a value that may be in a tensor although it is not a
//                     number, such as token_id: is_tensor_element<T>
//
// Operations ask for nothing else: no ordering, no conversion to bool. What they need beyond the
// operators (max, exp, log, select) is found by argument-dependent lookup, with attn::math's own
// functions for the arithmetic types.
#pragma once

#include <concepts>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T>
concept scalar = std::semiregular<T> && requires(const T a, const T b) {
  { a + b } -> std::convertible_to<T>;
  { a - b } -> std::convertible_to<T>;
  { a* b } -> std::convertible_to<T>;
};

template <class T>
inline constexpr bool is_tensor_element = false;
template <class T>
concept tensor_element = scalar<T> || (is_tensor_element<T> && std::semiregular<T>);

template <class T>
concept floating_scalar = scalar<T> && !std::integral<T> && requires(const T a, const T b) {
  { a / b } -> std::convertible_to<T>;
};

}  // namespace attn
ATTN_STRICT_FP_END
