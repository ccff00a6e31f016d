// SPDX-License-Identifier: BSL-1.0
// The logarithms of a row's softmax and of its denominator in constant evaluation, up to 64
// elements as one vector. The elements of a row are Stride apart.
#pragma once

#include <cstddef>

#include <attn/detail/constant/softmax.hpp>
#include <attn/detail/generic/log_softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::constant {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void log_softmax_of_a_row_without_a_finite_maximum() {}

// The reduction of exp(x[i] - m).
template <std::size_t N, std::size_t Stride, math::exp_domain Domain, class T>
ATTN_ABI constexpr T total_of_exp(const T* x, T m) {
  T e[N];
  exp_row<N, 1, Stride, Domain>(e, x, m);
  return generic::reduce<N, 1>(e, [](T a, T b) { return a + b; });
}

// out[i] = (x[i] - m) - log_d for Count elements.
template <std::size_t Count, std::size_t Stride, class T>
ATTN_ABI constexpr void subtract_from_piece(T* out, const T* x, T m, T log_d) {
  using V = vec<T, lanes<T, Count>>;
  const V y = (bits_as<V>(load_row<Count, Stride>(x)) - m) - log_d;
  store_row<Count, Stride>(out, bits_as<block<T, lanes<T, Count>>>(y));
}

template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr void log_softmax(T* out, const T* x) {
  if constexpr (row_scalar<T>) {
    const T m = largest_of_row<N, Stride>(x);
    if (!is_finite(m)) log_softmax_of_a_row_without_a_finite_maximum();
    const T log_d = math::log(total_of_exp<N, Stride, math::exp_domain::not_positive>(x, m));
    constexpr std::size_t rest = N % widest, whole = N - rest;
    for (std::size_t j = 0; j < whole; j += widest)
      subtract_from_piece<widest, Stride>(out + j * Stride, x + j * Stride, m, log_d);
    if constexpr (rest > 0)
      subtract_from_piece<rest, Stride>(out + whole * Stride, x + whole * Stride, m, log_d);
  } else {
    generic::log_softmax<N, Stride>(out, x);
  }
}

template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr T logsumexp(const T* x) {
  if constexpr (row_scalar<T>) {
    const T m = generic::kept_finite(largest_of_row<N, Stride>(x));
    if (m != m) constant_is_not_a_number();
    return m + math::log(total_of_exp<N, Stride, math::exp_domain::all>(x, m));
  } else {
    return generic::logsumexp<N, Stride>(x);
  }
}

}  // namespace attn::detail::constant
ATTN_STRICT_FP_END
