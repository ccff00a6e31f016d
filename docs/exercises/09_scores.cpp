// Exercise 9: Scores from queries and keys
// Topic: products. Time: 5 minutes. Read first: docs/tour/03_products.md
//
// Return the dot products of all queries with all keys: a row for each query, a column for
// each key.
//
// Hint: queries and keys are rows. A product multiplies rows with columns.
//
// Fails with: exercise 9: which product has the scores?
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}};
constexpr tensor<double, key, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};

// Your answer:
constexpr auto scores(const auto& q, const auto& k) { return hole{}; }
// The checks; do not edit them:
using result = decltype(scores(Q, K));
static_assert(filled<result>, "exercise 9: which product has the scores?");
constexpr bool row_for_each_query = std::is_same_v<result, tensor<double, token, key>>;
static_assert(row_for_each_query,
              "exercise 9: there must be a row for each query, a column for each key");
static_assert(check<equals(scores(Q, K), {{2, 4, 4}, {4, 16, 12}})>);
constexpr tensor<double, token, feature> other{{0, 1, 0}, {1, 1, 3}};
static_assert(check<equals(scores(other, K), {{1, 4, 3}, {4, 8, 8}})>);
