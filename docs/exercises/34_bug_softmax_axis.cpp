// Exercise 34: Bug hunt: a softmax of queries
// Topic: bug hunt. Time: 6 minutes. Read first: docs/tour/04_softmax.md
//
// This attention has the right shape and plausible numbers. But the outputs of a token depend
// on the *queries* of other tokens. Find the mistake: the scores, without a scale, are as they
// should be. (In PyTorch it is `softmax(scores, dim=0)`, or `softmax(scores)` without a dimension.)
//
// Hint: in which direction do the weights sum to 1?
//
// Fails with: exercise 34: the output of a token depends on the queries of others
#include <attn/analysis.hpp>

#include "exercise.hpp"

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using d_k = axis<"d_k", 2>;

// Your answer:
constexpr auto attention(const auto& q, const auto& k, const auto& v) {
  const auto scores = attention_scores(q, k);
  const auto weights = softmax<"token">(scores);
  return matmul(weights, v);
}
// The checks; do not edit them:
constexpr auto Q = marked<"token">(tensor<double, token, d_k>{});
constexpr auto K = arbitrary_as(tensor<double, key, d_k>{}, Q);
constexpr bool independent = !reach<"token">(attention(Q, K, K))(0, 1);
static_assert(independent, "exercise 34: the output of a token depends on the queries of others");
constexpr bool asks = reach<"token">(attention(Q, K, K))(1, 1);
static_assert(asks, "exercise 34: the output of a token does not depend on its own query");
constexpr tensor<double, token, d_k> ones{{1, 1}, {2, 0}, {0, 3}};
constexpr tensor<double, key, d_k> keys{{1, 1}, {1, 1}, {1, 1}};
constexpr bool is_mean = allclose(attention(ones, keys, keys)(0, 0), 1.0);
static_assert(is_mean, "exercise 34: the mean of equal values must be that value");
