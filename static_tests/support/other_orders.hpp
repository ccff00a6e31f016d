// SPDX-License-Identifier: BSL-1.0
// The formulas of attention and of a layer norm, evaluated as other programs would: sums in other
// orders, fused products, wider accumulators, an exponential that is off, and mistakes.
#pragma once

#include <attn/detail/contraction.hpp>
#include <attn/detail/directed_rounding.hpp>
#include <attn/detail/fused_multiply_add.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/max.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <type_traits>

namespace attn_tests {
enum class order { forward, reverse, pairwise, blocks, fused, wide };
enum class mistake { none, scale, scores_axis, unmasked, unscaled_last_key };

struct evaluation {
  order sums = order::forward;
  int exp_steps = 0;          // how many numbers the exponential is off by
  bool divides_last = false;  // after the product with the values
  bool causal = false;
  mistake made = mistake::none;
};

template <class T> using wider = std::conditional_t<std::is_same_v<T, float>, double, long double>;

template <class T> constexpr T pairwise_sum(const T* x, std::size_t n) {
  return n == 1 ? x[0] : pairwise_sum(x, n / 2) + pairwise_sum(x + n / 2, n - n / 2);
}

// The sum of a[i * from] * b[i * step].
template <class T>
constexpr T product_sum(
    order sums, std::size_t n, const T* a, std::size_t from, const T* b, std::size_t step) {
  using attn::detail::rounded;
  if (sums == order::fused) {
    T s = T(0);
    for (std::size_t i = 0; i < n; ++i)
      s = attn::detail::fused_multiply_add(a[i * from], b[i * step], s);
    return s;
  }
  if (sums == order::wide) {
    wider<T> s = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const wider<T> product = wider<T>(a[i * from]) * wider<T>(b[i * step]);
      s = s + product;
    }
    return static_cast<T>(s);
  }
  T terms[64]{};
  for (std::size_t i = 0; i < n; ++i) terms[i] = rounded(a[i * from] * b[i * step]);
  if (sums == order::pairwise) return pairwise_sum(terms, n);
  T s = T(0);
  if (sums == order::blocks) {
    for (std::size_t block = 0; block < n; block += 4) {
      T part = T(0);
      for (std::size_t i = block; i < n && i < block + 4; ++i) part = part + terms[i];
      s = s + part;
    }
  } else {
    for (std::size_t i = 0; i < n; ++i) s = s + terms[sums == order::reverse ? n - 1 - i : i];
  }
  return s;
}
template <class T> constexpr T sum(order sums, std::size_t n, const T* x) {
  const T one = T(1);
  return product_sum(sums, n, x, 1, &one, 0);
}

template <class T> constexpr T inexact_exp(T x, int steps) {
  const T y = attn::math::exp(x);
  if (steps >= 0) return attn::detail::steps_above(y, steps);
  return attn::math::max(T(0), T(-attn::detail::steps_above(T(-y), -steps)));
}

// The weights of one query, over the first `keys` keys.
template <std::size_t Keys, class T>
constexpr void exponentials(T (&e)[Keys], const T* q, const T* k, std::size_t width,
    std::size_t keys, const evaluation& how) {
  using attn::detail::rounded;
  const T d = static_cast<T>(how.made == mistake::scale ? width + 1 : width);
  const T scale = T(1) / attn::math::sqrt(d);
  T top = T(0);
  for (std::size_t j = 0; j < keys; ++j) {
    const bool exchanged = how.made == mistake::scores_axis;  // k^T read with the axes of k
    e[j] =
        product_sum(how.sums, width, q, 1, k + (exchanged ? j : j * width), exchanged ? Keys : 1);
    if (!(how.made == mistake::unscaled_last_key && j + 1 == keys)) e[j] = rounded(e[j] * scale);
    top = j == 0 ? e[0] : attn::math::max(top, e[j]);
  }
  for (std::size_t j = 0; j < keys; ++j) e[j] = inexact_exp(T(e[j] - top), how.exp_steps);
}

template <class T, class Query, class Key, class Width, class Value>
constexpr attn::tensor<T, Query, Value> attention(const attn::tensor<T, Query, Width>& q,
    const attn::tensor<T, Key, Width>& k, const attn::tensor<T, Key, Value>& v,
    const evaluation& how) {
  using attn::detail::rounded;
  attn::tensor<T, Query, Value> out;
  for (std::size_t i = 0; i < Query::size; ++i) {
    const bool masked = how.causal && how.made != mistake::unmasked;
    const std::size_t keys = masked && i + 1 < Key::size ? i + 1 : Key::size;
    T e[Key::size]{};
    exponentials(e, q.data() + i * Width::size, k.data(), Width::size, keys, how);
    const T d = sum(how.sums, keys, e), share = T(1) / d;
    if (!how.divides_last)
      for (T& x : e) x = rounded(x * share);
    for (std::size_t c = 0; c < Value::size; ++c) {
      const T y = product_sum(how.sums, keys, e, 1, v.data() + c, Value::size);
      out.data()[i * Value::size + c] = how.divides_last ? y / d : y;
    }
  }
  return out;
}

template <class T, class Row, class Column>
constexpr attn::tensor<T, Row, Column> layer_norm_of(
    const attn::tensor<T, Row, Column>& x, order sums, double eps) {
  using attn::detail::rounded;
  constexpr std::size_t n = Column::size;
  attn::tensor<T, Row, Column> out;
  for (std::size_t i = 0; i < Row::size; ++i) {
    const T* row = x.data() + i * n;
    const T mean = sum(sums, n, row) / static_cast<T>(n);
    T c[n]{};
    for (std::size_t j = 0; j < n; ++j) c[j] = row[j] - mean;
    const T variance = product_sum(sums, n, c, 1, c, 1) / static_cast<T>(n);
    const T root = attn::math::sqrt(T(variance + static_cast<T>(eps)));
    for (std::size_t j = 0; j < n; ++j) out.data()[i * n + j] = c[j] / root;
  }
  return out;
}
}  // namespace attn_tests
