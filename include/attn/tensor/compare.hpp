// SPDX-License-Identifier: BSL-1.0
// Comparisons of two tensors.
//
//   a == b                  exactly, as the element type says (tensor.hpp): -0 == +0, NaN != NaN
//   allclose(a, b)          |a - b| <= atol + rtol |b|, as in PyTorch; rtol = 64 eps, atol = 8 eps
//   bitwise_equal(a, b)     the same bits; all NaNs are equal
//
// (axes) x (axes) -> bool. The second operand may be braces. Special values: for allclose, NaN is
// not close to anything, and an infinity only to itself.
#pragma once

#include <concepts>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/vector.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>

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

namespace rules {

template <class X>
struct allclose_call;
template <class T, class... Axes>
struct allclose_call<tensor<T, Axes...>> : floating_call<tensor<T, Axes...>> {
  using comparable = arithmetic_element<element<T>>;
  using all = in_order<typename floating_call<tensor<T, Axes...>>::all, comparable>;
};

}  // namespace rules

namespace detail {
template <class T, class... Axes>
ATTN_ABI constexpr bool all_close(const tensor<T, Axes...>& a, const tensor<T, Axes...>& b, T rtol,
                                  T atol) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!allclose(a.data()[i], b.data()[i], rtol, atol)) return false;
  return true;
}
}  // namespace detail

template <class T, class... Axes>
ATTN_ABI constexpr bool allclose(const tensor<T, Axes...>& a,
                                 const std::type_identity_t<tensor<T, Axes...>>& b,
                                 std::type_identity_t<T> rtol = default_rtol<T>,
                                 std::type_identity_t<T> atol = default_atol<T>) {
  using call = rules::allclose_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(
      call, floating_point,
      "attn::allclose(A, B): requires a floating-point element type; compare integers with ==");
  ATTN_REQUIRE(call, comparable,
               "attn::allclose(A, B): requires float or double; for other scalars, compare their "
               "members");
  if constexpr (call::all::value)
    return detail::all_close(a, b, rtol, atol);
  else
    return false;
}

// A second operand that is a tensor of another type: names are gradual, sizes are not.
template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr bool allclose(const tensor<T, A...>& a, const tensor<U, B...>& b,
                                 std::type_identity_t<T> rtol = default_rtol<T>,
                                 std::type_identity_t<T> atol = default_atol<T>) {
  using call = rules::equality_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_EQUALITY(call, "attn::allclose(A, B)");
  if constexpr (call::all::value)
    return allclose(a, detail::with_shape<shape<A...>>(b), rtol, atol);
  else
    return false;
}

namespace detail {
template <class T>
ATTN_ABI constexpr bool same_word(T a, T b) {
  using word = word_of<T>;
  return (a != a && b != b) || __builtin_bit_cast(word, a) == __builtin_bit_cast(word, b);
}
}  // namespace detail

template <class T>
  requires std::is_arithmetic_v<T>
ATTN_ABI constexpr bool bitwise_equal(T a, std::type_identity_t<T> b) {
  if constexpr (std::is_integral_v<T>) {
    return a == b;
  } else {
    // long double has padding bits, and no word of its size.
    using call = rules::single_rule_call<rules::has_word_of_its_size<rules::element<T>>>;
    ATTN_REQUIRE(call, rule, "attn::bitwise_equal(A, B): the elements must have 32 or 64 bits");
    if constexpr (call::all::value)
      return detail::same_word(a, b);
    else
      return false;
  }
}

namespace detail {
template <class T, class... Axes>
ATTN_ABI constexpr bool all_bitwise_equal(const tensor<T, Axes...>& a,
                                          const tensor<T, Axes...>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!bitwise_equal(a.data()[i], b.data()[i])) return false;
  return true;
}
}  // namespace detail

template <class T, class... Axes>
ATTN_ABI constexpr bool bitwise_equal(const tensor<T, Axes...>& a,
                                      const std::type_identity_t<tensor<T, Axes...>>& b) {
  using call = rules::single_rule_call<rules::arithmetic_element<rules::element<T>>>;
  ATTN_REQUIRE(call, rule,
               "attn::bitwise_equal(A, B): requires an arithmetic element type; analysis scalars: "
               "identical(A, B)");
  if constexpr (call::all::value)
    return detail::all_bitwise_equal(a, b);
  else
    return false;
}

template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr bool bitwise_equal(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::equality_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_EQUALITY(call, "attn::bitwise_equal(A, B)");
  if constexpr (call::all::value)
    return bitwise_equal(a, detail::with_shape<shape<A...>>(b));
  else
    return false;
}

}  // namespace attn
ATTN_STRICT_FP_END
