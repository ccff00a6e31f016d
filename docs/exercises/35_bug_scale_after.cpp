// Exercise 35: Bug hunt: scaled too late
// Topic: bug hunt. Time: 6 minutes. Read first: docs/tour/06_scale.md
//
// Someone divided by the square root of d_k (which is 4 here), but in the wrong line. Find
// the mistake. The numbers look reasonable; a model can even be trained with it.
//
// Hint: which of the two lines makes numbers that must sum to 1?
//
// Fails with: exercise 35: the weights of a token do not sum to 1
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using d_k = axis<"d_k", 4>;
constexpr tensor<double, token, d_k> Q{{1, 0, 2, 0}, {2, 2, 0, 1}};
constexpr tensor<double, key, d_k> K{{0, 1, 1, 0}, {1, 1, 0, 0}, {2, 0, 1, 1}};

// Your answer:
constexpr auto weights(const auto& q, const auto& k) {
  const auto scores = matmul(q, transpose(k));
  return softmax<"key">(scores) * 0.5;
}
// The checks; do not edit them:
constexpr bool sums = exercise::rows_sum_to_1(weights(Q, K));
static_assert(sums, "exercise 35: the weights of a token do not sum to 1");
constexpr bool is_scaled = weights(Q, K)(0, 2) < 0.7;
static_assert(is_scaled, "exercise 35: the scores are not scaled");
constexpr bool once = allclose(weights(Q, K), attention_weights(Q, K));
static_assert(once, "exercise 35: the scores are scaled, but by another factor");
