// Exercise 30: Two layers of a window
// Topic: causality. Time: 7 minutes. Read first: docs/tour/29_influence.md
//
// In one layer a token sees itself and the token before it: `sliding_window<1, 0>`. After
// *two* such layers, which inputs can reach which outputs? Write a row of four ones and zeros
// for each output.
//
//   constexpr tensor<bool, token, dim<4>> answer{{1, 0, 0, 0}, …};
//
// Hint: in the second layer token 3 sees token 2. What has token 2 seen?
//
// Fails with: exercise 30: which inputs reach which outputs?
// Not allowed: reach auto
#include <attn/analysis.hpp>

#include "exercise.hpp"

using token = axis<"token", 4>;
using model = axis<"model", 2>;

// Your answer:
constexpr hole answer{};
// The checks; do not edit them:
static_assert(filled<decltype(answer)>, "exercise 30: which inputs reach which outputs?");
constexpr auto X = marked<"token">(tensor<double, token, model>{});
constexpr auto layer = [](const auto& x) {
  return scaled_dot_product_attention(x, x, x, sliding_window<1, 0>);
};
constexpr bool row_0 = exercise::row_is_right(answer, reach<"token">(layer(layer(X))), 0);
constexpr bool row_1 = exercise::row_is_right(answer, reach<"token">(layer(layer(X))), 1);
constexpr bool row_2 = exercise::row_is_right(answer, reach<"token">(layer(layer(X))), 2);
constexpr bool row_3 = exercise::row_is_right(answer, reach<"token">(layer(layer(X))), 3);
static_assert(row_0, "exercise 30: what reaches output 0 is not right");
static_assert(row_1, "exercise 30: what reaches output 1 is not right");
static_assert(row_2, "exercise 30: what reaches output 2 is not right");
static_assert(row_3, "exercise 30: what reaches output 3 is not right");
