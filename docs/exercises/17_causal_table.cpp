// Exercise 17: A causal mask by hand
// Topic: masks. Time: 5 minutes. Read first: docs/tour/08_masks.md
//
// Two new queries, and four keys: the keys of two earlier tokens come first. With
// `causal<bottom_right>` the last query is aligned with the last key. Write which keys each
// query may see: 1 or 0.
//
//   constexpr tensor<int, token, key> answer{{…, …, …, …}, {…, …, …, …}};
//
// Hint: the last query sees everything. The one before it sees one key less.
//
// Fails with: exercise 17: which keys may a query see?
// Not allowed: zeroed_outside causal auto
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 4>;

// Your answer:
constexpr hole answer{};
// The checks; do not edit them:
static_assert(filled<decltype(answer)>, "exercise 17: which keys may a query see?");
constexpr tensor<int, token, key> ones{{1, 1, 1, 1}, {1, 1, 1, 1}};
constexpr bool row_0 =
    exercise::row_is_right(answer, zeroed_outside(ones, causal<bottom_right>), 0);
constexpr bool row_1 =
    exercise::row_is_right(answer, zeroed_outside(ones, causal<bottom_right>), 1);
static_assert(row_0, "exercise 17: what query 0 may see is not right");
static_assert(row_1, "exercise 17: what query 1 may see is not right");
