// SPDX-License-Identifier: BSL-1.0
// relaxed<T>: a number whose computation is recorded, step by step, for bounds from a linear
// relaxation (detail/relaxation.hpp). Rows are recorded in exact steps: softmax, averages, norms.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <attn/detail/generic/norm.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/max.hpp>
#include <attn/scalars/detail/relaxation.hpp>
#include <attn/scalars/detail/require.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// A number of a computation that is recorded: a constant, or a step.
template <std::floating_point T>
struct relaxed;
template <class T>
inline constexpr bool is_analysis_scalar<relaxed<T>> = true;

template <std::floating_point T>
struct relaxed {
  using step = detail::relaxed_step;
  using record = detail::relaxation<T>;

  interval<T> constant{};
  std::size_t node = detail::no_node;
  record* in = nullptr;  // of a constant there is none

  ATTN_ABI constexpr relaxed() = default;
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI constexpr relaxed(const U& x) : constant(x) {}
  ATTN_ABI constexpr relaxed(const interval<T>& x) : constant(x) {}
  ATTN_ABI constexpr relaxed(record& where, std::size_t at) : node(at), in(&where) {}
  ATTN_ABI static constexpr relaxed input(const T& x, double eps, record& where) {
    const interval<T> by(eps);
    return {where, where.add_range(interval<T>(x) + interval<T>(-by.upper, by.upper))};
  }

  ATTN_ABI friend constexpr bool identical(const relaxed& a, const relaxed& b) {
    return a.node == b.node && identical(a.constant, b.constant);
  }
  ATTN_REJECT_CONVERSION(relaxed, "a relaxed", "analysis would end")

  // The same number in a record.
  ATTN_ABI constexpr std::size_t node_in(record& where) const {
    return in != nullptr ? node : where.add_range(constant);
  }
  ATTN_ABI constexpr bool known() const {
    return in == nullptr && constant.bounded() && constant.lower == constant.upper;
  }

  // p a + q b + c, exactly, or with as many roundings.
  ATTN_ABI static constexpr relaxed linear(double p, const relaxed& a, double q, const relaxed& b,
                                           int places) {
    if (a.in == nullptr && b.in != nullptr) return linear(q, b, p, a, places);
    record& where = *a.in;
    detail::relaxed_node<T> y;
    y.step = step::linear, y.places = places;
    y.a = a.node, y.of_a = p;
    if (b.known()) {
      y.constant = q * static_cast<double>(b.constant.lower);
    } else {
      y.b = b.node_in(where), y.of_b = q;
    }
    return {where, where.add(y)};
  }
  ATTN_ABI static constexpr relaxed scaled(double p, const relaxed& a, int places = 0) {
    return linear(p, a, 1, relaxed(0), places);
  }
  ATTN_ABI static constexpr relaxed product(const relaxed& a, const relaxed& b, int places) {
    if (a.in == nullptr && b.in != nullptr) return product(b, a, places);
    if (a.in == nullptr) return a.constant * b.constant;
    if (b.known()) return scaled(static_cast<double>(b.constant.lower), a, places);
    if (b.in != nullptr && a.node == b.node) return function(step::square, a, places);
    detail::relaxed_node<T> y;
    y.step = step::product, y.places = places;
    y.a = a.node, y.b = b.node_in(*a.in);
    return {*a.in, a.in->add(y)};
  }
  ATTN_ABI static constexpr relaxed function(step which, const relaxed& a, int places,
                                             std::size_t count = 0) {
    detail::relaxed_node<T> y;
    y.step = which, y.places = places, y.a = a.node;
    y.constant = static_cast<double>(count);  // of what the root is
    return {*a.in, a.in->add(y)};
  }

  ATTN_ABI friend constexpr relaxed operator+(const relaxed& a, const relaxed& b) {
    if (a.in == nullptr && b.in == nullptr) return a.constant + b.constant;
    return linear(1, a, 1, b, 1);
  }
  ATTN_ABI friend constexpr relaxed operator-(const relaxed& a) {
    if (a.in == nullptr) return -a.constant;
    return scaled(-1, a);
  }
  ATTN_ABI friend constexpr relaxed operator-(const relaxed& a, const relaxed& b) {
    if (a.in == nullptr && b.in == nullptr) return a.constant - b.constant;
    return linear(1, a, -1, b, 1);
  }
  ATTN_ABI friend constexpr relaxed operator*(const relaxed& a, const relaxed& b) {
    return product(a, b, 1);
  }
  ATTN_ABI friend constexpr relaxed operator/(const relaxed& a, const relaxed& b) {
    if (b.in != nullptr) return product(a, function(step::inverse, b, 0), 1);
    if (a.in == nullptr) return a.constant / b.constant;
    return product(a, interval<T>(1) / b.constant, 1);
  }
  // b + positive_part(a - b)
  ATTN_ABI friend constexpr relaxed(max)(const relaxed& a, const relaxed& b) {
    if (a.in == nullptr && b.in == nullptr) return (math::max)(a.constant, b.constant);
    if (a.in == nullptr) return max ATTN_NOT_A_MACRO(b, a);
    if (b.known() && b.constant.lower == T(0)) return function(step::positive_part, a, 0);
    return linear(1, function(step::positive_part, linear(1, a, -1, b, 0), 0), 1, b, 0);
  }
  ATTN_ABI friend constexpr relaxed(min)(const relaxed& a, const relaxed& b) {
    return -(math::max)(-a, -b);
  }
  ATTN_ABI friend constexpr relaxed select(bool keep, const relaxed& a, const relaxed& b) {
    return keep ? a : b;
  }
  // See interval. The steps before are bounded now. The bounds of a step are not narrowed by b.
  ATTN_ABI friend constexpr interval<T> bounds_of(const relaxed& a) {
    if (a.in == nullptr) return a.constant;
    a.in->prepare(a.node);
    return a.in->tightened(a.node);
  }
  ATTN_ABI friend constexpr relaxed within_bounds(const relaxed& a, const interval<T>& b) {
    return a.in == nullptr ? relaxed(b) : a;
  }
  // scale times the sum of w x for integers w, of what is off by `error`; of constants, 0. No
  // certificate as text tells how a fixed scale rounds.
  template <std::size_t K, class Integer>
  ATTN_ABI static constexpr relaxed of_integers(const relaxed* x, const Integer* w, const T& scale,
                                                double error, bool fixed) {
    record* where = nullptr;
    for (std::size_t k = 0; k < K; ++k) where = x[k].in != nullptr ? x[k].in : where;
    if (where == nullptr) return relaxed(0);
    std::size_t from[K];
    for (std::size_t k = 0; k < K; ++k) from[k] = x[k].node_in(*where);
    detail::relaxed_node<T> y;
    y.step = fixed ? step::fixed_integers : step::integers, y.first = where->size(), y.count = K;
    for (std::size_t k = 0; k < K; ++k) scaled(1, {*where, from[k]});
    relaxed sum(0);
    for (std::size_t k = 0; k < K; ++k)
      sum = linear(static_cast<double>(w[k]) * static_cast<double>(scale), {*where, y.first + k}, 1,
                   sum, 0);
    y.a = sum.node, y.of_a = 1, y.of_b = static_cast<double>(scale);
    y.rounding = interval<T>(error).upper;
    return {*where, where->add(y)};
  }
  // Nothing is assumed of a step: its bounds are sound without.
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI friend constexpr relaxed assume_at_most(const relaxed& a, const U& bound) {
    return a.in != nullptr ? a : relaxed(assume_at_most(a.constant, bound));
  }
  template <class U>
    requires std::is_arithmetic_v<U>
  ATTN_ABI friend constexpr relaxed assume_at_least(const relaxed& a, const U& bound) {
    return a.in != nullptr ? a : relaxed(assume_at_least(a.constant, bound));
  }
  ATTN_ABI friend constexpr relaxed pow(const relaxed& a, const relaxed& b) {
    if (a.in == nullptr && b.in == nullptr) return pow(a.constant, b.constant);
    record& where = *(a.in != nullptr ? a : b).in;
    detail::relaxed_node<T> y;
    y.step = step::pow, y.a = a.node_in(where), y.b = b.node_in(where);
    return {where, where.add(y)};
  }
#define ATTN_RELAXED(f)                                   \
  ATTN_ABI friend constexpr relaxed f(const relaxed& a) { \
    if (a.in == nullptr) return f(a.constant);            \
    return function(step::f, a, 4);                       \
  }
  ATTN_FUNCTIONS_OF_ONE(ATTN_RELAXED)
#undef ATTN_RELAXED
};

namespace detail {

template <std::floating_point T>
struct row_bounds<relaxed<T>> {
  using element = relaxed<T>;
  using step = relaxed_step;
  static constexpr bool known = true;

  template <std::size_t K, std::size_t Stride>
  ATTN_ABI static constexpr void softmax(element* out, const element* x) {
    element scores[K], weights[K];
    interval<T> constants[K], of_constants[K];
    for (std::size_t i = 0; i < K; ++i) {
      scores[i] = x[i * Stride];
      constants[i] = scores[i].constant;
    }
    if (record_of(scores, K) == nullptr)
      row_bounds<interval<T>>::template softmax<K, 1>(of_constants, constants);
    for (std::size_t i = 0; i < K; ++i) weights[i] = of_constants[i];
    narrow_softmax<K>(weights, scores, K);
    for (std::size_t i = 0; i < K; ++i) out[i * Stride] = weights[i];
  }
  template <std::size_t K>
  ATTN_ABI static constexpr void narrow_softmax(element* y, const element* x, std::size_t count) {
    relaxation<T>* in = record_of(x, count);
    if (in == nullptr) return;
    std::size_t scores[K];
    for (std::size_t i = 0; i < count; ++i) scores[i] = x[i].node_in(*in);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t first = in->size();
      for (std::size_t j = 0; j < count; ++j)
        if (j != i) element::linear(1, {*in, scores[j]}, -1, {*in, scores[i]}, 0);
      element sum(1);
      for (std::size_t j = 0; j + 1 < count; ++j)
        sum = element::linear(1, element::function(step::exp, {*in, first + j}, 0), 1, sum, 0);
      if (count == 1) {
        y[i] = element(1);
        continue;
      }
      relaxed_node<T> weight;
      weight.step = step::weight, weight.a = sum.node, weight.first = first,
      weight.count = count - 1;
      y[i] = {*in, in->add(weight)};
    }
  }
  // A row is NaN as a whole: of scores that are not bounded.
  ATTN_ABI static constexpr element zero_beside(const element& weight) {
    return element::product(weight, element(0), 0);
  }

  template <std::size_t M, std::size_t K, std::size_t N>
  ATTN_ABI static constexpr void averages(element* out, const element* weights, const element* v) {
    for (std::size_t j = 0; j < N; ++j)
      for (std::size_t i = 0; i < M; ++i) {
        const element* w = weights + i * K;
        relaxation<T>* in = record_of(w, K);
        if (in == nullptr) continue;
        const std::size_t values = copies<K, N>(*in, v + j), first = in->size();
        for (std::size_t k = 0; k < K; ++k) {
          relaxed_node<T> less;
          less.step = step::centered, less.a = values + k, less.of_a = 1;
          less.of_b = k == 0 ? 1 : 0;
          less.first = k == 0 ? values : first, less.count = k == 0 ? K : 1;
          in->add(less);
        }
        element sum(0);
        for (std::size_t k = 0; k < K; ++k) {
          const element term = element::product(w[k], {*in, first + k}, 0);
          sum = k == 0 ? term : element::linear(1, sum, 1, term, 0);
        }
        relaxed_node<T> average;
        average.step = step::average, average.a = sum.node, average.of_a = 1;
        average.b = first, average.first = values, average.count = K;
        out[i * N + j] = {*in, in->add(average)};
      }
  }

  template <origin From, std::size_t K, std::size_t Stride, class Gain, class Bias>
  ATTN_ABI static constexpr void norm(element* out, const element* x, Gain gain, Bias bias,
                                      const element& eps) {
    element row[K], z[K];
    for (std::size_t i = 0; i < K; ++i) row[i] = x[i * Stride];
    relaxation<T>* in = record_of(row, K);
    const interval<T>& more = eps.constant;
    const bool usable = eps.in == nullptr && more.lower >= T(0x1p-60) && more.upper < T(0x1p60);
    if (in == nullptr || !usable) {
      generic::norm_in_steps<From, K, 1>(z, row, nullptr, nullptr, eps);
    } else {
      const std::size_t values = copies<K, 1>(*in, row);
      element c[K], total(*in, values), squares(0);
      for (std::size_t i = 1; i < K; ++i)
        total = element::linear(1, total, 1, {*in, values + i}, 0);
      constexpr bool of_mean = From == origin::mean;
      for (std::size_t i = 0; i < K; ++i) {
        c[i] = element(*in, values + i);
        if constexpr (of_mean) c[i] = element::linear(double(K), c[i], -1, total, 0);
        const element square = element::function(step::square, c[i], 0);
        squares = i == 0 ? square : element::linear(1, squares, 1, square, 0);
      }
      const interval<T> share(of_mean ? K * K * K : K);
      const element radicand = element::linear(1, squares, 1, share * more, 0);
      const element root = element::function(step::root_of_inverse, radicand, 0, K);
      for (std::size_t i = 0; i < K; ++i) {
        relaxed_node<T> y;
        y.step = step::normalized, y.a = c[i].node, y.b = root.node;
        y.first = values, y.count = K, y.of_a = of_mean ? 1 : 0;
        z[i] = {*in, in->add(y)};
      }
    }
    for (std::size_t i = 0; i < K; ++i) {
      element y = z[i];
      if constexpr (!std::is_null_pointer_v<Gain>) y = y * gain[i];
      if constexpr (!std::is_null_pointer_v<Bias>) y = y + bias[i];
      out[i * Stride] = y;
    }
  }

 private:
  ATTN_ABI static constexpr relaxation<T>* record_of(const element* x, std::size_t count) {
    relaxation<T>* in = nullptr;
    for (std::size_t i = 0; i < count; ++i) in = x[i].in != nullptr ? x[i].in : in;
    return in;
  }
  // K numbers, Stride apart, as nodes next to one another: the first of them.
  template <std::size_t K, std::size_t Stride>
  ATTN_ABI static constexpr std::size_t copies(relaxation<T>& in, const element* x) {
    std::size_t from[K];
    for (std::size_t k = 0; k < K; ++k) from[k] = x[k * Stride].node_in(in);
    const std::size_t first = in.size();
    for (std::size_t k = 0; k < K; ++k) element::scaled(1, {in, from[k]});
    return first;
  }
};

}  // namespace detail
}  // namespace attn
ATTN_STRICT_FP_END

// The numbers of T: without this, lowest() and epsilon() of an element would be 0.
namespace std {
template <std::floating_point T>
struct numeric_limits<attn::relaxed<T>> : numeric_limits<T> {
  static constexpr bool is_specialized = false;  // no arithmetic type
};
}  // namespace std
