// Exercise 22: A pattern for heads
// Topic: heads. Time: 7 minutes. Read first: docs/tour/12_rearranging_and_einsum.md
//
// Split x into heads with `rearrange<"…">(x, head())`: each head has the tokens, and a block
// of adjacent features.
//
// Hint: on the left, the parts of an axis are in parentheses, the slowest first. On the
// right, the axes are in the order in which you want them.
//
// Fails with: exercise 22: which pattern splits the heads?
// Not allowed: split_heads split permute
#include "exercise.hpp"

using token = axis<"token", 3>;
using model = axis<"model", 4>;
using head = axis<"head", 2>;
constexpr tensor<int, token, model> X{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};

// Your answer:
constexpr auto heads(const auto& x) { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(heads(X))>, "exercise 22: which pattern splits the heads?");
constexpr bool three_axes = decltype(heads(X))::rank == 3;
static_assert(three_axes, "exercise 22: there must be three axes");
constexpr bool heads_first = heads(X).template extent<0>() == 2;
static_assert(heads_first, "exercise 22: the heads must be the leading axis");
constexpr bool tokens_second = heads(X).template extent<1>() == 3;
static_assert(tokens_second, "exercise 22: a head must have a row for each token");
constexpr bool blocks = heads(X)(0, 0, 0) == 1 && heads(X)(0, 0, 1) == 2 && heads(X)(1, 1, 0) == 7;
static_assert(blocks, "exercise 22: a head must have adjacent features");
