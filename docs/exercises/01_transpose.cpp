// Exercise 1: Rows and columns
// Topic: shapes. Time: 3 minutes. Read first: docs/tour/01_shapes.md
//
// Write the type of `transpose(Q)` where it says `hole`: the type of an element, and then the
// axes.
//
// Hint: transpose swaps the last two axes. An axis keeps its name and its size.
//
// Fails with: exercise 1: what is the type of transpose(Q)?
// Not allowed: decltype auto
#include "exercise.hpp"

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}};

// Your answer:
using answer = hole;
// The checks; do not edit them:
EXPECT_TYPE("exercise 1", answer, "what is the type of transpose(Q)?", transpose(Q));
