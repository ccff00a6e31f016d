// Exercise 7: A product by hand
// Topic: products. Time: 6 minutes. Read first: docs/tour/03_products.md
//
// Compute the scores of two queries and two keys: `matmul(Q, transpose(K))`. Replace `hole{}`
// by a tensor with your four numbers, and give `answer` its type:
//
//   constexpr tensor<double, token, key> answer{{…, …}, {…, …}};
//
// Hint: row i and column j have the dot product of query i and key j.
//
// Fails with: exercise 7: which numbers does matmul(Q, transpose(K)) have?
// Not allowed: matmul auto
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 2>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q{{1, 2}, {0, 3}};
constexpr tensor<double, key, feature> K{{1, 1}, {2, 0}};

// Your answer:
constexpr hole answer{};
// The checks; do not edit them:
static_assert(filled<decltype(answer)>,
              "exercise 7: which numbers does matmul(Q, transpose(K)) have?");
constexpr bool row_0 = exercise::row_is_right(answer, matmul(Q, transpose(K)), 0);
constexpr bool row_1 = exercise::row_is_right(answer, matmul(Q, transpose(K)), 1);
static_assert(row_0, "exercise 7: a score of query 0 is not right");
static_assert(row_1, "exercise 7: a score of query 1 is not right");
constexpr auto verdict = exercise::judge<decltype(answer), decltype(matmul(Q, transpose(K)))>();
static_assert(verdict.names && verdict.element,
              "exercise 7: the numbers are right, but `answer` does not have the required type");
