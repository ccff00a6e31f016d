// SPDX-License-Identifier: BSL-1.0
// An elementwise operation in constant evaluation: up to 64 elements at a time, as one vector.
#pragma once

#include <cstddef>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/generic/elementwise.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::constant {

// Of values, not of references: GCC remembers the results of such, and is asked twice.
template <class Operation, class T, std::size_t Lanes>
ATTN_ABI constexpr block<T, Lanes> of_row(const Operation operation, const block<T, Lanes> row) {
  const vec<T, Lanes> y = operation(bits_as<vec<T, Lanes>>(row));
  return bits_as<block<T, Lanes>>(y);
}

// Count elements, Stride and ToStride apart.
template <std::size_t Count, std::size_t ToStride = 1, std::size_t Stride = 1, class T,
          class Operation>
ATTN_ABI constexpr void elementwise_row(T* out, const Operation& operation, const T* x) {
  const auto row = load_row<Count, Stride>(x);
#if defined(__GNUC__) && !defined(__clang__)
  // GCC (12) keeps integers that rise in steps, as the exponents of exp of 0, 0.7, 1.4 … do, as the
  // first and the step, and takes hardly an operation on such for a constant.
  if (!__builtin_constant_p(of_row(operation, row).data[0])) {
    for (std::size_t i = 0; i < Count; ++i) out[i * ToStride] = operation(x[i * Stride]);
    return;
  }
#endif
  store_row<Count, ToStride>(out, of_row(operation, row));
}

// N elements. Of a row_scalar, `operation` takes vectors of them.
template <std::size_t N, class T, class Operation>
ATTN_ABI constexpr void elementwise(T* out, const Operation& operation, const T* x) {
  if constexpr (row_scalar<T>) {
    constexpr std::size_t rest = N % widest, whole = N - rest;
    for (std::size_t j = 0; j < whole; j += widest)
      elementwise_row<widest>(out + j, operation, x + j);
    if constexpr (rest > 0) elementwise_row<rest>(out + whole, operation, x + whole);
  } else if constexpr (has_rows<T>) {
    elementwise_in_rows<N>(out, N, operation, x);
  } else {
    generic::elementwise<N>(out, operation, x);
  }
}

// Of two operands, element by element: of a row_scalar, that takes fewer steps than to load them.
template <std::size_t N, class T, class Operation>
ATTN_ABI constexpr void elementwise(T* out, const Operation& operation, const T* x, const T* y) {
  if constexpr (has_rows<T>)
    elementwise_in_rows<N>(out, N, operation, x, y);
  else
    generic::elementwise<N>(out, operation, x, y);
}
template <std::size_t N, class T, class Operation>
ATTN_ABI constexpr void elementwise_by(T* out, const Operation& operation, const T* x, const T& s) {
  if constexpr (has_rows<T>)
    elementwise_in_rows<N>(out, N, [&]<class V>(const V& v) { return operation(v, V(s)); }, x);
  else
    generic::elementwise_scalar<N>(out, operation, x, s);
}

// With a scalar as the second operand.
template <std::size_t N, class T, class Operation>
ATTN_ABI constexpr void elementwise_scalar(T* out, const Operation& operation, const T* x,
                                           const T& s) {
  if constexpr (row_scalar<T>)
    elementwise<N>(out, [&]<class V>(const V& v) { return operation(v, splat<V>(s)); }, x);
  else
    elementwise_by<N>(out, operation, x, s);
}

}  // namespace attn::detail::constant
ATTN_STRICT_FP_END
