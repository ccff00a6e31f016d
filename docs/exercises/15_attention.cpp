// Exercise 15: Attention in one line
// Topic: scores. Time: 8 minutes. Read first: docs/tour/05_attention.md
//
// Write attention (d_k = 4, so the scale is 1/2): softmax(Q K^T / 2) V.
//
// Hint: read the formula from the inside: scores, scale, softmax along the keys, product with
// the values.
//
// Fails with: exercise 15: what is the formula of attention?
// Not allowed: scaled_dot_product_attention
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;
constexpr tensor<double, token, d_k> Q{{1, 0, 2, 0}, {2, 2, 0, 1}};
constexpr tensor<double, key, d_k> K{{0, 1, 1, 0}, {1, 1, 0, 0}, {2, 0, 1, 1}};
constexpr tensor<double, key, d_v> V{{1, 2}, {2, 8}, {2, 6}};

// Your answer:
constexpr auto attention(const auto& q, const auto& k, const auto& v) { return hole{}; }
// The checks; do not edit them:
using result = decltype(attention(Q, K, V));
static_assert(filled<result>, "exercise 15: what is the formula of attention?");
constexpr bool has_shape = std::is_same_v<result, tensor<double, token, d_v>>;
static_assert(has_shape, "exercise 15: there must be a row for each query, as wide as a value");
constexpr bool is_mean = exercise::all_between(select<"d_v">(attention(Q, K, V), 0), 1, 2);
static_assert(is_mean, "exercise 15: an output must be between the smallest and the largest value");
static_assert(check<is_close(attention(Q, K, V), scaled_dot_product_attention(Q, K, V))>);
