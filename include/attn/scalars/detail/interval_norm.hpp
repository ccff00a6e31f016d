// SPDX-License-Identifier: BSL-1.0
// Bounds of rows of interval<T>: layer_norm and rms_norm.
//
//   norm       z_i = c_i / sqrt((c_i^2 + S) / n + eps), S = the sum of the other squares, rises
//              with c_i, and falls (c_i > 0) or rises with S and eps. |z_i| <= sqrt(n); as the sum
//              of c is 0 within n t, t the error of a c, for layer_norm even
//              sqrt((n - 1) / (1 - t^2 / ((n - 1) eps))). Roundings: (h + 8) eps.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/generic/norm.hpp>
#include <attn/detail/row_bounds.hpp>
#include <attn/math/max.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/scalars/detail/interval_weights.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <std::floating_point T>
struct norms_of_intervals {
  using element = interval<T>;
  ATTN_ABI static constexpr T epsilon = attn::detail::limits<T>::epsilon;
  ATTN_ABI static constexpr T least = attn::detail::limits<T>::denorm_min;

  // Whether a row of a norm has sizes for which its roundings are known, and what a difference from
  // the mean is off then, at most: the mean by h + 2 roundings, and its own.
  template <std::size_t N>
  ATTN_ABI static constexpr bool has_known_roundings(const element* x, const element& eps) {
    bool all = eps.bounded() && eps.lower >= T(0x1p-60);
    for (std::size_t i = 0; i < N; ++i)
      all = all && x[i].bounded() && magnitude_of(x[i]) < T(0x1p50);
    return all;
  }
  template <origin From, std::size_t N>
  ATTN_ABI static constexpr T off_from_mean(const element* x) {
    if constexpr (From == origin::zero) return T(0);
    T size = T(0);
    for (std::size_t i = 0; i < N; ++i) size = math::max(size, magnitude_of(x[i]));
    return sum_above(product_above(T(additions_on_the_way(N) + 5) * epsilon, size), 2 * least);
  }
  template <std::size_t N>
  ATTN_ABI static constexpr T norm_error() {
    return T(2 * (additions_on_the_way(N) + 8)) * epsilon;
  }

  // What a row is squared and scaled of: x less its mean, or x.
  template <origin From, std::size_t N>
  ATTN_ABI static constexpr void differences(element* c, const element* x, bool usable) {
    for (std::size_t i = 0; i < N; ++i) c[i] = x[i];
    if constexpr (From == origin::mean) {
      const element middle = generic::reduce<N, 1>(x, plus) * (element(1) / element(N));
      for (std::size_t i = 0; i < N; ++i) c[i] = x[i] - middle;
      if (usable) narrow_differences<N>(c, x, off_from_mean<From, N>(x));
    }
  }
  template <std::size_t N>
  ATTN_ABI static constexpr element scale_of(const element* c, const element& eps) {
    element squares[N];
    for (std::size_t i = 0; i < N; ++i) squares[i] = c[i] * c[i];
    const element share = element(1) / element(N);
    return generic::inverse_root(element(generic::reduce<N, 1>(squares, plus) * share), eps);
  }

  template <origin From, std::size_t N, std::size_t Stride, class Gain, class Bias>
  ATTN_ABI static constexpr void norm(element* out, const element* x, Gain gain, Bias bias,
                                      const element& eps) {
    element row[N], c[N], z[N];
    for (std::size_t i = 0; i < N; ++i) row[i] = x[i * Stride];
    const bool known_roundings = has_known_roundings<N>(row, eps);
    differences<From, N>(c, row, known_roundings);
    const element scale = scale_of<N>(c, eps);
    for (std::size_t i = 0; i < N; ++i) z[i] = c[i] * scale;
    if (known_roundings) narrow_normalized<From, N>(z, c, eps, off_from_mean<From, N>(row));
    for (std::size_t i = 0; i < N; ++i) {
      element y = z[i];
      if constexpr (!std::is_null_pointer_v<Gain>) y = y * gain[i];
      if constexpr (!std::is_null_pointer_v<Bias>) y = y + bias[i];
      out[i * Stride] = y;
    }
  }

 private:
  ATTN_ABI static constexpr element plus(const element& a, const element& b) { return a + b; }
  // less[i] = x_i - the mean of x, in which x_i has the share 1 - 1 / n.
  template <std::size_t N>
  ATTN_ABI static constexpr void narrow_differences(element* less, const element* x, T off) {
    T lowers[N], uppers[N], others_lower[N], others_upper[N];
    for (std::size_t i = 0; i < N; ++i) {
      lowers[i] = x[i].lower;
      uppers[i] = x[i].upper;
    }
    sums_of_others<N>(others_lower, lowers, N, [](T a, T b) { return sum_below(a, b); });
    sums_of_others<N>(others_upper, uppers, N, [](T a, T b) { return sum_above(a, b); });
    for (std::size_t i = 0; i < N; ++i) {
      const T low = sum_below(product_below(T(N - 1), lowers[i]), -others_upper[i]);
      const T high = sum_above(product_above(T(N - 1), uppers[i]), -others_lower[i]);
      narrow(less[i], sum_below(quotient_below(low, T(N)), -off),
             sum_above(quotient_above(high, T(N)), off));
    }
  }

  template <origin From, std::size_t N>
  ATTN_ABI static constexpr void narrow_normalized(element* z, const element* c, const element& eps,
                                                   T off) {
    const T error = norm_error<N>();
    T least_squares[N], most_squares[N], others_least[N], others_most[N];
    for (std::size_t i = 0; i < N; ++i) {
      const element square = c[i] * c[i];
      least_squares[i] = square.lower;
      most_squares[i] = square.upper;
    }
    sums_of_others<N>(others_least, least_squares, N, [](T a, T b) { return sum_below(a, b); });
    sums_of_others<N>(others_most, most_squares, N, [](T a, T b) { return sum_above(a, b); });
    const T range = product_above(range_of_norm<From, N>(eps, off).upper, 1 + error);
    for (std::size_t i = 0; i < N; ++i) {
      const auto above = [&](T from) {
        const bool away = from > T(0);
        const T y = away ? quotient_above(from, root_below<N>(from, others_least[i], eps.lower))
                         : quotient_above(from, root_above<N>(from, others_most[i], eps.upper));
        return sum_above(math::min(product_above(y, away ? 1 + error : 1 - error), range), least);
      };
      narrow(z[i], -above(-c[i].lower), above(c[i].upper));
    }
  }
  // sqrt((c^2 + others) / n + eps), which is correctly rounded.
  template <std::size_t N>
  ATTN_ABI static constexpr T root_below(T c, T others, T eps) {
    const T squares = sum_below(product_below(c, c), others);
    return next_below(math::sqrt(sum_below(quotient_below(squares, T(N)), eps)));
  }
  template <std::size_t N>
  ATTN_ABI static constexpr T root_above(T c, T others, T eps) {
    const T squares = sum_above(product_above(c, c), others);
    return next_above(math::sqrt(sum_above(quotient_above(squares, T(N)), eps)));
  }
  template <origin From, std::size_t N>
  ATTN_ABI static constexpr element range_of_norm(const element& eps, T off) {
    if constexpr (From == origin::mean && N > 1) {
      const element lost = element(off) * element(off) / (element(N - 1) * element(eps.lower));
      if (lost.upper < T(0.5)) return sqrt(element(N - 1) / (element(1) - element(lost.upper)));
    }
    return sqrt(element(N));
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
