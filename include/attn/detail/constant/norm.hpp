// SPDX-License-Identifier: BSL-1.0
// layer_norm and rms_norm of rows in constant evaluation: a row as vectors of 16 elements, the
// partial sums of the contract, so that a sum is one operation for 16 elements. Gain and bias are
// loaded once for all rows.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/generic/norm.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::constant {

// N elements, and zeros up to a whole number of vectors.
template <class T, std::size_t N>
struct lined_up {
  static constexpr std::size_t count = (N + generic::partials - 1) / generic::partials;
  static constexpr std::size_t capacity = count * generic::partials;
  using array = block<T, capacity>;
  struct vectors {
    vec<T, generic::partials> v[count];
  };
};

// The vectors of a row. None, for none.
template <std::size_t N, std::size_t Stride, class T>
ATTN_ABI constexpr auto line_up(const T* x) {
  typename lined_up<T, N>::array elements{};
  for (std::size_t i = 0; i < N; ++i) elements.data[i] = x[i * Stride];
  return __builtin_bit_cast(typename lined_up<T, N>::vectors, elements);
}
template <std::size_t N, std::size_t Stride>
ATTN_ABI constexpr std::nullptr_t line_up(std::nullptr_t none) {
  return none;
}

// The rest after the last element as -0, which changes no sum.
template <std::size_t N, class T>
ATTN_ABI constexpr void clear_rest(typename lined_up<T, N>::vectors& row) {
  if constexpr (N % generic::partials > 0) {
    auto& last = row.v[lined_up<T, N>::count - 1];
    auto elements = __builtin_bit_cast(block<T, generic::partials>, last);
    for (std::size_t i = N % generic::partials; i < generic::partials; ++i)
      elements.data[i] = T(-0.0);
    last = __builtin_bit_cast(vec<T, generic::partials>, elements);
  }
}

template <std::size_t N, class T>
ATTN_ABI constexpr T sum_of(const typename lined_up<T, N>::vectors& whole) {
  auto row = whole;
  clear_rest<N, T>(row);
  for (std::size_t j = 1; j < lined_up<T, N>::count; ++j) row.v[0] = row.v[0] + row.v[j];
  const auto partial = __builtin_bit_cast(block<T, generic::partials>, row.v[0]);
  return generic::reduce<generic::partials, 1>(partial.data, [](T a, T b) { return a + b; });
}

// The elements of a gain or bias, each in all lanes. None, for none.
template <class Row, std::size_t N>
struct in_every_lane {
  Row of[N];
  template <class T>
  ATTN_ABI constexpr explicit in_every_lane(const T* x) {
    for (std::size_t i = 0; i < N; ++i) of[i] = Row(x[i]);
  }
};
template <class Row>
struct in_every_lane<Row, 0> {
  std::nullptr_t of = nullptr;
  ATTN_ABI constexpr explicit in_every_lane(std::nullptr_t) {}
};
template <class Row, std::size_t N, class Parameter>
using parameter_in_rows = in_every_lane<Row, std::is_null_pointer_v<Parameter> ? 0 : N>;

template <origin From, std::size_t N, std::size_t Stride, class T, class Gain, class Bias>
ATTN_ABI constexpr void norms_in_rows(T* out, const T* x, std::size_t rows, Gain gain, Bias bias,
                                      const T& eps) {
  using row = row_side_by_side<T>;
  const parameter_in_rows<row, N, Gain> gains(gain);
  const parameter_in_rows<row, N, Bias> biases(bias);
  side_by_side<N, Stride>(
      out, x, rows,
      [&](row* y, const row* from) {
        generic::norm_in_steps<From, N, 1>(y, from, gains.of, biases.of, row(eps));
      },
      [&](std::size_t start) {
        generic::norm<From, N, Stride>(out + start, x + start, gain, bias, eps);
      });
}

// `rows` rows of N elements, Stride apart.
template <origin From, std::size_t N, std::size_t Stride, class T, class Gain, class Bias>
ATTN_ABI constexpr void norm(T* out, const T* x, std::size_t rows, Gain gain, Bias bias, T eps) {
  if constexpr (row_scalar<T>) {
    using line = lined_up<T, N>;
    constexpr T share = T(1) / T(N);
    const auto gains = line_up<N, 1>(gain);
    const auto biases = line_up<N, 1>(bias);
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t start = generic::start_of<N, Stride>(r);
      auto row = line_up<N, Stride>(x + start);
      if constexpr (From == origin::mean) {
        const T middle = sum_of<N, T>(row) * share;
        constexpr T highest = attn::detail::limits<T>::max;
        if (!(middle >= -highest && middle <= highest)) norm_of_a_row_without_a_finite_mean();
        for (auto& v : row.v) v = v - middle;
      }
      auto squares = row;
      for (auto& v : squares.v) v = v * v;
      const T scale = generic::inverse_root(sum_of<N, T>(squares) * share, eps);
      for (std::size_t j = 0; j < line::count; ++j) {
        row.v[j] = row.v[j] * scale;
        if constexpr (!std::is_null_pointer_v<Gain>) row.v[j] = row.v[j] * gains.v[j];
        if constexpr (!std::is_null_pointer_v<Bias>) row.v[j] = row.v[j] + biases.v[j];
      }
      const auto y = __builtin_bit_cast(typename line::array, row);
      for (std::size_t i = 0; i < N; ++i) {
        if (y.data[i] != y.data[i]) constant_is_not_a_number();
        out[start + i * Stride] = y.data[i];
      }
    }
  } else if constexpr (has_rows<T>) {
    norms_in_rows<From, N, Stride>(out, x, rows, gain, bias, eps);
  } else {
    generic::norms<From, N, Stride>(out, x, rows, gain, bias, eps);
  }
}

}  // namespace attn::detail::constant
ATTN_STRICT_FP_END
