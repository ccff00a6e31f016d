// Exercise 38: Bug hunt: a norm that mixes tokens
// Topic: bug hunt. Time: 6 minutes. Read first: docs/tour/29_influence.md
//
// A layer norm makes each token's features have mean 0 and variance 1. This one does
// something else, so that even a causal model sees the future. Repair it.
//
// Hint: over which axis is the mean?
//
// Fails with: exercise 38: a token sees the others
#include <attn/analysis.hpp>

#include "exercise.hpp"

using token = axis<"token", 3>;
using model = axis<"model", 4>;

// Your answer:
constexpr auto norm(const auto& x) { return layer_norm<"token">(x); }
// The checks; do not edit them:
constexpr auto X = marked<"token">(tensor<double, token, model>{});
constexpr bool alone = !reach<"token">(norm(X))(0, 2) && !reach<"token">(norm(X))(2, 0);
static_assert(alone, "exercise 38: a token sees the others");
constexpr tensor<double, token, model> some{{1, 2, 3, 4}, {0, 10, 0, 0}, {5, 1, 1, 5}};
constexpr bool mean_0 = allclose(sum<1>(norm(some)), {0, 0, 0}, 0, 1e-9);
static_assert(mean_0, "exercise 38: the features of a token must have mean 0");
constexpr bool variance_1 = allclose(mean<1>(multiply(norm(some), norm(some))), {1, 1, 1}, 1e-4);
static_assert(variance_1, "exercise 38: the features of a token must have variance 1");
