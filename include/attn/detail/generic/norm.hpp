// SPDX-License-Identifier: BSL-1.0
// The meaning of layer_norm and rms_norm, for any scalar: c_i = x_i - the mean of x (layer_norm) or
// c_i = x_i (rms_norm), v = the reduction of c_i * c_i, times 1 / n, r = 1 / sqrt(v + eps),
// y_i = c_i * r, times gain_i, plus bias_i.
#ifndef ATTN_DETAIL_GENERIC_NORM_HPP
#define ATTN_DETAIL_GENERIC_NORM_HPP

#include <cstddef>
#include <type_traits>

#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/rounded.hpp>
#include <attn/math/sqrt.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Not constexpr on purpose: reached in constant evaluation, their names are the compiler's message.
ATTN_ABI inline void norm_of_a_row_that_does_not_vary_needs_a_positive_eps() {}
ATTN_ABI inline void norm_of_a_row_without_a_finite_mean() {}

// What a row is measured from.
enum class origin { mean, zero };

namespace generic {

// 1 / sqrt(mean_square + eps).
template <class T>
ATTN_ABI constexpr T inverse_root(const T& mean_square, const T& eps) {
  using math::sqrt;
  const T radicand = mean_square + eps;
  if constexpr (std::is_floating_point_v<T>) {
    if (std::is_constant_evaluated())
      if (!(radicand > T(0))) norm_of_a_row_that_does_not_vary_needs_a_positive_eps();
  }
  return quotient(T(1), T(sqrt(radicand)));
}

// N elements, Stride apart. Gain and Bias are const T*, or nullptr_t for none.
template <origin From, std::size_t N, std::size_t Stride, class T, class Gain, class Bias>
ATTN_ABI constexpr void norm_in_steps(T* out, const T* x, Gain gain, Bias bias, const T& eps) {
  const auto plus = [](const T& a, const T& b) { return a + b; };
  const T share = T(1) / T(N);
  T middle{};
  if constexpr (From == origin::mean) middle = rounded(reduce<N, Stride>(x, plus) * share);
  using math::assume_at_least;
  T squares[N];
  lifetime_begins(squares);
  for (std::size_t i = 0; i < N; ++i) {
    if constexpr (From == origin::mean)
      out[i * Stride] = x[i * Stride] - middle;
    else
      out[i * Stride] = x[i * Stride];
    squares[i] = assume_at_least(T(rounded(out[i * Stride] * out[i * Stride])), 0);  // a square
  }
  const T mean_square = rounded(reduce<N, 1>(squares, plus) * share);
  const T scale = inverse_root(mean_square, eps);
  for (std::size_t i = 0; i < N; ++i) {
    T y = rounded(out[i * Stride] * scale);
    if constexpr (!std::is_null_pointer_v<Gain>) y = rounded(y * gain[i]);
    if constexpr (!std::is_null_pointer_v<Bias>) y = y + bias[i];
    out[i * Stride] = y;
  }
}

template <origin From, std::size_t N, std::size_t Stride, class T, class Gain, class Bias>
ATTN_ABI constexpr void norm(T* out, const T* x, Gain gain, Bias bias, const T& eps) {
  if constexpr (row_bounds<T>::known)
    row_bounds<T>::template norm<From, N, Stride>(out, x, gain, bias, eps);
  else
    norm_in_steps<From, N, Stride>(out, x, gain, bias, eps);
}

// Where row r begins, if rows along an axis are numbered in the order of their first elements.
template <std::size_t N, std::size_t Stride>
ATTN_ABI constexpr std::size_t start_of(std::size_t r) {
  return r / Stride * N * Stride + r % Stride;
}

template <origin From, std::size_t N, std::size_t Stride, class T, class Gain, class Bias>
ATTN_ABI constexpr void norms(T* out, const T* x, std::size_t rows, Gain gain, Bias bias,
                              const T& eps) {
  if constexpr (normalizes_rows_together<T>)
    return row_bounds<T>::template norms<From, N, Stride>(out, x, rows, gain, bias, eps);
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t start = start_of<N, Stride>(r);
    norm<From, N, Stride>(out + start, x + start, gain, bias, eps);
  }
}

}  // namespace generic

}  // namespace attn::detail
ATTN_STRICT_FP_END

#endif
