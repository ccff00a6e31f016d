// SPDX-License-Identifier: BSL-1.0
// Rows of affine<T, N>: softmax, weighted averages and norms as functions of a whole row.
//
// Each is computed in exact steps, of which none rounds, and the roundings of the evaluation are
// added at the end, with the sizes that interval_rows.hpp states, as are the ranges:
//
//   softmax   e_i / sum of e, e_i = exp(x_i - c) for a constant c: the maximum that the evaluation
//             subtracts changes nothing but roundings
//   average   c + sum of w_k (v_k - c), for any c, as the weights sum to 1
//   norm      c_i / sqrt(v), v = mean of c_i^2 + eps, c_i = x_i - mean(x) or x_i
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <attn/scalars/detail/affine_steps.hpp>
#include <attn/scalars/detail/interval_norm.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <std::floating_point T, std::size_t Inputs>
struct row_bounds<affine<T, Inputs>> {
  using element = affine<T, Inputs>;
  using steps = affine_steps<T, Inputs>;
  using bounds = interval<T>;
  using of_bounds = row_bounds<bounds>;
  static constexpr bool known = true;
  ATTN_ABI static constexpr T epsilon = attn::detail::limits<T>::epsilon;
  ATTN_ABI static constexpr T least = attn::detail::limits<T>::denorm_min;

  template <std::size_t K, std::size_t Stride>
  ATTN_ABI static constexpr void softmax(element* out, const element* x) {
    element scores[K], weights[K];
    bounds ranges[K], of_weights[K];
    for (std::size_t i = 0; i < K; ++i) {
      scores[i] = x[i * Stride];
      ranges[i] = scores[i].range;
    }
    of_bounds::template softmax<K, 1>(of_weights, ranges);
    for (std::size_t i = 0; i < K; ++i) weights[i] = element(of_weights[i]);
    narrow_softmax<K>(weights, scores, K);
    for (std::size_t i = 0; i < K; ++i) out[i * Stride] = weights[i];
  }

  template <std::size_t K>
  ATTN_ABI static constexpr void narrow_softmax(element* y, const element* x, std::size_t count) {
    bounds ranges[K], of_y[K];
    bool all_linear = true;
    for (std::size_t i = 0; i < count; ++i) {
      ranges[i] = x[i].range;
      of_y[i] = y[i].range;
      all_linear = all_linear && x[i].linear() && x[i].range.bounded();
    }
    of_bounds::template narrow_softmax<K>(of_y, ranges, count);
    for (std::size_t i = 0; i < count; ++i) y[i] = element(of_y[i]);
    if (!all_linear) return;
    T center = -infinite<T>, top = -infinite<T>, bottom = infinite<T>;
    for (std::size_t i = 0; i < count; ++i) {
      center = (math::max)(center, x[i].center);
      top = (math::max)(top, ranges[i].upper);
      bottom = (math::min)(bottom, ranges[i].lower);
    }
    const T error = of_bounds::template softmax_error<K>(sum_above(top, -bottom));
    if (!(error < T(1) / 32)) return;
    element e[K], total;
    for (std::size_t i = 0; i < count; ++i) {
      e[i] = exp(steps::sum(x[i], element(-center), ranges[i] - bounds(center), T(0)));
      total = i == 0 ? e[0] : steps::sum(total, e[i], total.range + e[i].range, T(0));
    }
    total.range = assume_at_least(total.range, 0);
    const element share = steps::inverse(total);
    for (std::size_t i = 0; i < count; ++i) {
      const element form = steps::product(e[i], share, e[i].range * share.range, T(0));
      if (form.linear())
        y[i] = better(
            y[i], steps::finished(form, of_y[i], T(0), rounded(error * of_y[i].upper) + 8 * least));
    }
  }
  ATTN_ABI static constexpr element zero_beside(const element& weight) {
    return element(of_bounds::zero_beside(weight.range));
  }

  template <std::size_t M, std::size_t K, std::size_t N>
  ATTN_ABI static constexpr void averages(element* out, const element* weights, const element* v) {
    for (std::size_t j = 0; j < N; ++j) {
      bounds values[K];
      T largest = T(0);
      bool usable = true;
      for (std::size_t k = 0; k < K; ++k) {
        values[k] = v[k * N + j].range;
        usable = usable && v[k * N + j].linear() && element::is_small(values[k]);
        if (usable) largest = (math::max)(largest, magnitude_of(values[k]));
      }
      for (std::size_t i = 0; i < M; ++i) {
        const element* w = weights + i * K;
        element& y = out[i * N + j];
        bounds of_w[K];
        bool linear = usable;
        for (std::size_t k = 0; k < K; ++k) {
          of_w[k] = w[k].range;
          linear = linear && w[k].linear();
        }
        bounds range = y.range;
        of_bounds::template averages<1, K, 1>(&range, of_w, values);
        y.range = range;
        if (!linear || !of_bounds::template are_weights<K>(of_w)) continue;
        T c = T(0);
        for (std::size_t k = 0; k < K; ++k) c = c + rounded(w[k].center * v[k * N + j].center);
        if (!(element::size_of(c) <= 2 * largest)) continue;
        const element less(-c);
        element sum(c);
        for (std::size_t k = 0; k < K; ++k) {
          const element& of_v = v[k * N + j];
          const element beyond = steps::sum(of_v, less, of_v.range - bounds(c), T(0));
          const element term = steps::product(w[k], beyond, w[k].range * beyond.range, T(0));
          sum = steps::sum(sum, term, sum.range + term.range, T(0));
        }
        // The weights sum to 1 within a part of this error, which is also the error of c.
        if (sum.linear())
          y = better(y,
                     steps::finished(sum, range, T(0),
                                     rounded(3 * of_bounds::template average_error<K>(largest))));
      }
    }
  }

  template <origin From, std::size_t K, std::size_t Stride, class Gain, class Bias>
  ATTN_ABI static constexpr void norm(element* out, const element* x, Gain gain, Bias bias,
                                      const element& eps) {
    element row[K], z[K];
    bounds ranges[K], of_z[K];
    bool all_linear = true;
    for (std::size_t i = 0; i < K; ++i) {
      row[i] = x[i * Stride];
      ranges[i] = row[i].range;
      all_linear = all_linear && row[i].linear();
    }
    of_bounds::template norm<From, K, 1>(of_z, ranges, nullptr, nullptr, eps.range);
    for (std::size_t i = 0; i < K; ++i) z[i] = element(of_z[i]);
    if (all_linear && of_bounds::template has_known_roundings<K>(ranges, eps.range))
      narrow_normalized<From, K>(z, row, ranges, of_z, eps.range);
    for (std::size_t i = 0; i < K; ++i) {
      element y = z[i];
      if constexpr (!std::is_null_pointer_v<Gain>) y = y * gain[i];
      if constexpr (!std::is_null_pointer_v<Bias>) y = y + bias[i];
      out[i * Stride] = y;
    }
  }

  // What a norm multiplies with: 1 / sqrt(mean square + eps).
  template <origin From, std::size_t K>
  ATTN_ABI static constexpr element scale_of_norm(const element* x, const element& eps) {
    element c[K];
    bounds ranges[K];
    bool all_linear = true;
    for (std::size_t i = 0; i < K; ++i) {
      ranges[i] = x[i].range;
      all_linear = all_linear && x[i].linear();
    }
    const bounds range = of_bounds::template scale_of_norm<From, K>(ranges, eps.range);
    if (!all_linear || !of_bounds::template has_known_roundings<K>(ranges, eps.range))
      return element(range);
    element scale = exact_scale<From, K>(c, x, ranges, eps.range);
    scale.range.lower = (math::max)(scale.range.lower, range.lower);
    scale.range.upper = (math::min)(scale.range.upper, range.upper);
    return scale;
  }

 private:
  // Of two forms of one number, the one with the smaller error.
  ATTN_ABI static constexpr element better(const element& a, const element& b) {
    element y = !b.linear() || (a.linear() && a.radius() < b.radius()) ? a : b;
    y.rounding = (math::min)(a.rounding, b.rounding);
    return y;
  }
  // Exactly, but for the roundings of the evaluation, which are added.
  template <origin From, std::size_t K>
  ATTN_ABI static constexpr void narrow_normalized(element* z, const element* x,
                                                   const bounds* ranges, const bounds* of_z,
                                                   const bounds& eps) {
    element c[K];
    const element scale = exact_scale<From, K>(c, x, ranges, eps);
    if (!scale.linear()) return;
    // Differences that are off change the result by at most 2 r (1 + sqrt(n)) times that: r is off
    // as well, but at most twice as large.
    const T off = of_bounds::template off_from_mean<From, K>(ranges);
    if (!(rounded(scale.range.upper * off) < T(0.25))) return;
    const T by_differences =
        rounded(2 * scale.range.upper * rounded(off * (1 + sqrt(bounds(K)).upper)));
    for (std::size_t i = 0; i < K; ++i) {
      const element form = steps::product(c[i], scale, c[i].range * scale.range, T(0));
      const T rounded_off =
          rounded(of_bounds::template norm_error<K>() * magnitude_of(of_z[i])) + by_differences;
      if (form.linear())
        z[i] = better(z[i], steps::finished(form, of_z[i], T(0), rounded_off + least));
    }
  }
  // c = x less its mean, or x, and what a norm multiplies c with.
  template <origin From, std::size_t K>
  ATTN_ABI static constexpr element exact_scale(element* c, const element* x, const bounds* ranges,
                                                const bounds& eps) {
    const bounds share = bounds(1) / bounds(K);
    bounds of_c[K];
    of_bounds::template differences<From, K>(of_c, ranges, true);
    element total = x[0];
    for (std::size_t i = 1; i < K; ++i)
      total = steps::sum(total, x[i], total.range + x[i].range, T(0));
    const element mean = steps::product(total, element(share), total.range * share, T(0));
    element squares;
    for (std::size_t i = 0; i < K; ++i) {
      c[i] = From == origin::mean ? steps::sum(x[i], -mean, of_c[i], T(0)) : x[i];
      const element square = steps::product(c[i], c[i], c[i].range * c[i].range, T(0));
      squares = i == 0 ? square : steps::sum(squares, square, squares.range + square.range, T(0));
    }
    const element mean_square =
        steps::product(squares, element(share), squares.range * share, T(0));
    return steps::inverse_root(
        steps::sum(mean_square, element(eps), mean_square.range + eps, T(0)));
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
