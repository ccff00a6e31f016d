// SPDX-License-Identifier: BSL-1.0
// as<U>(x): converts every element of a tensor to U; type_as(x, y): to the element type of y, as in
// PyTorch.
//
// (axes) -> (axes). The conversion is static_cast, so float to int truncates and double to float
// rounds to nearest. There are no implicit conversions between element types.
#pragma once

#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
// The tensor whose element number i is f(i).
template <class Result, class F>
ATTN_ABI constexpr Result generated(const F& f) {
  Result result(uninitialized);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = f(i);
  return result;
}
}  // namespace detail

template <scalar U, class T, class... Axes>
ATTN_ABI constexpr auto as(const tensor<T, Axes...>& x) {
  if constexpr (std::is_same_v<U, T>) {
    return x;
  } else {
    tensor<U, Axes...> result(detail::uninitialized);
    const T* from = x.data();
    for (U& element : result) element = static_cast<U>(*from++);
    return result;
  }
}

namespace detail {
// As elements of y's type. Of recorded ones, they are constants in the record that y is in.
template <class T, class... Axes, class U, class... Other>
ATTN_ABI constexpr tensor<U, Axes...> as_elements_of(const tensor<T, Axes...>& x,
                                                     const tensor<U, Other...>& y) {
  if constexpr (is_recorded<U> && !std::is_same_v<U, T>) {
    tensor<U, Axes...> result(uninitialized);
    if (backward_rule<of_constants, U>::record(result, x, y)) return result;
    return as<U>(x);
  } else {
    return as<U>(x);
  }
}
}  // namespace detail

template <class T, class... Axes, class U, class... Other>
ATTN_ABI constexpr auto type_as(const tensor<T, Axes...>& x, const tensor<U, Other...>& y) {
  return detail::as_elements_of(x, y);
}

}  // namespace attn
ATTN_STRICT_FP_END
