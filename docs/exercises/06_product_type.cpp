// Exercise 6: Queries times keys
// Topic: products. Time: 4 minutes. Read first: docs/tour/03_products.md
//
// 2 queries and 5 keys of width 3. Write the type of `matmul(Q, transpose(K))`.
//
// Hint: the product sums over the two inner axes, so these are gone. The outer ones remain:
// first the axis of the left operand.
//
// Fails with: exercise 6: what is the type of matmul(Q, transpose(K))?
// Not allowed: decltype auto
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 5>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;

// Your answer:
using answer = hole;
// The checks; do not edit them:
EXPECT_TYPE("exercise 6", answer, "what is the type of matmul(Q, transpose(K))?",
            matmul(Q, transpose(K)));
