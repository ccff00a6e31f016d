// SPDX-License-Identifier: BSL-1.0
// flip<axis>(x): reverses the order of the indices along an axis.
//
//   out(…, i, …) = x(…, n - 1 - i, …), of n indices
//
// (token, feature) -> (token, feature), for "token". Exact: elements are moved. flip twice is x.
// PyTorch: torch.flip, for one axis. A recurrence over flip<"token">(x) reads backwards.
// Rules: has_axis.
#pragma once

#include <cstddef>

#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <std::size_t At, class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> flipped(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  tensor<T, Axes...> out(uninitialized);
  for (std::size_t o = 0; o < around::outer; ++o)
    for (std::size_t i = 0; i < around::extent; ++i) {
      const T* const from = x.data() + (o * around::extent + i) * around::inner;
      T* const to = out.data() + (o * around::extent + around::extent - 1 - i) * around::inner;
      for (std::size_t j = 0; j < around::inner; ++j) to[j] = from[j];
    }
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto flip(const tensor<T, Axes...>& x) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::flip<axis>(x)");
  if constexpr (call::holds)
    return detail::flipped<call::position>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
