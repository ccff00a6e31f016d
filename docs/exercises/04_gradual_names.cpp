// Exercise 4: Half of the names
// Topic: shapes. Time: 4 minutes. Read first: docs/tour/02_names.md
//
// One operand has a name for its rows, the other one for its columns. Write the type of `a +
// b`.
//
// Hint: sizes are always compared, names only where both operands have one. The result keeps
// every name that either has.
//
// Fails with: exercise 4: what is the type of a + b?
// Not allowed: decltype auto
#include "exercise.hpp"

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, dim<3>> a;
constexpr tensor<double, dim<2>, feature> b;

// Your answer:
using answer = hole;
// The checks; do not edit them:
EXPECT_TYPE("exercise 4", answer, "what is the type of a + b?", a + b);
