// Exercise 41: Tokens in columns
// Topic: self-attention. Time: 8 minutes. Read first: docs/tour/07_self_attention.md
//
// A book writes tokens as columns: q is (d_k, token), k is (d_k, key) and v is (d_v, key).
// Write its attention without a scale, with products, a softmax and transpositions. The result
// also has tokens in columns.
//
// Hint: write down the axes of each product. Along the axis whose weights sum to 1, a token
// distributes its attention.
//
// Fails with: exercise 41: what is attention for tokens in columns?
// Not allowed: scaled_dot_product_attention attention_weights column_attention einsum
#include <attn/attention.hpp>

#include "exercise.hpp"

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 2>;
constexpr tensor<double, d_k, token> q{{1, 2, 2}, {0, 2, 1}, {2, 2, 3}};
constexpr tensor<double, d_k, key> k{{0, 4, 2}, {1, 4, 3}, {1, 0, 1}};
constexpr tensor<double, d_v, key> v{{1, 2, 2}, {2, 8, 6}};

// Your answer:
constexpr auto attention(const auto& q, const auto& k, const auto& v) { return hole{}; }
// The checks; do not edit them:
constexpr auto found = attention(q, k, v);
static_assert(filled<decltype(found)>, "exercise 41: what is attention for tokens in columns?");
constexpr bool columns = std::is_same_v<decltype(found), const tensor<double, d_v, token>>;
static_assert(columns, "exercise 41: a row for each feature of v, a column for each token");
constexpr auto ones = attention(q, k, v * 0 + tensor<double, d_v, key>{{1, 1, 1}, {1, 1, 1}});
constexpr bool average = allclose(ones, {{1, 1, 1}, {1, 1, 1}});
static_assert(average, "exercise 41: the weights of each token must sum to 1");
constexpr bool right = allclose(found, column_attention(q, k, v, unscaled));
static_assert(right, "exercise 41: the averages are not the outputs of attention");
