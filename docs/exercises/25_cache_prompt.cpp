// Exercise 25: A prompt after a conversation
// Topic: caches. Time: 8 minutes. Read first: docs/tour/23_caches.md
//
// The cache has tokens of earlier calls. Now a prompt of several tokens arrives at once:
// append its keys and values, then attend with the mask `causal_from(n)`. What is n? The
// number of rows in the cache is `cache.count`.
//
// Hint: query i of the prompt may see key j of the cache if j <= i + n. Its own key has the
// number i + (rows that were there before).
//
// Fails with: exercise 25: how does a prompt attend to the cache?
#include "exercise.hpp"

using token = axis<"token", 5>;
using d_k = axis<"d_k", 2>;
using d_v = axis<"d_v", 5>;
constexpr tensor<double, token, d_k> Q{{1, 0}, {2, 1}, {0, 3}, {1, 1}, {2, 2}};
constexpr tensor<double, token, d_k> K{{0, 1}, {1, 1}, {2, 0}, {1, 2}, {0, 2}};
constexpr tensor<double, token, d_v> V{
    {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}};

// Your answer:
constexpr auto prompt(auto& cache, const auto& q, const auto& k, const auto& v) { return hole{}; }
// The checks; do not edit them:
constexpr auto two_then_three = [] {
  key_value_cache<double, axis<"key", 8>, d_k, d_v> cache;
  cache.append(narrow<"token", 2>(K, 0), narrow<"token", 2>(V, 0));
  return prompt(cache, narrow<"token", 3>(Q, 2), narrow<"token", 3>(K, 2),
                narrow<"token", 3>(V, 2));
};
static_assert(filled<decltype(two_then_three())>,
              "exercise 25: how does a prompt attend to the cache?");
constexpr auto out = two_then_three();  // V is the identity: these are weights
constexpr bool own = out(0, 2) > 0 && out(2, 4) > 0;
static_assert(own, "exercise 25: a token of the prompt must see itself");
constexpr bool later = out(0, 3) == 0 && out(0, 4) == 0 && out(1, 4) == 0;
static_assert(later, "exercise 25: a token of the prompt must not see a later one");
constexpr bool earlier = out(2, 2) > 0 && out(2, 3) > 0 && out(2, 0) > 0 && out(0, 0) > 0;
static_assert(earlier, "exercise 25: a token of the prompt must see all those before it");
constexpr auto all_at_once = scaled_dot_product_attention(Q, K, V, causal<>);
constexpr bool weighted = allclose(out, narrow<"token", 3>(all_at_once, 2), 1e-9, 1e-9);
static_assert(weighted, "exercise 25: the right keys, but not with the weights of their scores");
