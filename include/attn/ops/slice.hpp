// SPDX-License-Identifier: BSL-1.0
// Copies a part of a tensor along one axis: one index, or a range of indices.
//
//   select<"token">(x, 2)       (token, width) -> (width): token 2; removes the axis
//   narrow<"token", 3>(x, 2)    (token 8, width) -> (token 3, width): tokens 2, 3, 4
//
// Exact. The names are PyTorch's. The axis is named, or given by position.
// Rules: has_axis; fits_into: the range is not longer than the axis. The index or the start is
// checked like that of tensor::operator().
#pragma once

#include <concepts>
#include <cstddef>

#include <attn/ops/reduce.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

template <auto Axis, std::size_t Length, class X>
struct narrow_call;
template <auto Axis, std::size_t Length, class T, class... Axes>
struct narrow_call<Axis, Length, tensor<T, Axes...>> : axis_call<Axis, tensor<T, Axes...>> {
  using axis = axis_call<Axis, tensor<T, Axes...>>;
  using whole = axis_at<shape<Axes...>, axis::position>;
  using result = tensor_of<T, replace_axis<shape<Axes...>, axis::position, resized<whole, Length>>>;
  using part_fits = only_if<axis::holds, fits_into<size<Length>, any_axis<whole>>>;
  static constexpr bool holds = axis::holds && part_fits::value;
};

}  // namespace rules

namespace detail {

// `count` indices of the axis at position At from `start` on, one after the other into `to`.
template <class Shape, std::size_t At, class T>
ATTN_ABI constexpr void copy_range(T* to, const T* from, std::size_t start, std::size_t count) {
  using around = around_axis<Shape, At>;
  for (std::size_t o = 0; o < around::outer; ++o)
    for (std::size_t i = 0; i < count * around::inner; ++i)
      *to++ = from[(o * around::extent + start) * around::inner + i];
}

template <std::size_t At, class Out, class T, class... Axes>
ATTN_ABI constexpr bool record_range(Out& out, const tensor<T, Axes...>& x, std::size_t start,
                                     std::size_t count) {
  using around = around_axis<shape<Axes...>, At>;
  return backward_rule<of_range, T>::template record<around>(out, x, start, count);
}

template <class Result, std::size_t At, class T, class... Axes>
ATTN_ABI constexpr Result selected(const tensor<T, Axes...>& x, std::size_t index) {
  x.check_index(index, shape<Axes...>::extents[At]);
  Result result(uninitialized);
  if constexpr (is_recorded<T>)
    if (record_range<At>(result, x, index, 1)) return result;
  copy_range<shape<Axes...>, At>(result.data(), x.data(), index, 1);
  return result;
}

template <class Result, std::size_t At, std::size_t Length, class T, class... Axes>
ATTN_ABI constexpr Result narrowed(const tensor<T, Axes...>& x, std::size_t start) {
  x.check_index(start, shape<Axes...>::extents[At] - Length + 1);
  Result result(uninitialized);
  if constexpr (is_recorded<T>)
    if (record_range<At>(result, x, start, Length)) return result;
  copy_range<shape<Axes...>, At>(result.data(), x.data(), start, Length);
  return result;
}

}  // namespace detail

// A negative index is a huge one (as_index).
template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto select(const tensor<T, Axes...>& x, std::integral auto index) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::select<axis>(x, index)");
  if constexpr (call::holds)
    return detail::selected<typename call::reduced, call::position>(x, detail::as_index(index));
  else
    return x;
}

template <axis_selector Axis, std::size_t Length, class T, class... Axes>
ATTN_ABI constexpr auto narrow(const tensor<T, Axes...>& x, std::integral auto start) {
  using call = rules::narrow_call<Axis, Length, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::narrow<axis, length>(x, start)");
  ATTN_REQUIRE(call, part_fits,
               "attn::narrow<axis, length>(x, start): the length must be 1 to the axis' size");
  if constexpr (call::holds)
    return detail::narrowed<typename call::result, call::position, Length>(x,
                                                                           detail::as_index(start));
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
