// SPDX-License-Identifier: BSL-1.0
// Parts of a tensor along one axis, copied: one index of it, or a range.
//
//   select<"token">(x, 2)       (token, width) -> (width): what stands at token 2; the axis goes
//   narrow<"token", 3>(x, 2)    (token 8, width) -> (token 3, width): tokens 2, 3, 4
//
// Exact. The names are PyTorch's. The axis is named, or given by position.
// Rules: has_axis; fits_into: the range is not longer than the axis. The index, or where the range
// starts, is checked as that of tensor::operator() is.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <attn/ops/reduce.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// `count` indices of the axis at position At from `start` on, one after the other into `to`.
template <class Shape, std::size_t At, class T>
ATTN_ABI constexpr void copy_range(T* to, const T* from, std::size_t start, std::size_t count) {
  using around = around_axis<Shape, At>;
  for (std::size_t o = 0; o < around::outer; ++o)
    for (std::size_t i = 0; i < count * around::inner; ++i)
      *to++ = from[(o * around::extent + start) * around::inner + i];
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto select(const tensor<T, Axes...>& x, std::integral auto index) {
  using from = shape<Axes...>;
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::select<axis>(x, index): x has no such axis", rules::axes_of<Axes...>));
  if constexpr (found) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    const std::size_t start = detail::as_index(index);  // a negative index is a huge one
    x.check_index(start, from::extents[at]);
    tensor_of<T, without_axis<from, at>> result(detail::uninitialized);
    detail::copy_range<from, at>(result.data(), x.data(), start, 1);
    return result;
  } else {
    return x;
  }
}

template <axis_selector Axis, std::size_t Length, class T, class... Axes>
ATTN_ABI constexpr auto narrow(const tensor<T, Axes...>& x, std::integral auto start) {
  using from = shape<Axes...>;
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::narrow<axis, length>(x, start): x has no such axis",
                   rules::axes_of<Axes...>));
  if constexpr (found) {
    constexpr std::size_t at = Axis.template position_in<Axes...>();
    using whole = axis_at<from, at>;
    constexpr bool fits = rules::fits_into<rules::size<Length>, rules::any_axis<whole>>::value;
    static_assert(rules::fits_into<rules::size<Length>, rules::any_axis<whole>>::value,
                  "attn::narrow<axis, length>(x, start): the length must be 1 to the axis' size");
    if constexpr (fits) {
      const std::size_t first = detail::as_index(start);
      x.check_index(first, whole::size - Length + 1);
      using part = resized<whole, Length>;
      tensor_of<T, replace_axis<from, at, part>> result(detail::uninitialized);
      detail::copy_range<from, at>(result.data(), x.data(), first, Length);
      return result;
    } else {
      return x;
    }
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
