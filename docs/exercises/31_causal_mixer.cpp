// Exercise 31: A causal layer without attention
// Topic: causality. Time: 8 minutes. Read first: docs/tour/29_influence.md
//
// Attention is one way to mix tokens. Write another one: a function of (token, model) whose
// every row sees its own token and all those before it, and no later one. It is checked by
// `reach`, for all values.
//
// Hint: a running sum does this; look for it in the list of operations. Or: a product with a
// matrix of zeros and ones.
//
// Fails with: exercise 31: which function sees the past, and not the future?
#include <attn/analysis.hpp>

#include "exercise.hpp"

using token = axis<"token", 4>;
using model = axis<"model", 2>;

// Your answer:
constexpr auto mix(const auto& x) { return hole{}; }
// The checks; do not edit them:
constexpr auto X = marked<"token">(tensor<double, token, model>{});
using result = decltype(mix(X));
static_assert(filled<result>, "exercise 31: which function sees the past, and not the future?");
constexpr bool same_shape = std::is_same_v<result, std::remove_const_t<decltype(X)>>;
static_assert(same_shape, "exercise 31: there must be a row for each token, as wide as before");
constexpr auto seen = reach<"token">(mix(X));
constexpr bool no_future = !seen(0, 1) && !seen(0, 2) && !seen(0, 3) &&  //
                           !seen(1, 2) && !seen(1, 3) && !seen(2, 3);
static_assert(no_future, "exercise 31: a token sees a later one");
constexpr bool past = seen(1, 0) && seen(2, 0) && seen(2, 1) &&  //
                      seen(3, 0) && seen(3, 1) && seen(3, 2);
static_assert(past, "exercise 31: a token does not see those before it");
constexpr bool own = seen(0, 0) && seen(1, 1) && seen(2, 2) && seen(3, 3);
static_assert(own, "exercise 31: a token does not see itself");
