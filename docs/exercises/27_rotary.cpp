// Exercise 27: Rotated queries and keys
// Topic: positions. Time: 8 minutes. Read first: docs/tour/21_positions.md
//
// With rotary positions, a score depends on the distance of query and key, not on where they
// are. Return the scores of rotated queries and keys, with pairs i and i + n/2:
// `rotary<half_pairs>(x, {.first_position = p})`, then `attention_scores`, with or without a scale.
//
// Hint: a rotation of only one of them is a score that depends on the position itself.
//
// Fails with: exercise 27: what is rotated?
#include <attn/attention.hpp>

#include "exercise.hpp"

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using d_k = axis<"d_k", 4>;
constexpr tensor<double, token, d_k> Q{{1, 0, 2, 1}, {2, 1, 0, 1}, {0, 3, 1, 0}};
constexpr tensor<double, key, d_k> K{{0, 1, 1, 2}, {1, 1, 0, 0}, {2, 0, 1, 1}};

// Your answer:
constexpr auto scores(const auto& q, const auto& k, std::size_t p) { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(scores(Q, K, 0))>, "exercise 27: what is rotated?");
constexpr bool position = scores(Q, K, 0) != attention_scores(Q, K);
static_assert(position, "exercise 27: the positions have no effect");
constexpr bool distance = allclose(scores(Q, K, 0), scores(Q, K, 10), 1e-9, 1e-9);
static_assert(distance, "exercise 27: if query and key move together, their score must not change");
constexpr double dot_product = attention_scores(Q, K)(0, 0);
constexpr bool same_place = allclose(scores(Q, K, 5)(0, 0), dot_product, 1e-9) ||
                            allclose(scores(Q, K, 5)(0, 0), dot_product * 0.5, 1e-9);
static_assert(same_place,
              "exercise 27: a query and a key at the same place must have their dot product");
constexpr double two_apart = scores(Q, K, 0)(0, 2) / scores(Q, K, 0)(0, 0);
static_assert(allclose(two_apart, 0.5157762352387634, 1e-9),
              "exercise 27: the pairs of features must be i and i + n/2");
