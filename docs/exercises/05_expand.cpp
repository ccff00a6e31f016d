// Exercise 5: Explicit broadcasting
// Topic: shapes. Time: 4 minutes. Read first: docs/tour/04_softmax.md
//
// `largest` has one number for each token. Write the type of `expand<key>(largest)`, which
// repeats each of them for every key.
//
// Hint: the new axis comes last, unless a position is given.
//
// Fails with: exercise 5: what is the type of expand<key>(largest)?
// Not allowed: decltype auto
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 5>;
constexpr tensor<double, token> largest{4, 16};

// Your answer:
using answer = hole;
// The checks; do not edit them:
EXPECT_TYPE("exercise 5", answer, "what is the type of expand<key>(largest)?",
            expand<key>(largest));
