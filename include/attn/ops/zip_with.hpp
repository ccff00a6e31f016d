// SPDX-License-Identifier: BSL-1.0
// zip_with(f, a, b, c, …): applies f to the corresponding elements of several tensors.
//
//   out(…) = f(a(…), b(…), c(…), …)
//
// (axes) x (axes) x … -> (axes): each axis has the name of the first operand that has one; the
// element type is the return type of f. map(x, f) and map(a, b, f) are the same for one and two.
// The rounding is determined by f.
// Rule: same_axes.
#pragma once

#include <type_traits>

#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Result, class F, class... Tensors>
ATTN_ABI constexpr Result zipped_with(const F& f, const Tensors&... x) {
  Result result(uninitialized);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = f(x.data()[i]...);
  return result;
}

}  // namespace detail

template <class F, class T, class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr auto zip_with(const F& f, const tensor<T, Axes...>& a, const More&... more) {
  using call = rules::zip_call<tensor<T, Axes...>, tensor<T, Axes...>, More...>;
  ATTN_REQUIRE(call, same_axes, "attn::zip_with(f, A, B…): all must have the same axes");
  if constexpr (call::holds) {
    using element = std::remove_cvref_t<decltype(f(a.data()[0], more.data()[0]...))>;
    return detail::zipped_with<tensor_of<element, typename call::shape_type>>(f, a, more...);
  } else {
    return a;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
