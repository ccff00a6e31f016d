// SPDX-License-Identifier: BSL-1.0
// The meaning of an elementwise operation, for any scalar.
#pragma once

#include <cstddef>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::generic {

template <std::size_t N, class T, class Operation, class... X>
constexpr void elementwise(T* out, const Operation& operation, const X*... x) {
  for (std::size_t i = 0; i < N; ++i) out[i] = operation(x[i]...);
}

template <std::size_t N, class T, class Operation>
constexpr void elementwise_scalar(T* out, const Operation& operation, const T* x, const T& s) {
  for (std::size_t i = 0; i < N; ++i) out[i] = operation(x[i], s);
}

}  // namespace attn::detail::generic
ATTN_STRICT_FP_END
