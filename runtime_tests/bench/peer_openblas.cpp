// SPDX-License-Identifier: BSL-1.0
// OpenBLAS for all that is a product of matrices, or of one with a vector; Eigen for what is
// between.
#include <cblas.h>

#include <Eigen/Core>
#include <cmath>

#include "runtime_tests/bench/contender.hpp"

namespace {

using namespace bench;
using elements = Eigen::Map<Eigen::ArrayXf>;

constexpr int size(std::size_t n) { return static_cast<int>(n); }

// C = A B, and C = scale * A B^T, of parts of wider matrices.
void multiply(std::size_t m, std::size_t n, std::size_t k, const float* a, std::size_t a_width,
              const float* b, std::size_t b_width, float* c, std::size_t c_width) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size(m), size(n), size(k), 1, a,
              size(a_width), b, size(b_width), 0, c, size(c_width));
}
void multiply_transposed(std::size_t m, std::size_t n, std::size_t k, float scale, const float* a,
                         std::size_t a_width, const float* b, std::size_t b_width, float* c) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, size(m), size(n), size(k), scale, a,
              size(a_width), b, size(b_width), 0, c, size(n));
}

// Of the scores of as many queries as keys; causal: of the keys up to the query's own.
void softmax_of_scores(float* s, std::size_t tokens, bool causal) {
  for (std::size_t i = 0; i < tokens; ++i) {
    const std::size_t seen = causal ? i + 1 : tokens;
    elements row(s + i * tokens, size(seen));
    row = (row - row.maxCoeff()).exp();
    row *= 1 / row.sum();
    elements(s + i * tokens + seen, size(tokens - seen)).setZero();
  }
}

template <product R>
entry products_of_two(memory& m) {
  const float* a = m.operand(first_factor, R.m * R.k, 1);
  const float* b = m.operand(second_factor, R.k * R.n, 1);
  float* c = m.result(R.m * R.n);
  return calling([=] { multiply(R.m, R.n, R.k, a, R.k, b, R.n, c, R.n); }, c, R.m * R.n);
}

template <attention R>
entry attend(memory& m) {
  constexpr std::size_t t = R.tokens, d = R.width, one = t * d, count = R.heads * one;
  const float* q = m.operand(queries, count, 1);
  const float* k = m.operand(keys, count, 1);
  const float* v = m.operand(values, count, 1);
  float *o = m.result(count), *s = m.scratch(t * t);
  return calling(
      [=] {
        for (std::size_t h = 0; h < R.heads; ++h) {
          multiply_transposed(t, t, d, 1 / std::sqrt(float(d)), q + h * one, d, k + h * one, d, s);
          softmax_of_scores(s, t, R.causal);
          multiply(t, d, t, s, t, v + h * one, d, o + h * one, d);
        }
      },
      o, count);
}

template <multi_head R>
entry attend_with_projections(memory& m) {
  constexpr std::size_t t = R.tokens, w = R.width, d = w / R.heads;
  const float* x = m.operand(operand_number::x, t * w, 1);
  const float* w_q = m.operand(query_weight, w * w, of_parameters);
  const float* w_k = m.operand(key_weight, w * w, of_parameters);
  const float* w_v = m.operand(value_weight, w * w, of_parameters);
  const float* w_o = m.operand(output_weight, w * w, of_parameters);
  float *o = m.result(t * w), *side_by_side = m.scratch(3 * w * w), *qkv = m.scratch(3 * t * w);
  float *c = m.scratch(t * w), *s = m.scratch(t * t);
  for (std::size_t i = 0; i < w; ++i)
    for (std::size_t j = 0; j < w; ++j) {
      side_by_side[(3 * i + 0) * w + j] = w_q[i * w + j];
      side_by_side[(3 * i + 1) * w + j] = w_k[i * w + j];
      side_by_side[(3 * i + 2) * w + j] = w_v[i * w + j];
    }
  return calling(
      [=] {
        multiply(t, 3 * w, w, x, w, side_by_side, 3 * w, qkv, 3 * w);
        for (std::size_t h = 0; h < R.heads; ++h) {
          const float *q = qkv + h * d, *k = q + w, *v = k + w;
          multiply_transposed(t, t, d, 1 / std::sqrt(float(d)), q, 3 * w, k, 3 * w, s);
          softmax_of_scores(s, t, false);
          multiply(t, d, t, s, t, v, 3 * w, c + h * d, w);
        }
        multiply(t, w, w, c, w, w_o, w, o, w);
      },
      o, t * w);
}

template <class X>
auto logistic(const X& x) {
  return (1.0f + (-x).exp()).inverse();
}

template <lstm R>
entry lstm_step(memory& m) {
  constexpr std::size_t n = R.hidden, gates = 4 * n;
  const float* p = m.operand(parameters, gates * (R.in + n + 2), of_parameters);
  const float* x = m.operand(operand_number::x, R.in, 1);
  const float* h = m.operand(state_hidden, n, 1);
  const float* c = m.operand(state_cell, n, 1);
  float *result = m.result(2 * n), *s = m.scratch(gates);
  return calling(
      [=] {
        const float *w_h = p + gates * R.in, *b_x = w_h + gates * n, *b_h = b_x + gates;
        elements sum(s, size(gates));
        sum = Eigen::Map<const Eigen::ArrayXf>(b_x, size(gates)) +
              Eigen::Map<const Eigen::ArrayXf>(b_h, size(gates));
        cblas_sgemv(CblasRowMajor, CblasNoTrans, size(gates), size(R.in), 1, p, size(R.in), x, 1, 1,
                    s, 1);
        cblas_sgemv(CblasRowMajor, CblasNoTrans, size(gates), size(n), 1, w_h, size(n), h, 1, 1, s,
                    1);
        elements H(result, size(n)), C(result + n, size(n));
        C = logistic(sum.segment(size(n), size(n))) * Eigen::Map<const Eigen::ArrayXf>(c, size(n)) +
            logistic(sum.segment(0, size(n))) * sum.segment(size(2 * n), size(n)).tanh();
        H = logistic(sum.segment(size(3 * n), size(n))) * C.tanh();
      },
      result, 2 * n);
}

template <feed_forward R>
entry gelu_network(memory& m) {
  constexpr std::size_t weights = R.width * R.inner;
  const float* p = m.operand(parameters, 2 * weights + R.inner + R.width, of_parameters);
  const float* x = m.operand(operand_number::x, R.rows * R.width, 1);
  float *y = m.result(R.rows * R.width), *inner = m.scratch(R.rows * R.inner);
  return calling(
      [=] {
        const float *b1 = p + weights, *w2 = b1 + R.inner, *b2 = w2 + weights;
        multiply(R.rows, R.inner, R.width, x, R.width, p, R.inner, inner, R.inner);
        for (std::size_t i = 0; i < R.rows; ++i) {
          elements a(inner + i * R.inner, size(R.inner));
          a += Eigen::Map<const Eigen::ArrayXf>(b1, size(R.inner));
          a = 0.5f * a * (1.0f + (0.7978845608f * (a + 0.044715f * a.cube())).tanh());
        }
        multiply(R.rows, R.width, R.inner, inner, R.inner, w2, R.width, y, R.width);
        for (std::size_t i = 0; i < R.rows; ++i)
          elements(y + i * R.width, size(R.width)) +=
              Eigen::Map<const Eigen::ArrayXf>(b2, size(R.width));
      },
      y, R.rows * R.width);
}

}  // namespace

void add_contenders(list& all) {
  const auto add = [&]<auto R>(prepare how) { all.add(name(R), operations(R), "OpenBLAS", how); };
  for_each<products>([&]<product R>() { add.template operator()<R>(products_of_two<R>); });
  for_each<attentions>([&]<attention R>() { add.template operator()<R>(attend<R>); });
  for_each<multi_heads>(
      [&]<multi_head R>() { add.template operator()<R>(attend_with_projections<R>); });
  for_each<lstms>([&]<lstm R>() { add.template operator()<R>(lstm_step<R>); });
  for_each<feed_forwards>([&]<feed_forward R>() { add.template operator()<R>(gelu_network<R>); });
}
