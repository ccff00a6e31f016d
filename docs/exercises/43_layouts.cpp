// Exercise 43: Two layouts of a square weight
// Topic: layers. Time: 6 minutes. Read first: docs/tour/14_layers.md
//
// The weight is a square matrix without names, stored as PyTorch does: (output, input). Write the
// layer with a product and `add_bias`. The other layout compiles as well, and gives other numbers.
//
// Hint: a row of the stored weight belongs to one output. It is multiplied with a row of x.
//
// Fails with: exercise 43: what is a linear layer whose weight is (output, input)?
// Not allowed: linear nn einsum
#include "exercise.hpp"

constexpr matrix<double, 3, 2> x{{1, 0}, {0, 1}, {1, 1}};
constexpr matrix<double, 2, 2> weight{{1, 2}, {3, 4}};
constexpr tensor<double, dim<2>> bias{10, 20};

// Your answer:
constexpr auto dense(const auto& x, const auto& weight, const auto& bias) { return hole{}; }
// The checks; do not edit them:
constexpr auto y = dense(x, weight, bias);
static_assert(filled<decltype(y)>,
              "exercise 43: what is a linear layer whose weight is (output, input)?");
constexpr bool zero =
    dense(x * 0, weight, bias) == matrix<double, 3, 2>{{10, 20}, {10, 20}, {10, 20}};
static_assert(zero, "exercise 43: with an input of zeros, every row must be the bias");
constexpr bool once = dense(x, weight * 0, bias) == dense(x * 0, weight, bias);
static_assert(once, "exercise 43: the bias must not depend on the input");
constexpr bool layout = y == linear<output_by_input>(x, weight, bias);
static_assert(layout, "exercise 43: input 0 must reach output 1 with the factor 3, not 2");
