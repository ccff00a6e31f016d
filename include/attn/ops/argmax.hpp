// SPDX-License-Identifier: BSL-1.0
// argmax<axis>(x): the index of the first maximum along an axis; the axis goes.
//
//   out(…) = the least i with x(…, i, …) = max over the axis
//
// (token, key) -> (token), of int, for "key". Exact.
// Special values: a NaN counts as larger than every number, and the first NaN wins, as in PyTorch.
// -0 and +0 are equal here, so the first of them wins (amax orders them).
// Rules: has_axis; arithmetic_element: it compares, which only the numbers of the language can.
#pragma once

#include <cstddef>

#include <attn/ops/reduce.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
// Of n elements, `stride` apart.
template <class T>
ATTN_ABI constexpr int index_of_maximum(const T* x, std::size_t n, std::size_t stride) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < n; ++i) {
    const T largest = x[best * stride], other = x[i * stride];
    const bool ended = largest != largest;  // by a NaN
    if (!ended && (other > largest || other != other)) best = i;
  }
  return static_cast<int>(best);
}
}  // namespace detail

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto argmax(const tensor<T, Axes...>& x) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  constexpr bool ordered = rules::arithmetic_element<rules::element<T>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::argmax<axis>(x): x has no such axis", rules::axes_of<Axes...>));
  static_assert(
      rules::arithmetic_element<rules::element<T>>::value,
      "attn::argmax<axis>(x): requires an arithmetic element type, whose values can be compared");
  if constexpr (found && ordered) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    using around = detail::around_axis<shape<Axes...>, at>;
    tensor_of<int, without_axis<shape<Axes...>, at>> out(detail::uninitialized);
    for (std::size_t o = 0; o < around::outer; ++o)
      for (std::size_t i = 0; i < around::inner; ++i)
        out.data()[o * around::inner + i] = detail::index_of_maximum(
            x.data() + o * around::extent * around::inner + i, around::extent, around::inner);
    return out;
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
