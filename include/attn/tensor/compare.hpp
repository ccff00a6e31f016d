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

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <attn/detail/infinity.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/vector.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/rename.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T>
ATTN_ABI inline constexpr T default_rtol = T(64) * attn::detail::limits<T>::epsilon;
template <class T>
ATTN_ABI inline constexpr T default_atol = T(8) * attn::detail::limits<T>::epsilon;

template <std::floating_point T>
ATTN_ABI constexpr bool allclose(T a, std::type_identity_t<T> b,
                                 std::type_identity_t<T> rtol = default_rtol<T>,
                                 std::type_identity_t<T> atol = default_atol<T>) {
  const T infinity = detail::infinity_of<T>();
  if (a == b) return true;
  if (!(b > -infinity && b < infinity && a > -infinity && a < infinity)) return false;
  const T difference = a < b ? b - a : a - b;
  return difference <= atol + detail::rounded(rtol * (b < T(0) ? -b : b));
}

template <class T, class... Axes>
ATTN_ABI constexpr bool allclose(const tensor<T, Axes...>& a,
                                 const std::type_identity_t<tensor<T, Axes...>>& b,
                                 std::type_identity_t<T> rtol = default_rtol<T>,
                                 std::type_identity_t<T> atol = default_atol<T>) {
  constexpr bool fractions = rules::floating_point_element<rules::element<T>>::value;
  static_assert(
      rules::floating_point_element<rules::element<T>>::value,
      "attn::allclose(A, B): requires a floating-point element type; compare integers with ==");
  static_assert(!fractions || rules::arithmetic_element<rules::element<T>>::value,
                "attn::allclose(A, B): the elements must be float or double; of other scalars "
                "compare what they are made of");
  if constexpr (fractions && rules::arithmetic_element<rules::element<T>>::value) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!allclose(a.data()[i], b.data()[i], rtol, atol)) return false;
    return true;
  } else {
    return false;
  }
}

// A second operand that is a tensor of another type: names are gradual, sizes are not.
template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr bool allclose(const tensor<T, A...>& a, const tensor<U, B...>& b,
                                 std::type_identity_t<T> rtol = default_rtol<T>,
                                 std::type_identity_t<T> atol = default_atol<T>) {
  constexpr bool fit = rules::same_axes<rules::axes_of_A<A...>, rules::axes_of_B<B...>>::value;
  static_assert(rules::same_axis<
                    rules::differing_in_A<rules::axes_of_A<A...>, rules::axes_of_B<B...>>,
                    rules::differing_in_B<rules::axes_of_A<A...>, rules::axes_of_B<B...>>>::value,
                ATTN_MESSAGE("attn::allclose(A, B): both must have the same axes",
                             rules::axes_of_A<A...>, rules::axes_of_B<B...>));
  static_assert(
      rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
      "attn::allclose(A, B): requires one element type for all operands; convert with as<T>(x)");
  if constexpr (fit && std::is_same_v<T, U>)
    return allclose(a, detail::with_shape<shape<A...>>(b), rtol, atol);
  else
    return false;
}

template <class T>
  requires std::is_arithmetic_v<T>
ATTN_ABI constexpr bool bitwise_equal(T a, std::type_identity_t<T> b) {
  if constexpr (std::is_integral_v<T>) {
    return a == b;
  } else {
    // long double has padding bits, and no word of its size.
    constexpr bool has_word = sizeof(T) == 4 || sizeof(T) == 8;
    static_assert(rules::has_word_of_its_size<rules::element<T>>::value,
                  "attn::bitwise_equal(A, B): the elements must have 32 or 64 bits");
    if constexpr (has_word) {
      using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
      return (a != a && b != b) || __builtin_bit_cast(word, a) == __builtin_bit_cast(word, b);
    } else {
      return false;
    }
  }
}

template <class T, class... Axes>
ATTN_ABI constexpr bool bitwise_equal(const tensor<T, Axes...>& a,
                                      const std::type_identity_t<tensor<T, Axes...>>& b) {
  static_assert(rules::arithmetic_element<rules::element<T>>::value,
                "attn::bitwise_equal(A, B): the elements must be of an arithmetic type; analysis "
                "scalars: identical(A, B)");
  if constexpr (rules::arithmetic_element<rules::element<T>>::value) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!bitwise_equal(a.data()[i], b.data()[i])) return false;
    return true;
  } else {
    return false;
  }
}

template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr bool bitwise_equal(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  constexpr bool fit = rules::same_axes<rules::axes_of_A<A...>, rules::axes_of_B<B...>>::value;
  static_assert(rules::same_axis<
                    rules::differing_in_A<rules::axes_of_A<A...>, rules::axes_of_B<B...>>,
                    rules::differing_in_B<rules::axes_of_A<A...>, rules::axes_of_B<B...>>>::value,
                ATTN_MESSAGE("attn::bitwise_equal(A, B): both must have the same axes",
                             rules::axes_of_A<A...>, rules::axes_of_B<B...>));
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::bitwise_equal(A, B): requires one element type for all operands; convert "
                "with as<T>(x)");
  if constexpr (fit && std::is_same_v<T, U>)
    return bitwise_equal(a, detail::with_shape<shape<A...>>(b));
  else
    return false;
}

}  // namespace attn
ATTN_STRICT_FP_END
