// Exercise 2: One text of a batch
// Topic: shapes. Time: 3 minutes. Read first: docs/tour/02_names.md
//
// A batch has 2 texts of 3 tokens with 4 features each. Write the type of `select<"token">(x,
// 1)`: token 1 of every text.
//
// Hint: select takes one index of an axis, and the axis is removed.
//
// Fails with: exercise 2: what is the type of select<"token">(x, 1)?
// Not allowed: decltype auto
#include "exercise.hpp"

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using feature = axis<"feature", 4>;
constexpr tensor<double, batch, token, feature> x;

// Your answer:
using answer = hole;
// The checks; do not edit them:
EXPECT_TYPE("exercise 2", answer, "what is the type of select<\"token\">(x, 1)?",
            select<"token">(x, 1));
