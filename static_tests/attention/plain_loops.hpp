// SPDX-License-Identifier: BSL-1.0
// Attention has the bits of the plain loops that say what it means: scores by one accumulator each,
// weights by scalars' exp and sixteen partial sums, and the product. Rows as vectors in constant
// evaluation and fused kernels in a program change nothing.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/detail/generic/matmul.hpp>
#include <attn/detail/generic/reduce.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::attention_plain_loops_tests {

using namespace attn;
namespace plain = attn::detail::generic;

// sees(i, j): may query i attend to key j?
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv, class Sees>
constexpr auto attend(const matrix<T, Tq, Dk>& q, const matrix<T, Tk, Dk>& k,
                      const matrix<T, Tk, Dv>& v, const Sees& sees) {
  matrix<T, Tq, Tk> weights;
  matrix<T, Tq, Dv> out;
  plain::matmul_transposed<Tq, Dk, Tk>(weights.data(), q.data(), k.data());
  const T scale = T(1) / math::sqrt(T(Dk));
  for (std::size_t i = 0; i < Tq; ++i) {
    T* row = weights.data() + i * Tk;
    T most = detail::rounded(row[0] * scale);  // of key 0, which every query sees
    for (std::size_t j = 0; j < Tk; ++j) {
      row[j] = detail::rounded(row[j] * scale);
      if (sees(i, j) && row[j] > most) most = row[j];
    }
    for (std::size_t j = 0; j < Tk; ++j) row[j] = sees(i, j) ? math::exp(row[j] - most) : T(0);
    const T share = T(1) / plain::reduce<Tk, 1>(row, [](T a, T b) { return a + b; });
    for (std::size_t j = 0; j < Tk; ++j) row[j] = detail::rounded(row[j] * share);
  }
  plain::matmul<Tq, Tk, Dv>(out.data(), weights.data(), v.data());
  return out;
}

template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void check_shape(report& r) {
  const auto q = launder(filled<matrix<T, Tq, Dk>>(Tq, T(3)));
  const auto k = launder(filled<matrix<T, Tk, Dk>>(Tk + 1, T(3)));
  const auto v = launder(filled<matrix<T, Tk, Dv>>(Dv + 2));
  const auto out = attend(q, k, v, [](std::size_t, std::size_t) { return true; });
  const auto before = attend(q, k, v, [](std::size_t i, std::size_t j) { return j <= i; });
  r.check(bitwise_equal(scaled_dot_product_attention(q, k, v), out));
  r.check(bitwise_equal(scaled_dot_product_attention(q, k, v, causal<top_left>), before));
  r.bits(out);
  r.bits(before);
}
template <class T>
constexpr report is_plain_loops() {
  report r;
  check_shape<T, 1, 1, 1, 1>(r);
  check_shape<T, 3, 5, 4, 2>(r);
  check_shape<T, 5, 16, 8, 16>(r);
  check_shape<T, 2, 67, 3, 5>(r);
  check_shape<T, 18, 17, 16, 33>(r);
  return r;
}

// Scores that rise by ln 2 from key to key, as a bias of distances makes them: see
// ops/elementary.hpp.
template <class T>
constexpr report scores_in_steps() {
  report r;
  matrix<T, 1, 1> one;
  one(0, 0) = 1;
  matrix<T, 16, 1> known;
  T score = 0;
  for (T& element : known) {
    element = score;
    score -= T(0.6931471805599453);
  }
  const auto k = launder(known);
  const auto v = launder(filled<matrix<T, 16, 3>>(1));
  const auto out = attend(one, k, v, [](std::size_t, std::size_t) { return true; });
  r.check(bitwise_equal(scaled_dot_product_attention(one, k, v), out));
  r.bits(out);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"is plain loops, float", is_plain_loops<float>},
    {"is plain loops, double", is_plain_loops<double>},
    {"scores in steps, float", scores_in_steps<float>},
    {"scores in steps, double", scores_in_steps<double>},
};

}  // namespace attn_tests::attention_plain_loops_tests
