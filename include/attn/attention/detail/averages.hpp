// SPDX-License-Identifier: BSL-1.0
// Weights of a softmax where the elements have bounds (detail/row_bounds.hpp): of the keys that a
// mask keeps, and the averages that they make of values. Of other elements nothing is computed.
#pragma once

#include <cstddef>

#include <attn/detail/row_bounds.hpp>
#include <attn/ops/matmul.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The scores of a row, kept while its weights are computed, maybe in their place.
template <std::size_t N, class T, bool = row_bounds<T>::known>
struct row_before {
  ATTN_ABI constexpr explicit row_before(const T*) {}
  template <class Row>
  ATTN_ABI constexpr void narrow_softmax(T*, const Row&) const {}
};
template <std::size_t N, class T>
struct row_before<N, T, true> {
  T scores[N]{};
  ATTN_ABI constexpr explicit row_before(const T* x) {
    for (std::size_t j = 0; j < N; ++j) scores[j] = x[j];
  }
  // Of the keys that are kept; the weight of the others is 0, unless the row may be NaN.
  template <class Row>
  ATTN_ABI constexpr void narrow_softmax(T* weights, const Row& kept) const {
    T x[N]{}, y[N]{};
    std::size_t count = 0;
    for (std::size_t j = 0; j < N; ++j)
      if (kept(j)) {
        x[count] = scores[j];
        y[count++] = weights[j];
      }
    if (count == 0) return;
    row_bounds<T>::template narrow_softmax<N>(y, x, count);
    for (std::size_t j = N; j-- > 0;)
      weights[j] = kept(j) ? y[--count] : row_bounds<T>::zero_beside(y[0]);
  }
};

// out = weights v, of the weights of a softmax, which sum to 1.
template <class T, class... Out, class... W, class... V>
ATTN_ABI constexpr void narrow_averages(tensor<T, Out...>& out, const tensor<T, W...>& weights,
                                        const tensor<T, V...>& v) {
  if constexpr (row_bounds<T>::known) {
    using plan = product_plan<T, shape<W...>, shape<V...>>;
    constexpr std::size_t m = plan::m, k = plan::k, n = plan::n;
    for (std::size_t p = 0; p < plan::products; ++p)
      row_bounds<T>::template averages<m, k, n>(out.data() + p * m * n, weights.data() + p * m * k,
                                                v.data() + p * k * n);
  }
}
template <class T, class... Out, class... W, class... V>
ATTN_ABI constexpr void write_averages(tensor<T, Out...>& out, const tensor<T, W...>& weights,
                                       const tensor<T, V...>& v) {
  write_product(out, weights, v);
  narrow_averages(out, weights, v);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
