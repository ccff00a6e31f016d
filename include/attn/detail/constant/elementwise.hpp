// SPDX-License-Identifier: BSL-1.0
// An elementwise operation in constant evaluation: up to 64 elements at a time, as one vector.
#pragma once

#include <cstddef>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/generic/elementwise.hpp>

namespace attn::detail::constant {

template <std::size_t Count, class T, class Operation>
constexpr void elementwise_row(T* out, const Operation& operation, const T* x) {
  constexpr std::size_t n = lanes<T, Count>;
  const vec<T, n> y = operation(bits_as<vec<T, n>>(load_row<Count>(x)));
  store_row<Count>(out, bits_as<block<T, n>>(y));
}

// N elements; of a row_scalar, `operation` takes vectors of them.
template <std::size_t N, class T, class Operation>
constexpr void elementwise(T* out, const Operation& operation, const T* x) {
  if constexpr (row_scalar<T>) {
    constexpr std::size_t rest = N % widest, whole = N - rest;
    for (std::size_t j = 0; j < whole; j += widest)
      elementwise_row<widest>(out + j, operation, x + j);
    if constexpr (rest > 0) elementwise_row<rest>(out + whole, operation, x + whole);
  } else {
    generic::elementwise<N>(out, operation, x);
  }
}

// With a scalar as the second operand.
template <std::size_t N, class T, class Operation>
constexpr void elementwise_scalar(T* out, const Operation& operation, const T* x, const T& s) {
  if constexpr (row_scalar<T>)
    elementwise<N>(
        out, [&]<class V>(const V& v) { return operation(v, splat<V>(s)); }, x);
  else
    generic::elementwise_scalar<N>(out, operation, x, s);
}

}  // namespace attn::detail::constant
