// Exercise 32: A step of gradient descent
// Topic: gradients. Time: 6 minutes. Read first: docs/tour/25_gradients.md
//
// A loss has the gradient `slopes` at the parameters `p`. Return the parameters after a step
// that makes the loss smaller, with the learning rate `rate`.
//
// Hint: the gradient says in which direction the loss grows.
//
// Fails with: exercise 32: what are the parameters after a step?
#include <attn/learning.hpp>

#include "exercise.hpp"

using weight = axis<"weight", 2>;
constexpr auto loss = [](const auto& p) { return p(0) * p(0) + (p(1) - 3.0) * (p(1) - 3.0) * 4.0; };
constexpr tensor<double, weight> P{2, 1};
constexpr auto S = gradient(loss, P);

// Your answer:
constexpr auto step(const auto& p, const auto& slopes, double rate) { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(step(P, S, 0.0))>,
              "exercise 32: what are the parameters after a step?");
constexpr bool still = step(P, S, 0) == P;
static_assert(still, "exercise 32: with a rate of 0 nothing must change");
constexpr bool moved = step(P, S, 0.1) != P;
static_assert(moved, "exercise 32: a step must change the parameters");
constexpr bool down = loss(step(P, S, 0.1)) < loss(P);
static_assert(down, "exercise 32: the loss must become smaller");
