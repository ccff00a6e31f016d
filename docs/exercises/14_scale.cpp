// Exercise 14: The scale
// Topic: scores. Time: 6 minutes. Read first: docs/tour/06_scale.md
//
// Scores are divided by the square root of a size, so that their variance does not depend on it.
// Return the factor by which the dot products of queries and keys of width d_k are multiplied;
// `math::sqrt(x)` is the square root of a number.
//
// Hint: a dot product is a sum. Which of the three sizes is the number of its terms?
//
// Fails with: exercise 14: by what are the scores multiplied?
// Not allowed: default_scale
#include "exercise.hpp"

// Your answer:
constexpr auto factor_for(double queries, double keys, double d_k) { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(factor_for(2, 9, 4))>,
              "exercise 14: by what are the scores multiplied?");
constexpr bool smaller = factor_for(2, 9, 4) < 1;
static_assert(smaller, "exercise 14: the scores are not smaller than the dot products");
constexpr bool not_keys = factor_for(2, 9, 4) == factor_for(2, 4, 4);
static_assert(not_keys, "exercise 14: a score must not depend on how many keys there are");
constexpr bool not_queries = factor_for(2, 9, 4) == factor_for(3, 9, 4);
static_assert(not_queries, "exercise 14: a score must not depend on how many queries there are");
constexpr bool width = factor_for(2, 9, 4) != factor_for(2, 9, 9);
static_assert(width, "exercise 14: the factor must depend on d_k");
constexpr bool variance = allclose(factor_for(2, 9, 4), 0.5);
static_assert(variance, "exercise 14: for d_k = 4 the factor is not the right one");
constexpr bool everywhere = allclose(factor_for(2, 9, 9) * 3, 1.0);
static_assert(everywhere, "exercise 14: for d_k = 4 the factor is right, but not for d_k = 9");
