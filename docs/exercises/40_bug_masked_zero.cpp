// Exercise 40: Bug hunt: a mask that multiplies
// Topic: bug hunt. Time: 6 minutes. Read first: docs/tour/09_masked_scores.md
//
// Here masked scores are multiplied by 0. But a score of 0 is not a small score: exp(0) is 1.
// Repair the function.
//
// Hint: a masked score must count as minus infinity. There is a softmax that takes a mask.
//
// Fails with: exercise 40: a masked key still has a weight
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> S{{1, 3, 2}, {-4, 0, -1}};
constexpr keep_mask<token, key> M{{1, 1, 0}, {0, 1, 1}};

// Your answer:
constexpr auto weights(const auto& scores, const auto& mask) {
  return softmax<"key">(zeroed_outside(scores, mask));
}
// The checks; do not edit them:
constexpr bool hidden = weights(S, M)(0, 2) == 0 && weights(S, M)(1, 0) == 0;
static_assert(hidden, "exercise 40: a masked key still has a weight");
constexpr bool sums = exercise::rows_sum_to_1(weights(S, M));
static_assert(sums, "exercise 40: the weights of a token do not sum to 1");
constexpr bool order = weights(S, M)(0, 1) > weights(S, M)(0, 0);
static_assert(order, "exercise 40: the higher of two scores must have the higher weight");
