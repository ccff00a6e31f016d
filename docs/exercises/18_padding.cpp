// Exercise 18: Padding and polarity
// Topic: masks. Time: 6 minutes. Read first: docs/tour/08_masks.md
//
// The last two keys are padding: `is_padding` says so. Return a mask for attention that hides
// them from every query.
//
// Hint: what does an entry of is_padding mean: attend, or do not attend? The type of the mask
// has to say the same. And the mask has to be made for all queries.
//
// Fails with: exercise 18: which mask hides the padding?
// Not allowed: valid_keys
#include "exercise.hpp"

using token = axis<"token", 2>;
using key = axis<"key", 4>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q{{1, 0}, {2, 1}};
constexpr tensor<double, key, feature> K{{1, 0}, {0, 1}, {9, 9}, {9, 9}};
constexpr tensor<bool, key> is_padding{false, false, true, true};

// Your answer:
constexpr auto mask() { return hole{}; }
// The checks; do not edit them:
static_assert(filled<decltype(mask())>, "exercise 18: which mask hides the padding?");
constexpr auto weights = attention_weights(Q, K, mask());
constexpr bool hidden =
    weights(0, 2) == 0 && weights(0, 3) == 0 && weights(1, 2) == 0 && weights(1, 3) == 0;
static_assert(hidden, "exercise 18: padding still has a weight");
constexpr bool seen = weights(0, 0) > 0 && weights(0, 1) > 0 && weights(1, 0) > 0 &&
                      weights(1, 1) > 0;
static_assert(seen, "exercise 18: a word has no weight");
