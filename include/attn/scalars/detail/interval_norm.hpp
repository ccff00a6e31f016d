// SPDX-License-Identifier: BSL-1.0
// Bounds of rows of interval<T>: layer_norm and rms_norm.
//
//   norm       z_i = c_i / sqrt((c_i^2 + S) / n + eps), S = the sum of the other squares, rises
//              with c_i, and falls (c_i > 0) or rises with S and eps. |z_i| <= sqrt(n); as the sum
//              of c is 0 within n t, t the error of a c, for layer_norm even
//              sqrt((n - 1) / (1 - t^2 / ((n - 1) eps))). Roundings: (h + 8) eps.
//
// Rows whose roundings are known are computed together, a row in each lane of a V.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/generic/norm.hpp>
#include <attn/detail/storage.hpp>
#include <attn/math/max.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/scalars/detail/interval_row.hpp>
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
  template <std::size_t N, std::size_t Stride = 1>
  ATTN_ABI static constexpr bool has_known_roundings(const element* x, const element& eps) {
    const bool known = eps.bounded() && eps.lower >= T(0x1p-60) && eps.upper < T(0x1p60);
    return known && all_within<N, Stride>(x, T(0x1p50));
  }
  template <origin From, std::size_t N>
  ATTN_ABI static constexpr T off_from_mean(const element* x) {
    interval_row<T> row[N];
    for (std::size_t i = 0; i < N; ++i) row[i] = {-x[i].lower, x[i].upper};
    return off_from_mean<From, N>(row);
  }
  template <std::size_t N>
  ATTN_ABI static constexpr T norm_error() {
    return T(2 * (additions_on_the_way(N) + 8)) * epsilon;
  }

  // What a row is squared and scaled of: x less its mean, or x.
  template <origin From, std::size_t N>
  ATTN_ABI static constexpr void differences(element* c, const element* x, bool usable) {
    if (usable) {
      interval_row<T> row[N], less[N];
      for (std::size_t i = 0; i < N; ++i) row[i] = {-x[i].lower, x[i].upper};
      differences<From, N>(less, row);
      for (std::size_t i = 0; i < N; ++i) c[i] = element(-less[i].minus_lower, less[i].upper);
      return;
    }
    for (std::size_t i = 0; i < N; ++i) c[i] = x[i];
    if constexpr (From == origin::mean) {
      const element middle = generic::reduce<N, 1>(x, plus) * (element(1) / element(N));
      for (std::size_t i = 0; i < N; ++i) c[i] = x[i] - middle;
    }
  }
  template <std::size_t N>
  ATTN_ABI static constexpr element scale_of(const element* c, const element& eps) {
    element squares[N];
    for (std::size_t i = 0; i < N; ++i) squares[i] = c[i] * c[i];
    const element share = element(1) / element(N);
    return generic::inverse_root(element(generic::reduce<N, 1>(squares, plus) * share), eps);
  }
  // What a norm multiplies with: 1 / sqrt(mean square + eps).
  template <origin From, std::size_t N>
  ATTN_ABI static constexpr element scale_of_norm(const element* x, const element& eps) {
    element c[N];
    differences<From, N>(c, x, has_known_roundings<N>(x, eps));
    return scale_of<N>(c, eps);
  }

  template <origin From, std::size_t N, std::size_t Stride, class Gain, class Bias>
  ATTN_ABI static constexpr void norm(element* out, const element* x, Gain gain, Bias bias,
                                      const element& eps) {
    norms<From, N, Stride>(out, x, 1, gain, bias, eps);
  }
  template <origin From, std::size_t N, std::size_t Stride, class Gain, class Bias>
  ATTN_ABI static constexpr void norms(element* out, const element* x, std::size_t rows, Gain gain,
                                       Bias bias, const element& eps) {
    const bool parameters_may_overflow =
        eps.may_overflow || one_may_overflow<N>(gain) || one_may_overflow<N>(bias);
    in_groups<T>(rows, [&]<class V>(std::size_t first, std::size_t count) {
      bool known_roundings = true, may_overflow[lanes_of<V>]{};
      std::size_t at[lanes_of<V>];
      for (std::size_t l = 0; l < lanes_of<V>; ++l)
        at[l] = generic::start_of<N, Stride>(l < count ? first + l : first);
      for (std::size_t l = 0; l < count; ++l) {
        known_roundings = known_roundings && has_known_roundings<N, Stride>(x + at[l], eps);
        may_overflow[l] = one_may_overflow<N, Stride>(x + at[l]);
      }
      if (known_roundings)
        write_together<From, N, Stride, V>(out, x, at, count, gain, bias, eps);
      else
        for (std::size_t l = 0; l < count; ++l)
          if (has_known_roundings<N, Stride>(x + at[l], eps))
            write_together<From, N, Stride, T>(out, x, at + l, 1, gain, bias, eps);
          else
            write_in_steps<From, N, Stride>(out + at[l], x + at[l], gain, bias, eps);
      for (std::size_t l = 0; l < count; ++l)
        if (may_overflow[l] || parameters_may_overflow) mark_overflow<N, Stride>(out + at[l]);
    });
  }

 private:
  ATTN_ABI static constexpr element plus(const element& a, const element& b) { return a + b; }

  template <origin From, std::size_t N, std::size_t Stride, class Gain, class Bias>
  ATTN_ABI static constexpr void write_in_steps(element* out, const element* x, Gain gain,
                                                Bias bias, const element& eps) {
    element row[N], c[N];
    for (std::size_t i = 0; i < N; ++i) row[i] = x[i * Stride];
    differences<From, N>(c, row, false);
    const element scale = scale_of<N>(c, eps);
    for (std::size_t i = 0; i < N; ++i)
      out[i * Stride] = scaled_and_moved(c[i] * scale, gain, bias, i);
  }
  template <class Gain, class Bias>
  ATTN_ABI static constexpr element scaled_and_moved(element y, Gain gain, Bias bias,
                                                     std::size_t i) {
    if constexpr (!std::is_null_pointer_v<Gain>) y = y * gain[i];
    if constexpr (!std::is_null_pointer_v<Bias>) y = y + bias[i];
    return y;
  }
  template <std::size_t N>
  ATTN_ABI static constexpr bool is_moderate(const element* x) {
    return all_within<N, 1>(x, T(0x1p60));
  }
  template <std::size_t N>
  ATTN_ABI static constexpr bool is_moderate(std::nullptr_t) {
    return true;
  }

  template <origin From, std::size_t N, std::size_t Stride, class V, class Gain, class Bias>
  ATTN_ABI static constexpr void write_together(element* out, const element* x,
                                                const std::size_t* at, std::size_t count, Gain gain,
                                                Bias bias, const element& eps) {
    interval_row<V> row[N], z[N];
    for (std::size_t i = 0; i < N; ++i) row[i] = load_intervals<V>(x + i * Stride, at);
    normalize<From, N>(z, row, eps);
    const bool moderate = is_moderate<N>(gain) && is_moderate<N>(bias);
    for (std::size_t i = 0; i < N; ++i) {
      element* to = out + i * Stride;
      if (moderate) {
        if constexpr (!std::is_null_pointer_v<Gain>) z[i] = gain[i] * z[i];
        if constexpr (!std::is_null_pointer_v<Bias>)
          z[i] = z[i] + interval_row<V>{splat<V>(-bias[i].lower), splat<V>(bias[i].upper)};
      }
      store_intervals(to, z[i], at, count);
      if (!moderate)
        for (std::size_t l = 0; l < count; ++l)
          to[at[l]] = scaled_and_moved(to[at[l]], gain, bias, i);
    }
  }

  template <origin From, std::size_t N, class V>
  ATTN_ABI static constexpr V off_from_mean(const interval_row<V>* x) {
    using namespace lanes_of_bounds;
    if constexpr (From == origin::zero) return V{};
    V size{};
    for (std::size_t i = 0; i < N; ++i) size = max_of(size, magnitude_of(x[i]));
    return sum_above(product_above(splat<V>(T(additions_on_the_way(N) + 5) * epsilon), size),
                     splat<V>(2 * least));
  }
  template <origin From, std::size_t N, class V>
  ATTN_ABI static constexpr void differences(interval_row<V>* c, const interval_row<V>* x) {
    for (std::size_t i = 0; i < N; ++i) c[i] = x[i];
    if constexpr (From == origin::mean) {
      const interval_row<V> middle = mean_of<N>(x);
      for (std::size_t i = 0; i < N; ++i) c[i] = x[i] + -middle;
      narrow_differences<N>(c, x, off_from_mean<From, N>(x));
    }
  }
  template <std::size_t N, class V>
  ATTN_ABI static constexpr interval_row<V> mean_of(const interval_row<V>* x) {
    const auto sum = [](const interval_row<V>& a, const interval_row<V>& b) { return a + b; };
    return element(1) / element(N) * generic::reduce<N, 1>(x, sum);
  }
  // less[i] = x_i - the mean of x, in which x_i has the share 1 - 1 / n.
  template <std::size_t N, class V>
  ATTN_ABI static constexpr void narrow_differences(interval_row<V>* less, const interval_row<V>* x,
                                                    const V& off) {
    using namespace lanes_of_bounds;
    V minus_lowers[N], uppers[N], others_minus_lower[N], others_upper[N];
    for (std::size_t i = 0; i < N; ++i) {
      minus_lowers[i] = x[i].minus_lower;
      uppers[i] = x[i].upper;
    }
    sums_of_others<N>(others_minus_lower, minus_lowers);
    sums_of_others<N>(others_upper, uppers);
    const V others = splat<V>(T(N - 1)), all = splat<V>(T(N));
    for (std::size_t i = 0; i < N; ++i) {
      const V low = sum_above(product_above(others, minus_lowers[i]), others_upper[i]);
      const V high = sum_above(product_above(others, uppers[i]), others_minus_lower[i]);
      narrow(less[i], sum_above(quotient_above(low, all), off),
             sum_above(quotient_above(high, all), off));
    }
  }

  template <origin From, std::size_t N, class V>
  ATTN_ABI static constexpr void normalize(interval_row<V>* z, const interval_row<V>* x,
                                           const element& eps) {
    interval_row<V> c[N], squares[N];
    differences<From, N>(c, x);
    for (std::size_t i = 0; i < N; ++i) squares[i] = square_of(c[i]);
    const interval_row<V> scale = inverse_root(mean_of<N>(squares), eps);
    for (std::size_t i = 0; i < N; ++i) z[i] = times_positive(c[i], scale);
    narrow_normalized<From, N>(z, c, squares, eps, off_from_mean<From, N>(x));
  }
  // 1 / sqrt(mean_square + eps).
  template <class V>
  ATTN_ABI static constexpr interval_row<V> inverse_root(const interval_row<V>& mean_square,
                                                         const element& eps) {
    using namespace lanes_of_bounds;
    const interval_row<V> radicand =
        mean_square + interval_row<V>{splat<V>(-eps.lower), splat<V>(eps.upper)};
    // Twice the error of a root, as everywhere in interval.
    const V low = moved_by<-4>(sqrt(V(-radicand.minus_lower)));
    const V high = moved_by<4>(sqrt(radicand.upper));
    return {quotient_above(splat<V>(T(-1)), high), quotient_above(splat<V>(T(1)), low)};
  }

  template <origin From, std::size_t N, class V>
  ATTN_ABI static constexpr void narrow_normalized(interval_row<V>* z, const interval_row<V>* c,
                                                   const interval_row<V>* squares,
                                                   const element& eps, const V& off) {
    using namespace lanes_of_bounds;
    const T error = norm_error<N>();
    V minus_least[N], most[N], others_minus_least[N], others_most[N];
    for (std::size_t i = 0; i < N; ++i) {
      minus_least[i] = squares[i].minus_lower;
      most[i] = squares[i].upper;
    }
    sums_of_others<N>(others_minus_least, minus_least);
    sums_of_others<N>(others_most, most);
    const V range = ranges_of_norm<From, N>(eps, off);
    const V away_error = splat<V>(1 + error), other_error = splat<V>(1 - error);
    for (std::size_t i = 0; i < N; ++i) {
      const auto above = [&](const V& from) {
        const lanes_mask<V> away = less_than(V{}, from);
        const V divisor = where(away, root_below<N>(from, others_minus_least[i], eps.lower),
                                root_above<N>(from, others_most[i], eps.upper));
        const V y =
            product_above(quotient_above(from, divisor), where(away, away_error, other_error));
        return sum_above(min_of(y, range), splat<V>(least));
      };
      narrow(z[i], above(c[i].minus_lower), above(c[i].upper));
    }
  }
  // sqrt((c^2 + others) / n + eps), which is correctly rounded.
  template <std::size_t N, class V>
  ATTN_ABI static constexpr V root_below(const V& c, const V& minus_others, T eps) {
    using namespace lanes_of_bounds;
    const V minus_squares = sum_above(product_above(V(-c), c), minus_others);
    const V mean = quotient_above(minus_squares, splat<V>(T(N)));
    return moved_by<-1>(sqrt(V(-sum_above(mean, splat<V>(-eps)))));
  }
  template <std::size_t N, class V>
  ATTN_ABI static constexpr V root_above(const V& c, const V& others, T eps) {
    using namespace lanes_of_bounds;
    const V squares = sum_above(product_above(c, c), others);
    const V mean = quotient_above(squares, splat<V>(T(N)));
    return moved_by<1>(sqrt(sum_above(mean, splat<V>(eps))));
  }
  template <origin From, std::size_t N, class V>
  ATTN_ABI static constexpr V ranges_of_norm(const element& eps, const V& off) {
    auto lanes = bits_as<block<T, lanes_of<V>>>(off);
    T last = T(0), range = T(-1);  // rows may be off by the same
    for (T& lane : lanes.data) {
      if (range < T(0) || lane != last)
        range = product_above(range_of_norm<From, N>(eps, lane).upper, 1 + norm_error<N>());
      last = lane;
      lane = range;
    }
    return bits_as<V>(lanes);
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

// Bounds of rows of interval<T>: softmax, weighted averages, norms. Each bounds the exact result,
// adds what the roundings of the evaluation order can change, and intersects with the bounds that
// the steps give.
//
// u is half an epsilon, h the number of additions on the way of an element through a reduction, and
// every count of roundings is doubled, which also covers the terms of second order.

template <std::floating_point T>
struct row_bounds<interval<T>> : weights_of_intervals<T>,
                                 averages_of_intervals<T>,
                                 norms_of_intervals<T>,
                                 products_of_intervals<T> {
  static constexpr bool known = true, multiplies = true;
  static constexpr bool normalizes_together = true, weighs_together = true;
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
