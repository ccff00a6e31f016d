// Exercise 21: The shape of heads
// Topic: heads. Time: 4 minutes. Read first: docs/tour/10_heads.md
//
// 3 tokens of width 8 are split into 2 heads. Write the type of `split_heads<head, d_k>(x)`.
//
// Hint: every head is a small attention of its own: all its tokens, and its part of the
// width. Leading axes are those over which attention is repeated.
//
// Fails with: exercise 21: what is the type of split_heads<head, d_k>(x)?
// Not allowed: decltype auto
#include "exercise.hpp"

using token = axis<"token", 3>;
using model = axis<"model", 8>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 4>;
constexpr tensor<double, token, model> x;

// Your answer:
using answer = hole;
// The checks; do not edit them:
EXPECT_TYPE("exercise 21", answer, "what is the type of split_heads<head, d_k>(x)?",
            split_heads<head, d_k>(x));
