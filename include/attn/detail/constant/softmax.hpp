// SPDX-License-Identifier: BSL-1.0
// softmax and log_softmax in constant evaluation.
#pragma once

#include <cstddef>

#include <attn/detail/constant/elementwise.hpp>
#include <attn/detail/constant/row.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/generic/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::constant {

// Softmax of one row in constant evaluation: exp of up to 64 elements at a time, as one vector. The
// elements of a row are Stride apart.

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void softmax_of_a_row_without_a_finite_maximum() {}

// The largest of a row, or the first NaN in it.
template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr T largest_of_row(const T* x) {
  T largest = x[0];
  for (std::size_t i = 1; i < N; ++i)
    if (!(x[i * Stride] <= largest)) largest = largest == largest ? x[i * Stride] : largest;
  return largest;
}
// Checked before anything is computed: the difference of an infinity and itself is NaN.
template <class T>
ATTN_ABI constexpr bool is_finite(T x) {
  constexpr T highest = attn::detail::limits<T>::max;
  return x >= -highest && x <= highest;
}

// exp(x - m). Domain: no x is above m, if not said otherwise.
template <math::exp_domain Domain, class T>
struct exp_below {
  T m;
  template <class V>
  ATTN_ABI constexpr V operator()(const V& x) const {
    if constexpr (is_one_number<V>)
      return math::exp(x - m);
    else
      return math::exp_lanes<Domain>(V(x - m));
  }
};
template <std::size_t N, std::size_t ToStride, std::size_t Stride,
          math::exp_domain Domain = math::exp_domain::not_positive, class T>
ATTN_ABI constexpr void exp_row(T* to, const T* x, T m) {
  constexpr std::size_t rest = N % widest, whole = N - rest;
  const exp_below<Domain, T> operation{m};
  for (std::size_t j = 0; j < whole; j += widest)
    elementwise_row<widest, ToStride, Stride>(to + j * ToStride, operation, x + j * Stride);
  if constexpr (rest > 0)
    elementwise_row<rest, ToStride, Stride>(to + whole * ToStride, operation, x + whole * Stride);
}

template <std::size_t Count, std::size_t Stride, class T>
ATTN_ABI constexpr void scale_piece(T* out, T share) {
  using V = vec<T, lanes<T, Count>>;
  const V y = bits_as<V>(load_row<Count, Stride>(out)) * share;
  store_row<Count, Stride>(out, bits_as<block<T, lanes<T, Count>>>(y));
}

template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr void softmax(T* out, const T* x) {
  if constexpr (row_scalar<T>) {
    const T largest = largest_of_row<N, Stride>(x);
    if (!is_finite(largest)) softmax_of_a_row_without_a_finite_maximum();
    exp_row<N, Stride, Stride>(out, x, largest);
    const T share = T(1) / generic::reduce<N, Stride>(out, [](T a, T b) { return a + b; });
    constexpr std::size_t rest = N % widest, whole = N - rest;
    for (std::size_t j = 0; j < whole; j += widest)
      scale_piece<widest, Stride>(out + j * Stride, share);
    if constexpr (rest > 0) scale_piece<rest, Stride>(out + whole * Stride, share);
  } else {
    generic::softmax<N, Stride>(out, x);
  }
}

// Of the elements that are kept, of which there is one: attention/masked_softmax.hpp. What is not
// kept has the weight 0. out may be x.
template <std::size_t N, class T, class Kept>
ATTN_ABI constexpr void softmax_of_kept(T* out, const T* x, const Kept& kept) {
  using math::exp;
  T e[N];
  std::size_t count = 0;
  for (std::size_t j = 0; j < N; ++j)
    if (kept(j)) e[count++] = x[j];
  T largest = e[0];
  for (std::size_t j = 1; j < count; ++j) largest = (math::max)(largest, e[j]);
  elementwise_in_rows<N>(
      e, count, [&]<class V>(const V& v) { return V(exp(V(v - V(largest)))); }, e);
  for (std::size_t j = 0, i = 0; j < N; ++j) out[j] = kept(j) ? e[i++] : T(0);
  const T sum = generic::reduce_kept<N>(out, kept, [](const T& a, const T& b) { return T(a + b); });
  const T share = T(1) / sum;
  elementwise_in_rows<N>(e, count, [&]<class V>(const V& v) { return V(v * V(share)); }, e);
  for (std::size_t j = 0, i = 0; j < N; ++j)
    if (kept(j)) out[j] = e[i++];
}

// All rows of an array, of elements that have rows.
template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr void softmaxes_in_rows(T* out, const T* x, std::size_t rows) {
  using row = row_side_by_side<T>;
  side_by_side<N, Stride>(
      out, x, rows, [](row* y, const row* from) { generic::softmax_in_steps<N, 1>(y, from); },
      [&](std::size_t start) { generic::softmax<N, Stride>(out + start, x + start); });
}

// The logarithms of a row's softmax and of its denominator in constant evaluation, up to 64
// elements as one vector. The elements of a row are Stride apart.

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
    const T m = kept_finite(largest_of_row<N, Stride>(x));
    if (m != m) constant_is_not_a_number();
    return m + math::log(total_of_exp<N, Stride, math::exp_domain::all>(x, m));
  } else {
    return generic::logsumexp<N, Stride>(x);
  }
}

}  // namespace attn::detail::constant
ATTN_STRICT_FP_END
