// Exercise 33: The derivatives of softmax
// Topic: gradients. Time: 10 minutes. Read first: docs/tour/25_gradients.md
//
// Return all derivatives of the weights p = softmax(scores): in row i and column j, how p(i)
// changes with score j. Given are `diagonal(p)`, a matrix with p on its diagonal, and
// `outer(p)`, with p(i) p(j) in row i and column j.
//
// Hint: a score raises its own weight and lowers the others. What one gains, the others lose.
//
// Fails with: exercise 33: what are the derivatives of softmax?
// Not allowed: jacobian gradient
#include <attn/analysis.hpp>

#include "exercise.hpp"

using key = axis<"key", 3>;
constexpr tensor<double, key> scores{1, 2, 4};
constexpr auto diagonal(const auto& p) {
  tensor<double, key, dim<3>> d;
  for (std::size_t i = 0; i < 3; ++i) d(i, i) = p(i);
  return d;
}
constexpr auto outer(const auto& p) {
  tensor<double, key, dim<3>> d;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) d(i, j) = p(i) * p(j);
  return d;
}

// Your answer:
constexpr auto derivatives(const auto& p) { return hole{}; }
// The checks; do not edit them:
constexpr auto P = softmax(scores);
static_assert(filled<decltype(derivatives(P))>,
              "exercise 33: what are the derivatives of softmax?");
constexpr bool own = derivatives(P)(0, 0) > 0 && derivatives(P)(2, 2) > 0;
static_assert(own, "exercise 33: a score must raise its own weight");
constexpr bool coupled = derivatives(P)(0, 1) != 0;
static_assert(coupled, "exercise 33: a score must also change the other weights");
constexpr bool lowers = derivatives(P)(0, 1) < 0;
static_assert(lowers, "exercise 33: a score must lower the other weights");
constexpr bool right =
    allclose(derivatives(P), jacobian([](const auto& x) { return softmax(x); }, scores));
static_assert(right, "exercise 33: the signs are right, the numbers are not");
