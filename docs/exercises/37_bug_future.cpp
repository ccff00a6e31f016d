// Exercise 37: Bug hunt: a leak from the future
// Topic: bug hunt. Time: 7 minutes. Read first: docs/tour/29_influence.md
//
// A language model is trained to predict the next word. Its loss is suspiciously low: off by
// one, the mask lets a token see its successor, which is the answer. Repair the mask.
//
// Hint: key_offset<n> allows key j to query i if j <= i + n.
//
// Fails with: exercise 37: a token sees the token after it
#include <attn/analysis.hpp>

#include "exercise.hpp"

using token = axis<"token", 4>;
using model = axis<"model", 2>;

// Your answer:
constexpr auto layer(const auto& x) {
  return scaled_dot_product_attention(x, x, x, causal<key_offset<1>>);
}
// The checks; do not edit them:
constexpr auto X = marked<"token">(tensor<double, token, model>{});
constexpr auto seen = reach<"token">(layer(X));
constexpr bool no_future = !seen(0, 1) && !seen(0, 2) && !seen(0, 3) &&  //
                           !seen(1, 2) && !seen(1, 3) && !seen(2, 3);
static_assert(no_future, "exercise 37: a token sees the token after it");
constexpr bool own = seen(0, 0) && seen(1, 1) && seen(2, 2) && seen(3, 3);
static_assert(own, "exercise 37: a token does not see itself");
constexpr bool past = seen(1, 0) && seen(2, 0) && seen(2, 1) &&  //
                      seen(3, 0) && seen(3, 1) && seen(3, 2);
static_assert(past, "exercise 37: a token does not see all of the past");
constexpr tensor<double, token, model> some{{1, 2}, {0, 1}, {-1, 3}, {2, 0}};
constexpr bool first = allclose(layer(some)(0, 1), 2.0);
static_assert(first, "exercise 37: token 0 sees only itself, so its output is its own value");
constexpr bool last = allclose(layer(some)(3, 0), 1.6928152440926176, 1e-9);
static_assert(last, "exercise 37: the mask is right, the numbers are not the outputs of attention");
