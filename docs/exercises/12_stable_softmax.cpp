// Exercise 12: Scores of a thousand
// Topic: softmax. Time: 10 minutes. Read first: docs/tour/04_softmax.md
//
// exp(1000) is infinite, and infinite divided by infinite is NaN, which a constant cannot be.
// Write a softmax that also works for these scores. (The starting file has the formula of
// textbooks.)
//
// Hint: softmax does not change if the same number is subtracted from all scores of a token.
// Which number makes the largest exponential 1?
//
// Fails with: exercise 12: for large scores, some weights are NaN
// Not allowed: softmax log_softmax softmax_naive masked_softmax
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> small{{1, 2, 4}, {0, 0, 1}};
constexpr tensor<double, token, key> large{{1000, 1001, 999}, {-1000, -1001, -999}};
constexpr tensor<double, token, key> wide{{0, 1000, 2000}, {2000, 1000, 0}};

// Your answer:
constexpr auto weights(const auto& x) {
  const auto e = attn::exp(x);
  return divide(e, expand<key>(sum<"key">(e)));
}
// The checks; do not edit them:
constexpr bool of_each_token = exercise::rows_sum_to_1(weights(small));
static_assert(of_each_token, "exercise 12: the weights of each token must sum to 1");
constexpr bool is_softmax = allclose(weights(small), softmax(small));
static_assert(is_softmax, "exercise 12: these are not the weights of softmax");
constexpr bool numbers = exercise::is_constant([] { return weights(large); });  // a NaN is none
static_assert(numbers, "exercise 12: for large scores, some weights are NaN");
constexpr bool differences_count = allclose(weights(large), softmax(large), 1e-9, 1e-9);
static_assert(differences_count, "exercise 12: 1000 and 1001 differ as much as 0 and 1 do");
constexpr bool of_all = exercise::is_constant([] { return weights(wide); });
static_assert(of_all, "exercise 12: if scores differ by 1000, some weights are NaN");
constexpr bool largest_wins = allclose(weights(wide), softmax(wide), 1e-9, 1e-9);
static_assert(largest_wins, "exercise 12: a score that is larger by 1000 has all of the weight");
