// Exercise 10: The axis of a softmax
// Topic: softmax. Time: 5 minutes. Read first: docs/tour/04_softmax.md
//
// Return attention weights: for each token positive weights of its keys, which sum to 1.
//
// Hint: softmax<axis>(x) works along one axis. Which of the two do you add up to get 1?
//
// Fails with: exercise 10: which function of the scores gives weights?
#include "exercise.hpp"

using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> S{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

// Your answer:
constexpr auto weights(const auto& scores) { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(weights(S))>,
              "exercise 10: which function of the scores gives weights?");
constexpr bool at_most_1 = exercise::all_between(weights(S), 0, 1);
static_assert(at_most_1, "exercise 10: no weight may exceed 1");
constexpr bool of_each_token = exercise::rows_sum_to_1(weights(S));
static_assert(of_each_token, "exercise 10: the weights of each token must sum to 1");
constexpr bool shifted =
    allclose(weights(S), weights(S + expand<key>(tensor<double, token>{5, 5, 5})));
static_assert(shifted,
              "exercise 10: if all scores of a token increase by 5, its weights must not change");
constexpr bool ordered = weights(S)(0, 1) > weights(S)(0, 0) && weights(S)(1, 1) > weights(S)(1, 2);
static_assert(ordered, "exercise 10: a larger score must have a larger weight");
constexpr bool ratio = allclose(weights(S)(0, 1), weights(S)(0, 0) * math::exp(2.0), 1e-9);
static_assert(ratio, "exercise 10: a score that is larger by 2 must have exp(2) times the weight");
