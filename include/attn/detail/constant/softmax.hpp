// SPDX-License-Identifier: BSL-1.0
// Softmax of one row in constant evaluation: exp of up to 64 elements at a time, as one vector.
#pragma once

#include <cstddef>
#include <limits>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/generic/softmax.hpp>

namespace attn::detail::constant {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
inline void softmax_of_a_row_without_a_finite_maximum() {}

// out[i] = exp(x[i] - largest) for Count elements.
template <std::size_t Count, class T>
constexpr void exp_row(T* out, const T* x, T largest) {
  using V = vec<T, lanes<T, Count>>;
  const V e = math::exp_lanes<true>(V(bits_as<V>(load_row<Count>(x)) - largest));
  store_row<Count>(out, bits_as<block<T, lanes<T, Count>>>(e));
}
template <std::size_t Count, class T>
constexpr void scale_row(T* out, T share) {
  using V = vec<T, lanes<T, Count>>;
  const V y = bits_as<V>(load_row<Count>(out)) * share;
  store_row<Count>(out, bits_as<block<T, lanes<T, Count>>>(y));
}

template <std::size_t N, class T>
constexpr void softmax(T* out, const T* x) {
  if constexpr (row_scalar<T>) {
    constexpr std::size_t rest = N % widest, whole = N - rest;
    T largest = x[0];
    for (std::size_t i = 1; i < N; ++i)
      if (x[i] > largest) largest = x[i];
    // Said before anything is computed: the difference to an infinity is no number.
    constexpr T highest = std::numeric_limits<T>::max();
    if (!(largest >= -highest && largest <= highest)) softmax_of_a_row_without_a_finite_maximum();
    for (std::size_t j = 0; j < whole; j += widest) exp_row<widest>(out + j, x + j, largest);
    if constexpr (rest > 0) exp_row<rest>(out + whole, x + whole, largest);
    const T share = T(1) / generic::reduce<N, 1>(out, [](T a, T b) { return a + b; });
    for (std::size_t j = 0; j < whole; j += widest) scale_row<widest>(out + j, share);
    if constexpr (rest > 0) scale_row<rest>(out + whole, share);
  } else {
    generic::softmax<N, 1>(out, x);
  }
}

}  // namespace attn::detail::constant
