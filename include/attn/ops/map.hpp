// SPDX-License-Identifier: BSL-1.0
// map(x, f): f of every element; map(x, y, f): f of every pair.
//
// (axes) -> (axes); the element type is what f returns. The rounding of what f computes is f's own
// affair: a product and a sum inside a lambda may be fused where the target can.
// Rule: same_axes for two operands.
#pragma once

#include <type_traits>

#include <attn/detail/generic/elementwise.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T, class... Axes, class F>
ATTN_ABI constexpr auto map(const tensor<T, Axes...>& x, const F& f) {
  tensor<std::remove_cvref_t<decltype(f(x.data()[0]))>, Axes...> result(detail::uninitialized);
  detail::generic::elementwise<result.volume>(result.data(), f, x.data());
  return result;
}

template <class T, class U, class... A, class... B, class F>
ATTN_ABI constexpr auto map(const tensor<T, A...>& a, const tensor<U, B...>& b, const F& f) {
  constexpr bool fit = rules::same_axes<rules::axes_of_A<A...>, rules::axes_of_B<B...>>::value;
  static_assert(rules::same_axis<
                    rules::differing_in_A<rules::axes_of_A<A...>, rules::axes_of_B<B...>>,
                    rules::differing_in_B<rules::axes_of_A<A...>, rules::axes_of_B<B...>>>::value,
                ATTN_MESSAGE("attn::map(A, B, f): both must have the same axes",
                             rules::axes_of_A<A...>, rules::axes_of_B<B...>));
  if constexpr (fit) {
    using element = std::remove_cvref_t<decltype(f(a.data()[0], b.data()[0]))>;
    tensor_of<element, merge_names<shape<A...>, shape<B...>>> result(detail::uninitialized);
    detail::generic::elementwise<result.volume>(result.data(), f, a.data(), b.data());
    return result;
  } else {
    return a;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
