// SPDX-License-Identifier: BSL-1.0
// ulp(a, b): the largest error of a, in units in the last place of the largest element of b.
//
//   ulp(a, b) = max |a_i - b_i| / u      where u is the distance of adjacent numbers of a's element
//                                        type T in [2^e, 2^(e+1)), which has max |b_i|
//
// (axes) x (axes) -> double; also of two numbers. b is the reference, of T or, for a of float, of
// double, and may be braces. A correctly rounded result has at most 0.5.
//
// Accuracy: exact for float; for double the difference is rounded to double.
// Special values: equal infinities and two NaNs have no error, other NaNs and infinities an
// infinite one, and they are not the largest element. If all of b is 0, u is the smallest number.
// Rules: float_or_double, same_axes; reference_element: b is not narrower than a.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
// An element of B can be the reference of an element of A: float or double, and not narrower.
template <class RoleA, class RoleB>
struct reference_element {
  static constexpr bool value = false;
};
template <class T, class U>
struct reference_element<element_of_A<T>, element_of_B<U>> {
  static constexpr bool value = attn::detail::binary_format<U> && sizeof(U) >= sizeof(T);
};
template <class A, class B>
struct ulp_call;
template <class T, class... A, class U, class... B>
struct ulp_call<tensor<T, A...>, tensor<U, B...>> {
  using operands = roles<axes_of_A<A...>, axes_of_B<B...>>;
  using same_axes = axes_agree<axes_of_A<A...>, axes_of_B<B...>>;
  using float_or_double = rules::float_or_double<element<T>>;
  using reference = reference_element<element_of_A<T>, element_of_B<U>>;
  using all = in_order<same_axes, float_or_double, reference>;
};
}  // namespace rules

namespace detail {

// The distance of adjacent numbers of T around m, which is finite and not negative.
template <class T>
ATTN_ABI constexpr double unit_in_the_last_place(double m) {
  const int biased = static_cast<int>(__builtin_bit_cast(std::uint64_t, m) >> 52);
  const int exponent = biased == 0 ? -1022 : biased - 1023;
  const int least = std::numeric_limits<T>::min_exponent - 1;
  const int unit = (exponent < least ? least : exponent) - (std::numeric_limits<T>::digits - 1);
  const auto word = unit < -1022 ? std::uint64_t{1} << (unit + 1074)
                                 : static_cast<std::uint64_t>(unit + 1023) << 52;
  return __builtin_bit_cast(double, word);
}

template <class T, class U>
ATTN_ABI constexpr double largest_error(const T* a, const U* b, std::size_t n) {
  const double infinity = infinity_of<double>();
  const double largest_number = attn::detail::limits<double>::max;
  double largest = 0, error = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = a[i], y = b[i], size = y < 0 ? -y : y;
    if (size > largest && size < infinity) largest = size;
    if (x == y || (x != x && y != y)) continue;
    const bool finite = x > -infinity && x < infinity && size < infinity;
    const double half = finite ? (x < y ? y / 2 - x / 2 : x / 2 - y / 2) : infinity;
    const double distance = half > largest_number / 2 ? infinity : x < y ? y - x : x - y;
    if (distance > error) error = distance;
  }
  const double unit = unit_in_the_last_place<T>(largest);
  if (error == infinity || (unit < 1 && error > largest_number * unit)) return infinity;
  return error / unit;
}

}  // namespace detail

template <class T, class... A>
ATTN_ABI constexpr double ulp(const tensor<T, A...>& a,
                              const std::type_identity_t<tensor<T, A...>>& b) {
  using call = rules::single_rule_call<rules::float_or_double<rules::element<T>>>;
  ATTN_REQUIRE(call, rule, "attn::ulp(A, B): requires float or double; compare integers with ==");
  if constexpr (call::all::value)
    return detail::largest_error(a.data(), b.data(), a.size());
  else
    return 0;
}
// A reference of another type: wider, or with other names.
template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr double ulp(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::ulp_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, same_axes, "attn::ulp(A, B): both must have the same axes");
  ATTN_REQUIRE(call, float_or_double,
               "attn::ulp(A, B): requires float or double; compare integers with ==");
  ATTN_REQUIRE(call, reference,
               "attn::ulp(A, B): B is the reference, with A's element type, or double");
  if constexpr (call::all::value)
    return detail::largest_error(a.data(), b.data(), a.size());
  else
    return 0;
}
template <detail::binary_format T, detail::binary_format U>
  requires(sizeof(U) >= sizeof(T))
ATTN_ABI constexpr double ulp(T a, U b) {
  return detail::largest_error(&a, &b, 1);
}

}  // namespace attn
ATTN_STRICT_FP_END
