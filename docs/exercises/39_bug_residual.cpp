// Exercise 39: Bug hunt: a residual that is not one
// Topic: bug hunt. Time: 6 minutes. Read first: docs/tour/20_transformer.md
//
// In a pre-norm block, the input itself is added to the output of the sublayer: x +
// f(norm(x)). Then a sublayer that returns 0 changes nothing, and deep models can be trained.
// Repair this block.
//
// Hint: what is added is what came in, before anything was done to it.
//
// Fails with: exercise 39: with a sublayer that returns 0, the block must return its input
#include "exercise.hpp"

using token = axis<"token", 2>;
using model = axis<"model", 3>;
constexpr tensor<double, token, model> X{{1, 2, 6}, {0, 10, 5}};

// Your answer:
constexpr auto block(const auto& x, const auto& sublayer) {
  const auto y = layer_norm<"model">(x);
  return y + sublayer(y);
}
// The checks; do not edit them:
constexpr auto nothing = [](const auto& x) { return x * 0; };
constexpr auto twice = [](const auto& x) { return x * 2; };
constexpr bool same = block(X, nothing) == X;
static_assert(same, "exercise 39: with a sublayer that returns 0, the block must return its input");
constexpr bool used = block(X, twice) != X;
static_assert(used, "exercise 39: the sublayer has no effect");
constexpr bool normed = allclose(block(X, twice) - X, block(X * 2, twice) - X * 2, 1e-4);
static_assert(normed, "exercise 39: the sublayer must see normalised rows, whatever their size");
