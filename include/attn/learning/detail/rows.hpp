// SPDX-License-Identifier: BSL-1.0
// What the rules of reverse mode compute of rows: element by element, and sums.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/runtime/reduce.hpp>
#include <attn/detail/storage.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/scalars/dual.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

struct unchanged {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    return x;
  }
};
struct first_of_two {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x, const V&) const {
    return x;
  }
};
// sum + f(x...)
template <class F>
struct added_to {
  F f;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& sum, const V& x, const V& y) const {
    return sum + f(x, y);
  }
};
// sum + x * s
template <class T>
struct added_scaled {
  T s;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& sum, const V& x) const {
    return sum + rounded(V(x * splat<V>(s)));
  }
};

// weight * x, and 0 where the weight is, whatever x is.
struct weight_times {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& weight, const V& x) const {
    if constexpr (binary_format<element_of<V>>) {
      const V zero{};
      return choose(weight == zero, zero, rounded(V(weight * x)));
    } else {
      return primal(weight) == 0 ? V(0) : V(rounded(V(weight * x)));
    }
  }
};

template <std::size_t N, class T, class Operation, class... X>
ATTN_ABI constexpr void each_of_row(T* to, const Operation& operation, const X*... x) {
  if (std::is_constant_evaluated())
    generic::elementwise<N>(to, operation, x...);
  else
    runtime::elementwise<N>(to, operation, x...);
}
template <std::size_t N, class T, class Operation>
ATTN_ABI constexpr void each_of_row_with(T* to, const Operation& operation, const T* x,
                                         const T& s) {
  if (std::is_constant_evaluated())
    generic::elementwise_scalar<N>(to, operation, x, s);
  else
    runtime::elementwise_scalar<N>(to, operation, x, s);
}

template <std::size_t N, class T>
ATTN_ABI constexpr T sum_of_row(const T* x) {
  if constexpr (kernel_scalar<T>)
    if (!std::is_constant_evaluated()) {
      T sum;
      runtime::sums_of_rows<1, N>(&sum, x);
      return sum;
    }
  return generic::reduce<N, 1>(x, plus{});
}

// A row whose elements are Stride apart, as N elements side by side: read from, or written to, when
// its time is over.
template <std::size_t N, std::size_t Stride, class T>
struct row_in {
  T data[N];
  ATTN_ABI constexpr explicit row_in(const T* from) {
    lifetime_begins(data);
    for (std::size_t i = 0; i < N; ++i) data[i] = from[i * Stride];
  }
};
template <std::size_t N, class T>
struct row_in<N, 1, T> {
  const T* data;
  ATTN_ABI constexpr explicit row_in(const T* from) : data(from) {}
};
template <std::size_t N, std::size_t Stride, class T>
struct row_out {
  T* to;
  T data[N];
  ATTN_ABI constexpr explicit row_out(T* where) : to(where) { lifetime_begins(data); }
  row_out(const row_out&) = delete;
  row_out& operator=(const row_out&) = delete;
  ATTN_ABI constexpr ~row_out() {
    for (std::size_t i = 0; i < N; ++i) to[i * Stride] = data[i];
  }
};
template <std::size_t N, class T>
struct row_out<N, 1, T> {
  T* data;
  ATTN_ABI constexpr explicit row_out(T* where) : data(where) {}
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
