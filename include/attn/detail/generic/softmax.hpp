// SPDX-License-Identifier: BSL-1.0
// The meaning of softmax, log_softmax and logsumexp of a row.
#ifndef ATTN_DETAIL_GENERIC_SOFTMAX_HPP
#define ATTN_DETAIL_GENERIC_SOFTMAX_HPP

#include <cstddef>

#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/max.hpp>
#include <attn/math/rounded.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::generic {

// The meaning of softmax of one row, for any scalar: m = the largest, e_i = exp(x_i - m),
// d = the reduction of e, r = 1 / d, y_i = e_i * r.

// N elements, Stride apart.
template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr void softmax_in_steps(T* out, const T* x) {
  using math::assume_at_least;
  using math::assume_at_most;
  using math::exp;
  T largest = x[0];
  for (std::size_t i = 1; i < N; ++i) largest = (math::max)(largest, x[i * Stride]);
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

// The meaning of the logarithms of a row's softmax and of its denominator, for any scalar: m = the
// largest, d = the reduction of exp(x_i - m). log_softmax y_i = (x_i - m) - log d, logsumexp is
// m + log d.

template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr T largest_of(const T* x) {
  T largest = x[0];
  for (std::size_t i = 1; i < N; ++i) largest = (math::max)(largest, x[i * Stride]);
  return largest;
}

template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr T total_of_exp(const T* x, const T& m) {
  using math::assume_at_least;
  using math::assume_at_most;
  using math::exp;
  T e[N];
  lifetime_begins(e);
  for (std::size_t i = 0; i < N; ++i) e[i] = exp(assume_at_most(T(x[i * Stride] - m), 0));
  // One of the terms is exp(0), and none is negative.
  return assume_at_least(reduce<N, 1>(e, [](const T& a, const T& b) { return a + b; }), 1);
}

// N elements, Stride apart.
template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr void log_softmax(T* out, const T* x) {
  using math::assume_at_most;
  using math::log;
  const T m = largest_of<N, Stride>(x);
  const T log_d = log(total_of_exp<N, Stride>(x, m));
  for (std::size_t i = 0; i < N; ++i)
    out[i * Stride] = assume_at_most(T(x[i * Stride] - m), 0) - log_d;
}

template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr T logsumexp(const T* x) {
  using math::log;
  const T m = kept_finite(largest_of<N, Stride>(x));
  return m + log(total_of_exp<N, Stride>(x, m));
}

}  // namespace attn::detail::generic
ATTN_STRICT_FP_END

#endif
