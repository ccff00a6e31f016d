// SPDX-License-Identifier: BSL-1.0
// cumsum<axis>(x): the running sum along an axis.
//
//   out_0 = x_0,   out_i = out_(i-1) + x_i
//
// (token, key) -> (token, key), for each row along the axis. The axis is named, cumsum<"key">, or
// given by position, cumsum<0>. PyTorch: torch.cumsum.
//
// Rules: has_axis; supports_arithmetic.
// Accuracy: one rounding per sum, in the order of the axis; exact for integers. The last element
// does not have the bits of sum<axis>(x), which uses 16 partial sums.
// Special values: NaN or an infinity affects every element after it.
// Cost: cost::cumsum<X, axis>() is n - 1 additions for a row of n.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/scalars/operation_count.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

template <auto Axis, class X>
struct cumsum_call;
template <auto Axis, class T, class... Axes>
struct cumsum_call<Axis, tensor<T, Axes...>> : axis_call<Axis, tensor<T, Axes...>> {
  using arithmetic = supports_arithmetic<element<T>>;
  static constexpr bool holds = axis_call<Axis, tensor<T, Axes...>>::holds && arithmetic::value;
};

}  // namespace rules

namespace detail {

template <std::size_t At, class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> running_sums(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  tensor<T, Axes...> out(uninitialized);
  for (std::size_t o = 0; o < around::outer; ++o) {
    const T* from = x.data() + o * around::extent * around::inner;
    T* to = out.data() + o * around::extent * around::inner;
    for (std::size_t j = 0; j < around::inner; ++j) to[j] = from[j];
    for (std::size_t i = around::inner; i < around::extent * around::inner; ++i)
      to[i] = static_cast<T>(to[i - around::inner] + from[i]);
  }
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto cumsum(const tensor<T, Axes...>& x) {
  using call = rules::cumsum_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::cumsum<axis>(x)");
  ATTN_REQUIRE_ARITHMETIC(call, "attn::cumsum<axis>(x)");
  if constexpr (call::holds)
    return detail::running_sums<call::position>(x);
  else
    return x;
}

namespace cost {

template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count cumsum() {
  using result = decltype(attn::cumsum<Axis>(std::declval<const X&>()));
  using call = rules::axis_call<Axis, result>;
  return {.additions = X::volume - X::volume / X::shape_type::extents[call::position]};
}

}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
