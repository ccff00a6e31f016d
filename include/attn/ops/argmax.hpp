// SPDX-License-Identifier: BSL-1.0
// argmax<axis>(x): the index of the first maximum along an axis, which is removed.
//
//   argmax<axis>(x)                   the smallest i with x(…, i, …) = max over the axis
//   argmax<axis>(x, last_of_equals)   the largest one
//
// (token, key) -> (token), of int, for "key". Exact.
// Special values: NaN is larger than every number, so the result is the index of the first NaN, as
// in PyTorch, or of the last one. -0 and +0 are equal here, so the first or the last of them is
// chosen (amax orders them).
// Rules: has_axis; arithmetic_element, because values are compared.
#pragma once

#include <cstddef>

#include <attn/ops/reduce.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Of several maxima the last one, as ONNX' select_last_index.
struct last_of_equals_t {};
inline constexpr last_of_equals_t last_of_equals{};

namespace rules {

// One tensor along an axis, of elements that can be compared.
template <auto Axis, class X>
struct argmax_call;
template <auto Axis, class T, class... Axes>
struct argmax_call<Axis, tensor<T, Axes...>> : axis_call<Axis, tensor<T, Axes...>> {
  using result =
      tensor_of<int, without_axis<shape<Axes...>, axis_call<Axis, tensor<T, Axes...>>::position>>;
  using ordered = arithmetic_element<element<T>>;
  static constexpr bool holds = axis_call<Axis, tensor<T, Axes...>>::holds && ordered::value;
};

}  // namespace rules

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
// The first one from the other end.
template <class T>
ATTN_ABI constexpr int index_of_last_maximum(const T* x, std::size_t n, std::size_t stride) {
  std::size_t best = n - 1;
  for (std::size_t i = n - 1; i-- > 0;) {
    const T largest = x[best * stride], other = x[i * stride];
    const bool ended = largest != largest;
    if (!ended && (largest < other || other != other)) best = i;
  }
  return static_cast<int>(best);
}

template <class Result, std::size_t At, bool Last, class T, class... Axes>
ATTN_ABI constexpr Result argmax_along(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  Result out(uninitialized);
  for (std::size_t row = 0; row < around::rows; ++row) {
    const T* const from = x.data() + around::start_of(row);
    if constexpr (Last)
      out.data()[row] = index_of_last_maximum(from, around::extent, around::inner);
    else
      out.data()[row] = index_of_maximum(from, around::extent, around::inner);
  }
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto argmax(const tensor<T, Axes...>& x) {
  using call = rules::argmax_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::argmax<axis>(x)");
  ATTN_REQUIRE(
      call, ordered,
      "attn::argmax<axis>(x): requires an arithmetic element type, whose values can be compared");
  if constexpr (call::holds)
    return detail::argmax_along<typename call::result, call::position, false>(x);
  else
    return x;
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto argmax(const tensor<T, Axes...>& x, last_of_equals_t) {
  using call = rules::argmax_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::argmax<axis>(x, last_of_equals)");
  ATTN_REQUIRE(call, ordered,
               "attn::argmax<axis>(x, last_of_equals): requires an arithmetic element type, whose "
               "values can be compared");
  if constexpr (call::holds)
    return detail::argmax_along<typename call::result, call::position, true>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
