// SPDX-License-Identifier: BSL-1.0
// A decoder-only language model without this library: loops over arrays of double, one token and one
// head at a time, from the formulas of GPT-2. Of the library it has exp, sqrt and tanh of one number.
#pragma once

#include <array>
#include <cstddef>

#include <attn/math/exp.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>

namespace attn_tests::plain {
// Of what a model is made, as numbers; stored matrices are (output, input).
struct sizes {
  std::size_t tokens, words, width, heads, inner, layers;
  bool pre_norm, gelu, final_norm;
};

// Takes the parameters one after the other, in the order of the walk.
template <sizes S> struct model {
  static constexpr std::size_t w = S.width, n = S.tokens, d = S.width / S.heads;
  using rows = std::array<std::array<double, w>, n>;
  template <std::size_t Out, std::size_t In> struct linear {
    std::array<double, Out * In> weight;
    std::array<double, Out> bias;
  };
  struct norm {
    std::array<double, w> weight, bias;
  };
  struct layer {
    linear<w, w> q, k, v, out;
    linear<S.inner, w> up;
    linear<w, S.inner> down;
    norm norm1, norm2;
  };
  std::array<double, S.words * w> embedding;
  rows positions;
  std::array<layer, S.layers> layers;
  norm last;

  template <std::size_t Out, std::size_t In>
  static constexpr std::array<double, Out> apply(
      const linear<Out, In>& f, const std::array<double, In>& x) {
    std::array<double, Out> y{};
    for (std::size_t o = 0; o < Out; ++o) {
      y[o] = f.bias[o];
      for (std::size_t i = 0; i < In; ++i) y[o] += f.weight[o * In + i] * x[i];
    }
    return y;
  }
  static constexpr std::array<double, w> apply(const norm& f, const std::array<double, w>& x) {
    double mean = 0, variance = 0;
    for (const double element : x) mean += element / w;
    for (const double element : x) variance += (element - mean) * (element - mean) / w;
    std::array<double, w> y{};
    for (std::size_t j = 0; j < w; ++j)
      y[j] = (x[j] - mean) / attn::math::sqrt(variance + 1e-5) * f.weight[j] + f.bias[j];
    return y;
  }
  static constexpr double activation(double x) {
    if (!S.gelu) return x > 0 ? x : 0;
    const double inside = 0.7978845608028654 * (x + 0.044715 * x * x * x);
    return 0.5 * x * (1 + attn::math::tanh(inside));
  }
  static constexpr std::array<double, w> network(const layer& f, const std::array<double, w>& x) {
    auto hidden = apply(f.up, x);
    for (double& element : hidden) element = activation(element);
    return apply(f.down, hidden);
  }
  // Token t looks at the tokens 0 to t.
  static constexpr std::array<double, w> attention(const layer& f, const rows& x, std::size_t t) {
    const auto q = apply(f.q, x[t]);
    std::array<double, w> found{};
    for (std::size_t h = 0; h < S.heads; ++h) {
      std::array<double, n> e{};
      double total = 0;
      for (std::size_t s = 0; s <= t; ++s) {
        const auto k = apply(f.k, x[s]);
        double score = 0;
        for (std::size_t i = 0; i < d; ++i) score += q[h * d + i] * k[h * d + i];
        e[s] = attn::math::exp(score / attn::math::sqrt(static_cast<double>(d)));
        total += e[s];
      }
      for (std::size_t s = 0; s <= t; ++s) {
        const auto v = apply(f.v, x[s]);
        for (std::size_t i = 0; i < d; ++i) found[h * d + i] += e[s] / total * v[h * d + i];
      }
    }
    return apply(f.out, found);
  }
  static constexpr std::array<double, w> sum(
      std::array<double, w> a, const std::array<double, w>& b) {
    for (std::size_t j = 0; j < w; ++j) a[j] += b[j];
    return a;
  }
  static constexpr rows through(const layer& f, const rows& x) {
    rows normed = x, y{};
    if (S.pre_norm)
      for (auto& row : normed) row = apply(f.norm1, row);
    for (std::size_t t = 0; t < n; ++t) {
      auto h = sum(x[t], attention(f, normed, t));
      if (S.pre_norm) {
        y[t] = sum(h, network(f, apply(f.norm2, h)));
      } else {
        h = apply(f.norm1, h);
        y[t] = apply(f.norm2, sum(h, network(f, h)));
      }
    }
    return y;
  }
  // Row t, column v: the logit of word v behind token t.
  constexpr std::array<double, n * S.words> operator()(const std::array<int, n>& ids) const {
    rows x{};
    for (std::size_t t = 0; t < n; ++t)
      for (std::size_t j = 0; j < w; ++j)
        x[t][j] = embedding[static_cast<std::size_t>(ids[t]) * w + j] + positions[t][j];
    for (const layer& f : layers) x = through(f, x);
    std::array<double, n * S.words> logits{};
    for (std::size_t t = 0; t < n; ++t) {
      const auto row = S.final_norm ? apply(last, x[t]) : x[t];
      for (std::size_t v = 0; v < S.words; ++v)
        for (std::size_t j = 0; j < w; ++j)
          logits[t * S.words + v] += embedding[v * w + j] * row[j];
    }
    return logits;
  }
};
}  // namespace attn_tests::plain
