// Exercise 20: Before or after softmax?
// Topic: masks. Time: 7 minutes. Read first: docs/tour/09_masked_scores.md
//
// Return weights of which the masked ones are 0 and the others sum to 1 for every token.
//
// Hint: a masked score must not be part of the denominator.
//
// Fails with: exercise 20: where is the mask applied?
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> S{{1, 3, 2}, {4, 0, 1}};
constexpr keep_mask<token, key> M{{1, 1, 0}, {0, 1, 1}};

// Your answer:
constexpr auto weights(const auto& scores, const auto& mask) { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(weights(S, M))>, "exercise 20: where is the mask applied?");
constexpr bool at_most_1 = exercise::all_between(weights(S, M), 0, 1);
static_assert(at_most_1, "exercise 20: no weight may exceed 1");
constexpr bool hidden = weights(S, M)(0, 2) == 0 && weights(S, M)(1, 0) == 0;
static_assert(hidden, "exercise 20: a masked key still has a weight");
constexpr bool sums = exercise::rows_sum_to_1(weights(S, M));
static_assert(sums, "exercise 20: the weights of each token must sum to 1");
constexpr bool of_scores = allclose(weights(S, M), masked_softmax(S, M), 1e-9, 1e-9);
static_assert(of_scores, "exercise 20: these are not the weights of these scores");
