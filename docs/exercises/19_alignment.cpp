// Exercise 19: New queries, old keys
// Topic: masks. Time: 6 minutes. Read first: docs/tour/08_masks.md
//
// A decoder has 5 keys, of which 3 are from earlier calls, and 2 queries for the new tokens.
// Return the causal mask: no query may see a later token.
//
// Hint: PyTorch's is_causal aligns the first query with the first key, FlashAttention the
// last query with the last key.
//
// Fails with: exercise 19: which mask is causal here?
// Not allowed: causal_from
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 5>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q{{1, 0}, {2, 1}};
constexpr tensor<double, key, feature> K{{1, 0}, {0, 1}, {1, 1}, {2, 0}, {0, 2}};

// Your answer:
constexpr auto mask() { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(mask())>, "exercise 19: which mask is causal here?");
constexpr auto weights = attention_weights(Q, K, mask());
constexpr bool own = weights(1, 4) > 0;
static_assert(own, "exercise 19: the last query must see its own key, the last one");
constexpr bool causal_mask = weights(0, 4) == 0;
static_assert(causal_mask, "exercise 19: the first new query must not see the second new token");
constexpr bool first_own = weights(0, 3) > 0;
static_assert(first_own, "exercise 19: the first new query must see its own key");
constexpr bool second_sees_first = weights(1, 3) > 0;
static_assert(second_sees_first, "exercise 19: the second new query must see the first new token");
constexpr bool memory = exercise::all_between(narrow<"key", 3>(weights, 0), 1e-300, 1);
static_assert(memory, "exercise 19: every query must see the keys of earlier calls");
