// Exercise 8: A product for each head
// Topic: products. Time: 5 minutes. Read first: docs/tour/03_products.md
//
// Each of 2 heads has weights for 3 tokens and 5 keys, and values of width 4. Write the type
// of `matmul(W, V)`.
//
// Hint: leading axes, before the last two, must be the same in both operands. They remain.
//
// Fails with: exercise 8: what is the type of matmul(W, V)?
// Not allowed: decltype auto
#include "exercise.hpp"

using head = axis<"head", 2>;
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_v = axis<"d_v", 4>;
constexpr tensor<double, head, token, key> W;
constexpr tensor<double, head, key, d_v> V;

// Your answer:
using answer = hole;
// The checks; do not edit them:
EXPECT_TYPE("exercise 8", answer, "what is the type of matmul(W, V)?", matmul(W, V));
