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
  tensor<U, Axes...> result(detail::uninitialized);
  for (std::size_t i = 0; i < x.size(); ++i) result.data()[i] = static_cast<U>(x.data()[i]);
  return result;
}

template <class T, class... Axes, class U, class... Other>
ATTN_ABI constexpr auto type_as(const tensor<T, Axes...>& x, const tensor<U, Other...>&) {
  return as<U>(x);
}

}  // namespace attn
ATTN_STRICT_FP_END
