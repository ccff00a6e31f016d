// Exercise 11: Softmax in steps
// Topic: softmax. Time: 8 minutes. Read first: docs/tour/04_softmax.md
//
// Write softmax without using it: exponentials, divided by their sum over the keys. Useful:
// `attn::exp(x)`, `sum<axis>(x)`, `expand<key>(x)`, `divide(a, b)`.
//
// Hint: the sum has one number for each token; divide needs one for each token and key.
//
// Fails with: exercise 11: how is softmax computed?
// Not allowed: softmax log_softmax softmax_naive masked_softmax
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> S{{1, 2, 4}, {0, 0, 1}};

// Your answer:
constexpr auto weights(const auto& x) { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(weights(S))>, "exercise 11: how is softmax computed?");
constexpr bool at_most_1 = exercise::all_between(weights(S), 0, 1);
static_assert(at_most_1, "exercise 11: no weight may exceed 1");
constexpr bool of_each_token = exercise::rows_sum_to_1(weights(S));
static_assert(of_each_token, "exercise 11: the weights of each token must sum to 1");
static_assert(check<is_close(weights(S), softmax(S))>);
