// SPDX-License-Identifier: BSL-1.0
// What attn/attention/grouped_query_weights.hpp rejects. driver.py compiles each case with the lines
// above the first.
#include <attn.hpp>

using namespace attn;
using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;

// case: grouped_query_weights_heads_not_dividing
// rejected: four heads of keys for six of queries.
// expect-error: attn::grouped_query_attention_weights\(Q, K\): the heads of K must divide those of Q
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out =
    grouped_query_attention_weights(q, tensor<double, axis<"head", 4>, key, width>{});
#else
constexpr auto out = grouped_query_attention_weights(q, k);
#endif

// case: grouped_query_weights_width
// rejected: keys of another width.
// expect-error: attn::grouped_query_attention_weights\(Q, K\): Q and K must have the same width \(d_k\)
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out =
    grouped_query_attention_weights(q, tensor<double, kv_head, key, axis<"width", 3>>{});
#else
constexpr auto out = grouped_query_attention_weights(q, k);
#endif

// case: grouped_query_weights_without_heads
// rejected: keys without heads: for those, attention_weights shares them.
// expect-error: attn::grouped_query_attention_weights\(Q, K\): each must be \(head, token, width\), or a batch of them
// errors: 1
constexpr tensor<double, key, width> shared;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention_weights(q, shared);
#else
constexpr auto out = attention_weights(q, shared);
#endif

// case: grouped_query_weights_batches_differ
// rejected: two batches of different sizes.
// expect-error: attn::grouped_query_attention_weights\(Q, K\): the axes before the heads must agree
// errors: 1
constexpr tensor<double, dim<2>, q_head, token, width> two;

#ifdef ATTN_REJECT
constexpr auto out =
    grouped_query_attention_weights(two, tensor<double, dim<4>, kv_head, key, width>{});
#else
constexpr auto out =
    grouped_query_attention_weights(two, tensor<double, dim<2>, kv_head, key, width>{});
#endif

// case: grouped_query_weights_mixed_element_types
// rejected: float keys for double queries.
// expect-error: attn::grouped_query_attention_weights\(Q, K\): requires one element type for all operands
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention_weights(q, as<float>(k));
#else
constexpr auto out = grouped_query_attention_weights(q, k);
#endif

// case: grouped_query_weights_of_integers
// rejected: integer weights.
// expect-error: attn::grouped_query_attention_weights\(Q, K\): requires a floating-point element type
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention_weights(as<int>(q), as<int>(k));
#else
constexpr auto out = grouped_query_attention_weights(q, k);
#endif

// case: grouped_query_weights_option_is_number
// rejected: 0.5 as an option: a scale, a dropout probability, or a soft cap?
// expect-error: attn::grouped_query_attention_weights\(Q, K, options…\): a trailing argument is not an option
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention_weights(q, k, 0.5);
#else
constexpr auto out = grouped_query_attention_weights(q, k, scaled_by(0.5));
#endif

// case: grouped_query_weights_bias_of_keys
// rejected: a bias with the heads of the keys.
// expect-error: attn::grouped_query_attention_weights\(Q, K, options…\): a bias must have the axes of the scores
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out =
    grouped_query_attention_weights(q, k, biased_by(tensor<double, kv_head, token, key>{}));
#else
constexpr auto out =
    grouped_query_attention_weights(q, k, biased_by(tensor<double, q_head, token, key>{}));
#endif
