// Exercise 24: A step with a cache
// Topic: caches. Time: 7 minutes. Read first: docs/tour/23_caches.md
//
// Decode one token: its key and value join the cache, and its query attends to what the cache
// has. Use `cache.append(k, v)` and `cache.attend(q)`.
//
// Hint: a token also attends to itself.
//
// Fails with: exercise 24: what does a step do with the cache?
#include "exercise.hpp"

using token = axis<"token", 3>;
using d_k = axis<"d_k", 2>;
using d_v = axis<"d_v", 1>;
constexpr tensor<double, token, d_k> Q{{1, 0}, {2, 1}, {0, 3}};
constexpr tensor<double, token, d_k> K{{0, 1}, {1, 1}, {2, 0}};
constexpr tensor<double, token, d_v> V{{10}, {20}, {30}};

// Your answer:
constexpr auto step(auto& cache, const auto& q, const auto& k, const auto& v) { return hole{}; }
// The checks; do not edit them:
using cache_type = key_value_cache<double, axis<"key", 8>, d_k, d_v>;
constexpr auto first = [] {
  cache_type cache;
  return step(cache, select<"token">(Q, 0), select<"token">(K, 0), select<"token">(V, 0));
};
static_assert(filled<decltype(first())>, "exercise 24: what does a step do with the cache?");
constexpr bool constant = exercise::is_constant(first);
static_assert(constant, "exercise 24: the first token has nothing to attend to");
constexpr auto after_three = [] {
  cache_type cache;
  tensor<double, token, d_v> out;
  for (std::size_t t = 0; t < 3; ++t)
    out(t, 0) = step(cache, select<"token">(Q, t), select<"token">(K, t), select<"token">(V, t))(0);
  return std::pair(cache.count, out);
}();
constexpr bool one_each = after_three.first == 3;
static_assert(one_each, "exercise 24: after three tokens the cache must have three rows");
static_assert(
    check<bits_equal(after_three.second, scaled_dot_product_attention(Q, K, V, causal<>))>);
