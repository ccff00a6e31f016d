// SPDX-License-Identifier: BSL-1.0
// The logarithms of rows' softmax and of its denominator at run time: passes of vectors over a row,
// with softmax's maximum and its 16 partial sums.
#pragma once

#include <cstddef>

#include <attn/detail/generic/log_softmax.hpp>
#include <attn/detail/runtime/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

template <class Isa, std::size_t N, class T>
struct log_softmax_row : softmax_row<Isa, N, T> {
  using row = softmax_row<Isa, N, T>;
  using row::lanes, row::whole, row::tail, row::stripes;
  using typename row::V;

  // The reduction of exp(x - m), by the exp for every x: log_softmax keeps what a NaN says.
  ATTN_INLINE static T total_of_exp(const T* x, const V& m) {
    V sum[stripes];
    // -0.0 + e is e.
    for_constants<stripes>([&](auto s) ATTN_INLINE_LAMBDA { sum[s] = splat<V>(T(-0.0)); });
    constexpr std::size_t rest = whole % stripes, all = whole - rest;
    const auto add = [&](std::size_t s, const T* from) ATTN_INLINE_LAMBDA {
      sum[s] = sum[s] + math::exp_lanes(V(load<V>(from + s * lanes) - m));
    };
    for (std::size_t j = 0; j < all; j += stripes)
      for_constants<stripes>([&](auto s) ATTN_INLINE_LAMBDA { add(s, x + j * lanes); });
    for_constants<rest>([&](auto s) ATTN_INLINE_LAMBDA { add(s, x + all * lanes); });
    if constexpr (tail > 0) {
      const V e =
          math::exp_lanes(keep_first<tail>(V(load_part<V, tail>(x + whole * lanes) - m), T(0)));
      sum[whole % stripes] = sum[whole % stripes] + keep_first<tail>(e, T(-0.0));
    }
    return row::total(sum);
  }

  ATTN_INLINE static void log_softmax(T* out, const T* x) {
    const V m = splat<V>(row::largest(x));
    const V log_d = splat<V>(math::log(total_of_exp(x, m)));
    for (std::size_t i = 0; i < whole * lanes; i += lanes)
      store(out + i, V((load<V>(x + i) - m) - log_d));
    if constexpr (tail > 0)
      store_part<tail>(out + whole * lanes, V((load_part<V, tail>(x + whole * lanes) - m) - log_d));
  }

  ATTN_INLINE static T logsumexp(const T* x) {
    const T m = generic::kept_finite(row::largest(x));
    return m + math::log(total_of_exp(x, splat<V>(m)));
  }
};

// Rows of N elements, one after the other.
template <std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void log_softmax(T* out, const T* x, std::size_t rows) {
  for (std::size_t r = 0; r < rows; ++r) {
    if constexpr (kernel_scalar<T>)
      log_softmax_row<Isa, N, T>::log_softmax(out + r * N, x + r * N);
    else
      generic::log_softmax<N, 1>(out + r * N, x + r * N);
  }
}
template <std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void logsumexp(T* out, const T* x, std::size_t rows) {
  for (std::size_t r = 0; r < rows; ++r) {
    if constexpr (kernel_scalar<T>)
      out[r] = log_softmax_row<Isa, N, T>::logsumexp(x + r * N);
    else
      out[r] = generic::logsumexp<N, 1>(x + r * N);
  }
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
