// SPDX-License-Identifier: BSL-1.0
// Three ways for two tensors to be equal.
//
//   a == b                  exactly, as the element type says (tensor.hpp): -0 == +0, NaN != NaN
//   allclose(a, b)          |a - b| <= atol + rtol |b|, as in PyTorch; rtol = 64 eps, atol = 8 eps
//   bitwise_equal(a, b)     the same bits, all NaNs counted as one: what a proof must meet
//
// (axes) x (axes) -> bool. The second operand may be braces. Special values: for allclose a NaN
// matches nothing and an infinity only itself.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/detail/vector.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn {

template <std::floating_point T>
inline constexpr T default_rtol = 64 * std::numeric_limits<T>::epsilon();
template <std::floating_point T>
inline constexpr T default_atol = 8 * std::numeric_limits<T>::epsilon();

template <std::floating_point T>
constexpr bool allclose(T a, std::type_identity_t<T> b,
                        std::type_identity_t<T> rtol = default_rtol<T>,
                        std::type_identity_t<T> atol = default_atol<T>) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  if (a == b) return true;
  if (!(b > -infinity && b < infinity && a > -infinity && a < infinity)) return false;
  const T difference = a < b ? b - a : a - b;
  return difference <= atol + detail::rounded(rtol * (b < T(0) ? -b : b));
}

template <std::floating_point T, class... Axes>
constexpr bool allclose(const tensor<T, Axes...>& a,
                        const std::type_identity_t<tensor<T, Axes...>>& b,
                        std::type_identity_t<T> rtol = default_rtol<T>,
                        std::type_identity_t<T> atol = default_atol<T>) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!allclose(a.data()[i], b.data()[i], rtol, atol)) return false;
  return true;
}

template <class T>
  requires std::is_arithmetic_v<T>
constexpr bool bitwise_equal(T a, std::type_identity_t<T> b) {
  if constexpr (std::is_integral_v<T>) {
    return a == b;
  } else {
    static_assert(sizeof(T) <= 8, "attn::bitwise_equal: for elements of at most 64 bits");
    using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return (a != a && b != b) || std::bit_cast<word>(a) == std::bit_cast<word>(b);
  }
}

template <class T, class... Axes>
  requires std::is_arithmetic_v<T>
constexpr bool bitwise_equal(const tensor<T, Axes...>& a,
                             const std::type_identity_t<tensor<T, Axes...>>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!bitwise_equal(a.data()[i], b.data()[i])) return false;
  return true;
}

}  // namespace attn
