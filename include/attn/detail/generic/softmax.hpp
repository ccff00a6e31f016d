// SPDX-License-Identifier: BSL-1.0
// The meaning of softmax of one row, for any scalar: m = the largest, e_i = exp(x_i - m),
// d = the reduction of e, r = 1 / d, y_i = e_i * r.
#pragma once

#include <cstddef>

#include <attn/detail/generic/reduce.hpp>
#include <attn/detail/row_bounds.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/assume.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/max.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::generic {

// N elements, Stride apart.
template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr void softmax_in_steps(T* out, const T* x) {
  using math::assume_at_least;
  using math::assume_at_most;
  using math::exp;
  using math::max;
  T largest = x[0];
  for (std::size_t i = 1; i < N; ++i) largest = max(largest, x[i * Stride]);
  for (std::size_t i = 0; i < N; ++i)
    out[i * Stride] = exp(assume_at_most(T(x[i * Stride] - largest), 0));
  // One of the terms is exp(0), and none is negative.
  const T sum =
      assume_at_least(reduce<N, Stride>(out, [](const T& a, const T& b) { return a + b; }), 1);
  const T share = quotient(T(1), T(sum));
  for (std::size_t i = 0; i < N; ++i) out[i * Stride] = rounded(out[i * Stride] * share);
}
// The same for an element with bounds, which Rows narrows.
template <class Rows, std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr void narrowed_softmax(T* out, const T* x) {
  T scores[N], weights[N];
  for (std::size_t i = 0; i < N; ++i) scores[i] = x[i * Stride];
  softmax_in_steps<N, 1>(weights, scores);
  Rows::template narrow_softmax<N>(weights, scores, N);
  for (std::size_t i = 0; i < N; ++i) out[i * Stride] = weights[i];
}
template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr void softmax(T* out, const T* x) {
  if constexpr (row_bounds<T>::known)
    row_bounds<T>::template softmax<N, Stride>(out, x);
  else
    softmax_in_steps<N, Stride>(out, x);
}

}  // namespace attn::detail::generic
ATTN_STRICT_FP_END
