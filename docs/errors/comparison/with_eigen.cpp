// SPDX-License-Identifier: BSL-1.0
// Ten mistakes with Eigen; -D MISTAKE=3 makes the third one, and without it there is none. The sizes
// are types; with -D SIZES_AT_RUN_TIME the objects have them.
#include <eigen3/Eigen/Core>

#ifndef MISTAKE
#define MISTAKE 0
#endif

#ifdef SIZES_AT_RUN_TIME
template <int Rows, int Columns>
struct matrix : Eigen::MatrixXd {
  matrix() : Eigen::MatrixXd(Eigen::MatrixXd::Zero(Rows, Columns)) {}
};
template <int Columns>
struct row : Eigen::RowVectorXd {
  row() : Eigen::RowVectorXd(Eigen::RowVectorXd::Zero(Columns)) {}
};
template <int Rows, int Columns>
using mask_of = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;
#else
template <int Rows, int Columns>
using matrix = Eigen::Matrix<double, Rows, Columns>;
template <int Columns>
using row = Eigen::Matrix<double, 1, Columns>;
template <int Rows, int Columns>
using mask_of = Eigen::Array<bool, Rows, Columns>;
#endif

constexpr int tokens = 2, keys = 4, d_k = 3, contents = 5, model = 8;

auto softmax_of_rows(const auto& scores) {
  auto powers = scores.array().exp().eval();
  return (powers.colwise() / powers.rowwise().sum().eval()).matrix().eval();
}
auto attention(const auto& Q, const auto& K, const auto& V) {
  return (softmax_of_rows((Q * K.transpose()).eval()) * V).eval();
}

int main() {
  matrix<tokens, d_k> Q;
  matrix<keys, d_k> K;
  matrix<keys, contents> V;
  matrix<tokens, model> x;

#if MISTAKE == 1
  auto scores = (Q * K).eval();
#else
  auto scores = (Q * K.transpose()).eval();
#endif

  matrix<d_k, d_k> as_many_keys;
#if MISTAKE == 2
  auto square = (Q * as_many_keys).eval();
#else
  auto square = (Q * as_many_keys.transpose()).eval();
#endif

  matrix<keys, 4> wider_K;
#if MISTAKE == 3
  auto found = attention(Q, wider_K, V);
#else
  auto found = attention(Q, K, V);
#endif

  matrix<3, contents> fewer_V;
#if MISTAKE == 4
  auto looked_up = attention(Q, K, fewer_V);
#else
  auto looked_up = attention(Q, K, V);
#endif

  mask_of<keys, tokens> mask = mask_of<keys, tokens>::Constant(keys, tokens, true);
  auto finite = (Q * K.transpose()).eval();
#if MISTAKE == 5
  auto masked = mask.select(finite.array(), -1e9).eval();
#else
  auto masked = mask.transpose().select(finite.array(), -1e9).eval();
#endif

#if MISTAKE == 6  // along the keys is meant: no name says that this is along the tokens
  auto weights = softmax_of_rows(scores.transpose().eval()).transpose().eval();
#else
  auto weights = softmax_of_rows(scores);
#endif

  row<tokens> bias_of_tokens;
  row<model> bias;
#if MISTAKE == 7
  auto biased = (x.rowwise() + bias_of_tokens).eval();
#else
  auto biased = (x.rowwise() + bias).eval();
#endif

#if MISTAKE == 8
  constexpr int heads = 3;
#else
  constexpr int heads = 4;
#endif
  auto last_head = x.middleCols((heads - 1) * (model / heads), model / heads).eval();

#if MISTAKE == 9
  auto reshaped = x.reshaped(Eigen::fix<tokens * 3>, Eigen::fix<3>).eval();
#else
  auto reshaped = x.reshaped(Eigen::fix<tokens * 2>, Eigen::fix<4>).eval();
#endif

  matrix<contents, model> weight;
  matrix<tokens, contents> c;
#if MISTAKE == 10
  auto projected = (x * weight).eval();
#else
  auto projected = (c * weight).eval();
#endif

  (void)square, (void)found, (void)looked_up, (void)masked, (void)weights, (void)biased;
  (void)last_head, (void)reshaped, (void)projected, (void)scores;
}
