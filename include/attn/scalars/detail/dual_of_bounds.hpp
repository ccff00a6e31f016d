// SPDX-License-Identifier: BSL-1.0
// Duals of intervals and of affine forms: bounds of a value and of its derivatives, for all inputs
// of a box.
//
// Every derivative is the formula of calculus in the arithmetic of the bounds, so it contains the
// derivatives of the exact function, and so the slope (f(b) - f(a)) / (b - a) of any two inputs of
// the box.
// Where max and min may take either argument, the derivatives contain the derivatives of both.
// Rows:
//
//   softmax   y_i' = y_i (sum over j of y_j (x_i' - x_j')), as the weights sum to 1
//   norm      z_i' = (x_i' - mean(x') - z_i mean(z x')) / s; without - mean(x') for rms_norm
//   average   sum of w_k' v_k + w_k v_k', as in steps
//
// with y, z, s and the averages within the bounds that row_bounds knows of the values.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <attn/scalars/affine.hpp>
#include <attn/scalars/dual.hpp>
#include <attn/scalars/interval.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <std::floating_point T>
ATTN_ABI constexpr const interval<T>& range_of(const interval<T>& x) {
  return x;
}
template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr const interval<T>& range_of(const affine<T, N>& x) {
  return x.range;
}
// All numbers between two.
template <std::floating_point T>
ATTN_ABI constexpr interval<T> either_of(const interval<T>& a, const interval<T>& b) {
  interval<T> both = a;
  both.lower = (math::min)(a.lower, b.lower);
  both.upper = (math::max)(a.upper, b.upper);
  both.may_be_nan = a.may_be_nan || b.may_be_nan;
  return both;
}
template <std::floating_point T, std::size_t N>
ATTN_ABI constexpr affine<T, N> either_of(const affine<T, N>& a, const affine<T, N>& b) {
  affine<T, N> both = b + affine<T, N>(interval<T>(0, 1)) * (a - b);
  both.range = either_of(a.range, b.range);
  return both;
}

template <class Bounds>
struct branches_of_bounds {
  ATTN_ABI static constexpr bool is_zero(const Bounds& x) { return identical(x, Bounds(0)); }
  ATTN_ABI static constexpr bool is_power_of_zero(const Bounds&, const Bounds&) { return false; }
  ATTN_ABI static constexpr bool is_nan(const Bounds& x) { return range_of(x).may_be_nan; }
  ATTN_ABI static constexpr bool is_finite(const Bounds&) { return true; }
  template <class D>
  ATTN_ABI static constexpr auto of_max(const D& a, const D& b) {
    if (const auto less = range_of(a.value - b.value); !less.may_be_nan) {
      if (less.lower > 0) return a.gradient;
      if (less.upper <= 0) return b.gradient;
    }
    return of_both(a, b);
  }
  template <class D>
  ATTN_ABI static constexpr auto of_min(const D& a, const D& b) {
    if (const auto less = range_of(b.value - a.value); !less.may_be_nan) {
      if (less.lower > 0) return a.gradient;
      if (less.upper <= 0) return b.gradient;
    }
    return of_both(a, b);
  }

 private:
  template <class D>
  ATTN_ABI static constexpr auto of_both(const D& a, const D& b) {
    auto both = a.gradient;
    for (std::size_t i = 0; i < sizeof both.data / sizeof both.data[0]; ++i)
      both[i] = either_of(both[i], b.gradient[i]);
    return both;
  }
};
template <std::floating_point T>
struct branches<interval<T>> : branches_of_bounds<interval<T>> {};
template <std::floating_point T, std::size_t N>
struct branches<affine<T, N>> : branches_of_bounds<affine<T, N>> {};

template <std::floating_point T>
ATTN_ABI inline constexpr interval<T> two_over_root_pi<interval<T>>{1.1283791670955125,
                                                                    1.1283791670955127};
template <std::floating_point T, std::size_t N>
ATTN_ABI inline constexpr affine<T, N> two_over_root_pi<affine<T, N>>{
    two_over_root_pi<interval<T>>};

template <class Bounds, std::size_t Lanes>
struct rows_of_duals {
  using bounds = Bounds;
  using element = dual<bounds, Lanes>;
  using of_bounds = row_bounds<bounds>;
  static constexpr bool known = true;

  template <std::size_t N, std::size_t Stride>
  ATTN_ABI static constexpr void softmax(element* out, const element* x) {
    generic::narrowed_softmax<rows_of_duals, N, Stride>(out, x);
  }
  // The weights of `count` scores, of a row of N: y, computed in steps.
  template <std::size_t N>
  ATTN_ABI static constexpr void narrow_softmax(element* y, const element* x, std::size_t count) {
    bounds values[N], scores[N];
    bool all_bounded = true;
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = y[i].value;
      scores[i] = x[i].value;
      all_bounded = all_bounded && range_of(scores[i]).bounded();
    }
    of_bounds::template narrow_softmax<N>(values, scores, count);
    for (std::size_t i = 0; i < count; ++i) y[i].value = values[i];
    if (!all_bounded) return;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t l = 0; l < Lanes; ++l) {
        bounds beyond(0);
        for (std::size_t j = 0; j < count; ++j)
          if (j != i) beyond = beyond + values[j] * (x[i].gradient[l] - x[j].gradient[l]);
        y[i].gradient[l] = values[i] * beyond;
      }
  }
  ATTN_ABI static constexpr element zero_beside(const element& weight) {
    return element(of_bounds::zero_beside(weight.value));
  }

  template <std::size_t M, std::size_t K, std::size_t N>
  ATTN_ABI static constexpr void averages(element* out, const element* weights, const element* v) {
    bounds means[M * N], w[M * K], values[K * N];
    for (std::size_t i = 0; i < M * N; ++i) means[i] = out[i].value;
    for (std::size_t i = 0; i < M * K; ++i) w[i] = weights[i].value;
    for (std::size_t i = 0; i < K * N; ++i) values[i] = v[i].value;
    of_bounds::template averages<M, K, N>(means, w, values);
    for (std::size_t i = 0; i < M * N; ++i) out[i].value = means[i];
  }

  template <origin From, std::size_t N, std::size_t Stride, class Gain, class Bias>
  ATTN_ABI static constexpr void norm(element* out, const element* x, Gain gain, Bias bias,
                                      const element& eps) {
    element row[N], z[N];
    bounds values[N], of_z[N];
    for (std::size_t i = 0; i < N; ++i) {
      row[i] = x[i * Stride];
      values[i] = row[i].value;
    }
    of_bounds::template norm<From, N, 1>(of_z, values, nullptr, nullptr, eps.value);
    const bounds scale = of_bounds::template scale_of_norm<From, N>(values, eps.value);
    for (std::size_t l = 0; l < Lanes; ++l) {
      bounds along[N];
      derivatives_of_norm<From, N>(along, row, of_z, scale, l);
      for (std::size_t i = 0; i < N; ++i) z[i].gradient[l] = along[i];
    }
    for (std::size_t i = 0; i < N; ++i) {
      z[i].value = of_z[i];
      element y = z[i];
      if constexpr (!std::is_null_pointer_v<Gain>) y = y * gain[i];
      if constexpr (!std::is_null_pointer_v<Bias>) y = y + bias[i];
      out[i * Stride] = y;
    }
  }

 private:
  // to[i] = the derivative of z_i with respect to variable l.
  template <origin From, std::size_t N>
  ATTN_ABI static constexpr void derivatives_of_norm(bounds* to, const element* x, const bounds* z,
                                                     const bounds& scale, std::size_t l) {
    const bounds share = bounds(1) / bounds(N);
    bounds sum(0), products(0);
    for (std::size_t i = 0; i < N; ++i) {
      sum = sum + x[i].gradient[l];
      products = products + z[i] * x[i].gradient[l];
    }
    for (std::size_t i = 0; i < N; ++i) {
      bounds less = x[i].gradient[l];
      if constexpr (From == origin::mean) less = less - sum * share;
      to[i] = scale * (less - z[i] * (products * share));
    }
  }
};

template <std::floating_point T, std::size_t Lanes>
struct row_bounds<dual<interval<T>, Lanes>> : rows_of_duals<interval<T>, Lanes> {};
template <std::floating_point T, std::size_t N, std::size_t Lanes>
struct row_bounds<dual<affine<T, N>, Lanes>> : rows_of_duals<affine<T, N>, Lanes> {};

}  // namespace attn::detail
ATTN_STRICT_FP_END
