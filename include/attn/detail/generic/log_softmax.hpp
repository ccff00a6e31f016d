// SPDX-License-Identifier: BSL-1.0
// The meaning of the logarithms of a row's softmax and of its denominator, for any scalar: m = the
// largest, d = the reduction of exp(x_i - m); log_softmax y_i = (x_i - m) - log d, logsumexp is
// m + log d.
#pragma once

#include <cstddef>
#include <limits>

#include <attn/detail/generic/reduce.hpp>
#include <attn/detail/lifetime.hpp>
#include <attn/detail/limits.hpp>
#include <attn/math/assume.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/max.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::generic {

// The finite number nearest to m, by which an infinity may be moved: the difference of two
// infinities is NaN. A NaN stays, and so does a scalar that has no limits.
template <class T>
ATTN_ABI constexpr T kept_finite(const T& m) {
  using math::max;
  using math::min;
  if constexpr (std::numeric_limits<T>::is_specialized)
    return max(min(m, attn::detail::limits<T>::max), attn::detail::limits<T>::lowest);
  else
    return m;
}

template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr T largest_of(const T* x) {
  using math::max;
  T largest = x[0];
  for (std::size_t i = 1; i < N; ++i) largest = max(largest, x[i * Stride]);
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
