// Exercise 3: A sum along an axis
// Topic: shapes. Time: 3 minutes. Read first: docs/tour/04_softmax.md
//
// Weights of 2 heads, for 3 tokens and 3 keys. Write the type of `sum<"key">(w)`.
//
// Hint: a reduction adds up the elements along the axis that it names, and that axis is
// removed.
//
// Fails with: exercise 3: what is the type of sum<"key">(w)?
// Not allowed: decltype auto
#include "exercise.hpp"

using head = axis<"head", 2>;
using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, head, token, key> w;

// Your answer:
using answer = hole;
// The checks; do not edit them:
EXPECT_TYPE("exercise 3", answer, "what is the type of sum<\"key\">(w)?", sum<"key">(w));
