// SPDX-License-Identifier: BSL-1.0
// The meaning of elementwise operations and of reductions.
#pragma once

#include <cstddef>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::generic {

// The meaning of an elementwise operation, for any scalar.
template <std::size_t N, class T, class Operation, class... X>
ATTN_ABI constexpr void elementwise(T* out, const Operation& operation, const X*... x) {
  for (std::size_t i = 0; i < N; ++i) out[i] = operation(x[i]...);
}

template <std::size_t N, class T, class Operation>
ATTN_ABI constexpr void elementwise_scalar(T* out, const Operation& operation, const T* x,
                                           const T& s) {
  for (std::size_t i = 0; i < N; ++i) out[i] = operation(x[i], s);
}

// The meaning of a reduction, for any scalar: 16 partial results, element i going to partial i mod
// 16 in increasing i, each starting from its first element. Then partials l and l + 8 are combined,
// then 4, 2, 1. The order is the same for every register width, so every evaluator can keep it.

inline constexpr std::size_t partials = 16;

template <std::size_t N, std::size_t Stride, class T, class Operation>
ATTN_ABI constexpr T reduce(const T* x, const Operation& operation) {
  constexpr std::size_t count = N < partials ? N : partials;  // absent partials take no part
  T partial[count]{};
  for (std::size_t i = 0; i < count; ++i) partial[i] = x[i * Stride];
  for (std::size_t i = count; i < N; ++i)
    partial[i % partials] = operation(partial[i % partials], x[i * Stride]);
  for (std::size_t half = partials / 2; half > 0; half /= 2)
    for (std::size_t l = 0; l < half && l + half < count; ++l)
      partial[l] = operation(partial[l], partial[l + half]);
  return partial[0];
}

// The same over the elements that are kept, of which there is one: no other is part of anything, so
// with zeros in their place a sum is the same, bit for bit.
template <std::size_t N, class T, class Kept, class Operation>
ATTN_ABI constexpr T reduce_kept(const T* x, const Kept& kept, const Operation& operation) {
  T partial[partials]{};
  bool some[partials]{};
  const auto take = [&](std::size_t l, const T& y) {
    partial[l] = some[l] ? operation(partial[l], y) : y;
    some[l] = true;
  };
  for (std::size_t i = 0; i < N; ++i)
    if (kept(i)) take(i % partials, x[i]);
  for (std::size_t half = partials / 2; half > 0; half /= 2)
    for (std::size_t l = 0; l < half; ++l)
      if (some[l + half]) take(l, partial[l + half]);
  return partial[0];
}

}  // namespace attn::detail::generic
ATTN_STRICT_FP_END
