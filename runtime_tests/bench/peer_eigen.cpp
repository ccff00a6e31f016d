// SPDX-License-Identifier: BSL-1.0
// Eigen, as one writes it: with sizes known to the compiler where the matrices are small enough for
// that, and with sizes known at run time.
#include <Eigen/Core>
#include <cmath>

#include "runtime_tests/bench/contender.hpp"

namespace {

using namespace bench;
using Eigen::Dynamic;

template <int Rows, int Columns>
using matrix =
    Eigen::Matrix<float, Rows, Columns, Columns == 1 ? Eigen::ColMajor : Eigen::RowMajor>;
template <int Rows, int Columns>
using in = Eigen::Map<const matrix<Rows, Columns>>;
template <int Rows, int Columns>
using out = Eigen::Map<matrix<Rows, Columns>>;
using any = matrix<Dynamic, Dynamic>;

constexpr int size(std::size_t n) { return static_cast<int>(n); }
// An extent as Eigen's template argument.
template <bool Fixed, std::size_t N>
constexpr int extent = Fixed ? size(N) : Dynamic;

template <product R, bool Fixed>
entry multiply(memory& m) {
  const float* a = m.operand(first_factor, R.m * R.k, 1);
  const float* b = m.operand(second_factor, R.k * R.n, 1);
  float* c = m.result(R.m * R.n);
  constexpr int rows = extent<Fixed, R.m>, inner = extent<Fixed, R.k>, columns = extent<Fixed, R.n>;
  return calling(
      [=] {
        out<rows, columns>(c, R.m, R.n).noalias() =
            in<rows, inner>(a, R.m, R.k) * in<inner, columns>(b, R.k, R.n);
      },
      c, R.m * R.n);
}

// Eigen's own advice for tiny ones.
template <product R>
entry multiply_lazily(memory& m) {
  const float* a = m.operand(first_factor, R.m * R.k, 1);
  const float* b = m.operand(second_factor, R.k * R.n, 1);
  float* c = m.result(R.m * R.n);
  return calling(
      [=] {
        out<R.m, R.n> result(c);
        result = in<R.m, R.k>(a).lazyProduct(in<R.k, R.n>(b));
      },
      c, R.m * R.n);
}

template <class In, class Out>
EIGEN_STRONG_INLINE void softmax_of_rows(const In& x, Out&& y) {
  for (int i = 0; i < y.rows(); ++i) {
    auto row = y.row(i).array();
    row = (x.row(i).array() - x.row(i).maxCoeff()).exp();
    row *= 1.0f / row.sum();
  }
}

template <bench::softmax R, bool Fixed>
entry rows_of_softmax(memory& m) {
  const float* x = m.operand(operand_number::x, R.rows * R.columns, of_softmax);
  float* y = m.result(R.rows * R.columns);
  constexpr int rows = extent<Fixed, R.rows>, columns = extent<Fixed, R.columns>;
  return calling(
      [=] {
        softmax_of_rows(in<rows, columns>(x, R.rows, R.columns),
                        out<rows, columns>(y, R.rows, R.columns));
      },
      y, R.rows * R.columns);
}

template <bench::exp R>
entry exponentials(memory& m) {
  const float* x = m.operand(operand_number::x, R.count, of_exp);
  float* y = m.result(R.count);
  return calling(
      [=] {
        Eigen::Map<Eigen::ArrayXf>(y, R.count) = Eigen::Map<const Eigen::ArrayXf>(x, R.count).exp();
      },
      y, R.count);
}

template <class Scores>
EIGEN_STRONG_INLINE void hide_the_future(Scores& s) {
  for (int i = 0; i < s.rows(); ++i)
    for (int j = i + 1; j < s.cols(); ++j) s(i, j) = -1e30f;
}

template <attention R, bool Fixed>
entry attend(memory& m) {
  constexpr std::size_t one = R.tokens * R.width, count = R.heads * one;
  const float* q = m.operand(queries, count, 1);
  const float* k = m.operand(keys, count, 1);
  const float* v = m.operand(values, count, 1);
  float* o = m.result(count);
  constexpr int tokens = extent<Fixed, R.tokens>, width = extent<Fixed, R.width>;
  const auto scores = std::make_shared<any>(R.tokens, R.tokens);
  return calling(
      [=, s = scores.get(), keep = scores] {
        const float scale = 1 / std::sqrt(float(R.width));
        for (std::size_t h = 0; h < R.heads; ++h) {
          const in<tokens, width> Q(q + h * one, R.tokens, R.width);
          const in<tokens, width> K(k + h * one, R.tokens, R.width);
          const in<tokens, width> V(v + h * one, R.tokens, R.width);
          out<tokens, width> O(o + h * one, R.tokens, R.width);
          const auto finish = [&](auto& S) {
            S.noalias() = (scale * Q) * K.transpose();
            if constexpr (R.causal) hide_the_future(S);
            softmax_of_rows(S, S);
            O.noalias() = S * V;
          };
          if constexpr (Fixed) {
            matrix<tokens, tokens> S;
            finish(S);
          } else {
            finish(*s);
          }
        }
      },
      o, count);
}

template <multi_head R>
entry attend_with_projections(memory& m) {
  const float* x = m.operand(operand_number::x, R.tokens * R.width, 1);
  const float* w_q = m.operand(query_weight, R.width * R.width, of_parameters);
  const float* w_k = m.operand(key_weight, R.width * R.width, of_parameters);
  const float* w_v = m.operand(value_weight, R.width * R.width, of_parameters);
  const float* w_o = m.operand(output_weight, R.width * R.width, of_parameters);
  float* o = m.result(R.tokens * R.width);
  struct workspace {
    any q{size(R.tokens), size(R.width)}, k = q, v = q, c = q, s{size(R.tokens), size(R.tokens)};
  };
  const auto space = std::make_shared<workspace>();
  return calling(
      [=] {
        using view = in<Dynamic, Dynamic>;
        constexpr int d = size(R.width / R.heads);
        auto& [q, k, v, c, s] = *space;
        const view X(x, R.tokens, R.width);
        q.noalias() = X * view(w_q, R.width, R.width);
        k.noalias() = X * view(w_k, R.width, R.width);
        v.noalias() = X * view(w_v, R.width, R.width);
        for (int h = 0; h < size(R.heads); ++h) {
          s.noalias() = (1 / std::sqrt(float(d)) * q.middleCols(h * d, d)) *
                        k.middleCols(h * d, d).transpose();
          softmax_of_rows(s, s);
          c.middleCols(h * d, d).noalias() = s * v.middleCols(h * d, d);
        }
        out<Dynamic, Dynamic>(o, R.tokens, R.width).noalias() = c * view(w_o, R.width, R.width);
      },
      o, R.tokens * R.width);
}

template <layer_norm R>
entry normalise(memory& m) {
  const float* x = m.operand(operand_number::x, R.rows * R.width, 1);
  const float* p = m.operand(parameters, 2 * R.width, 1);
  float* y = m.result(R.rows * R.width);
  return calling(
      [=] {
        const in<Dynamic, Dynamic> X(x, R.rows, R.width);
        const in<1, Dynamic> gain(p, 1, R.width), bias(p + R.width, 1, R.width);
        out<Dynamic, Dynamic> Y(y, R.rows, R.width);
        for (int i = 0; i < X.rows(); ++i) {
          const float mean = X.row(i).mean();
          const float variance = (X.row(i).array() - mean).square().mean();
          const float share = 1 / std::sqrt(variance + 1e-5f);
          Y.row(i).array() = (X.row(i).array() - mean) * share * gain.array() + bias.array();
        }
      },
      y, R.rows * R.width);
}

template <class X>
auto logistic(const X& x) {
  return (1.0f + (-x).exp()).inverse();
}

template <lstm R>
entry lstm_step(memory& m) {
  constexpr int in_size = size(R.in), hidden = size(R.hidden), gates = 4 * hidden;
  constexpr std::size_t count = 4 * R.hidden * (R.in + R.hidden + 2);
  const float* p = m.operand(parameters, count, of_parameters);
  const float* x = m.operand(operand_number::x, R.in, 1);
  const float* h = m.operand(state_hidden, R.hidden, 1);
  const float* c = m.operand(state_cell, R.hidden, 1);
  float* result = m.result(2 * R.hidden);
  // Columns one after the other, the form Eigen multiplies fastest with a vector; both biases as
  // one.
  using by_columns = Eigen::Matrix<float, Dynamic, Dynamic, Eigen::ColMajor>;
  struct weights {
    by_columns input, state;
    Eigen::VectorXf bias, sum;
  };
  const auto w = std::make_shared<weights>();
  w->input = in<gates, in_size>(p);
  w->state = in<gates, hidden>(p + gates * in_size);
  w->bias = in<gates, 1>(p + gates * (in_size + hidden)) +
            in<gates, 1>(p + gates * (in_size + hidden) + gates);
  w->sum.resize(gates);
  return calling(
      [=] {
        w->sum = w->bias;
        w->sum.noalias() += w->input * in<in_size, 1>(x);
        w->sum.noalias() += w->state * in<hidden, 1>(h);
        const auto s = w->sum.array();
        Eigen::Map<Eigen::Array<float, hidden, 1>> H(result), C(result + hidden);
        C = logistic(s.template segment<hidden>(hidden)) * in<hidden, 1>(c).array() +
            logistic(s.template segment<hidden>(0)) * s.template segment<hidden>(2 * hidden).tanh();
        H = logistic(s.template segment<hidden>(3 * hidden)) * C.tanh();
      },
      result, 2 * R.hidden);
}

template <feed_forward R>
entry gelu_network(memory& m) {
  constexpr std::size_t weights = R.width * R.inner;
  const float* p = m.operand(parameters, 2 * weights + R.inner + R.width, of_parameters);
  const float* x = m.operand(operand_number::x, R.rows * R.width, 1);
  float* y = m.result(R.rows * R.width);
  const auto inner = std::make_shared<any>(R.rows, R.inner);
  return calling(
      [=] {
        using view = in<Dynamic, Dynamic>;
        const float *b1 = p + weights, *w2 = b1 + R.inner, *b2 = w2 + weights;
        inner->noalias() = view(x, R.rows, R.width) * view(p, R.width, R.inner);
        inner->rowwise() += in<1, Dynamic>(b1, 1, R.inner);
        auto a = inner->array();
        a = 0.5f * a * (1.0f + (0.7978845608f * (a + 0.044715f * a.cube())).tanh());
        out<Dynamic, Dynamic> Y(y, R.rows, R.width);
        Y.noalias() = *inner * view(w2, R.inner, R.width);
        Y.rowwise() += in<1, Dynamic>(b2, 1, R.width);
      },
      y, R.rows * R.width);
}

constexpr const char* fixed_name = "Eigen fixed " ATTN_BENCH_COMPILER;
constexpr const char* lazy_name = "Eigen lazy " ATTN_BENCH_COMPILER;
constexpr const char* dynamic_name = "Eigen " ATTN_BENCH_COMPILER;

}  // namespace

void add_contenders(list& all) {
  const auto add = [&]<auto R>(const char* who, prepare how) {
    all.add(name(R), operations(R), who, how);
  };
  for_each<products>([&]<product R>() {
    add.template operator()<R>(dynamic_name, multiply<R, false>);
    if constexpr (operations(R) <= 2.0 * 128 * 128 * 128)
      add.template operator()<R>(fixed_name, multiply<R, true>);
    if constexpr (operations(R) <= 2.0 * 16 * 16 * 16)
      add.template operator()<R>(lazy_name, multiply_lazily<R>);
  });
  for_each<softmaxes>([&]<bench::softmax R>() {
    add.template operator()<R>(dynamic_name, rows_of_softmax<R, false>);
    if constexpr (R.rows * R.columns <= 4096)
      add.template operator()<R>(fixed_name, rows_of_softmax<R, true>);
  });
  for_each<exps>(
      [&]<bench::exp R>() { add.template operator()<R>(dynamic_name, exponentials<R>); });
  for_each<attentions>([&]<attention R>() {
    add.template operator()<R>(dynamic_name, attend<R, false>);
    if constexpr (R.tokens <= 64) add.template operator()<R>(fixed_name, attend<R, true>);
  });
  for_each<multi_heads>([&]<multi_head R>() {
    add.template operator()<R>(dynamic_name, attend_with_projections<R>);
  });
  for_each<layer_norms>(
      [&]<layer_norm R>() { add.template operator()<R>(dynamic_name, normalise<R>); });
  for_each<lstms>([&]<lstm R>() { add.template operator()<R>(dynamic_name, lstm_step<R>); });
  for_each<feed_forwards>(
      [&]<feed_forward R>() { add.template operator()<R>(dynamic_name, gelu_network<R>); });
}
