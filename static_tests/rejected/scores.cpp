// SPDX-License-Identifier: BSL-1.0
// What attn/attention/scores.hpp and attention/weights.hpp reject. driver.py compiles each case
// with the lines above the first.
#include <cstddef>

#include <attn.hpp>

using namespace attn;

// case: attention_scores_batches_differ
// rejected: a batch of one query with a batch of four keys: PyTorch returned a tensor, and its
//   user "wasted couple of days" (https://github.com/pytorch/pytorch/issues/64888).
// expect-error: attn::attention_scores\(Q, K\): the leading axes
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
template <std::size_t Batch, class... Axes>
using batch_of = tensor<double, axis<"batch", Batch>, Axes...>;
constexpr batch_of<4, key, feature> K;

#ifdef ATTN_REJECT
constexpr auto out = attention_scores(batch_of<1, token, feature>{}, K);
#else
constexpr auto out = attention_scores(batch_of<4, token, feature>{}, K);
#endif

// case: attention_scores_key_width
// rejected: scores of queries of width 2 with keys of width 3.
// expect-error: attn::attention_scores\(Q, K\): .*must have the same width \(d_k\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, axis<"feature", 3>> wide;

#ifdef ATTN_REJECT
constexpr auto out = attention_scores(Q, wide);
#else
constexpr auto out = attention_scores(Q, K);
#endif

// case: attention_scores_mixed_element_types
// rejected: float queries and double keys: which of the two is the result?
// expect-error: attn::attention_scores\(Q, K\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, key, feature> K;
constexpr tensor<float, token, feature> q;

#ifdef ATTN_REJECT
constexpr auto out = attention_scores(q, K);
#else
constexpr auto out = attention_scores(as<double>(q), K);
#endif

// case: attention_scores_vector
// rejected: one query as a vector: attention is defined for rows of queries, be it only one.
// expect-error: attn::attention_scores\(Q, K\): .*must have at least two axes
// errors: 1
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, feature> query{1, 2};

#ifdef ATTN_REJECT
constexpr auto out = attention_scores(query, K);
#else
constexpr auto out = attention_scores(expand<axis<"token", 1>, 0>(query), K);
#endif

// case: attention_scores_width_names
// rejected: scores of queries with values: the sizes agree, but one must not meet the other.
// expect-error: attn::attention_scores\(Q, K\): the widths of Q and K have different names
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, axis<"meaning", 2>> W;

#ifdef ATTN_REJECT
constexpr auto out = attention_scores(Q, W);
#else
constexpr auto out = attention_scores(Q, K);
#endif

// case: attention_weights_batches_differ
// rejected: a batch of one query with a batch of four keys: PyTorch returned a tensor, and its
//   user "wasted couple of days" (https://github.com/pytorch/pytorch/issues/64888).
// expect-error: attn::attention_weights\(Q, K\): the leading axes
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
template <std::size_t Batch, class... Axes>
using batch_of = tensor<double, axis<"batch", Batch>, Axes...>;
constexpr batch_of<4, key, feature> K;

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(batch_of<1, token, feature>{}, K);
#else
constexpr auto out = attention_weights(batch_of<4, token, feature>{}, K);
#endif

// case: attention_weights_duplicate_option
// rejected: two scales: the one or the other, or one after the other?
// expect-error: attn::attention_weights\(Q, K, options…\): two options of one kind
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(Q, K, unscaled, scaled_by(0.5));
#else
constexpr auto out = attention_weights(Q, K, scaled_by(0.5));
#endif

// case: attention_weights_key_width
// rejected: weights of queries of width 2 for keys of width 3.
// expect-error: attn::attention_weights\(Q, K\): .*must have the same width \(d_k\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, axis<"feature", 3>> wide;

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(Q, wide);
#else
constexpr auto out = attention_weights(Q, K);
#endif

// case: attention_weights_mixed_element_types
// rejected: float queries and double keys: which of the two is the result?
// expect-error: attn::attention_weights\(Q, K\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, key, feature> K;
constexpr tensor<float, token, feature> q;

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(q, K);
#else
constexpr auto out = attention_weights(as<double>(q), K);
#endif

// case: attention_weights_of_integers
// rejected: integer weights: softmax has fractions even where the scores have none.
// expect-error: attn::attention_weights\(Q, K\): requires a floating-point element type
// expect-error: convert with as<double>\(x\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<int, token, feature> Q;
constexpr tensor<int, key, feature> K;

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(Q, K);
#else
constexpr auto out = attention_weights(as<double>(Q), as<double>(K));
#endif

// case: attention_weights_option_is_number
// rejected: 0.5 as an option: a scale, a dropout probability, or a softcap?
// expect-error: attn::attention_weights\(Q, K, options…\):
// expect-error: a trailing argument is not an option; a scale is scaled_by\(x\)
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(Q, K, 0.5);
#else
constexpr auto out = attention_weights(Q, K, scaled_by(0.5));
#endif

// case: attention_weights_vector
// rejected: one query as a vector: attention is defined for rows of queries, be it only one.
// expect-error: attn::attention_weights\(Q, K\): .*must have at least two axes
// errors: 1
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, feature> query{1, 2};

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(query, K);
#else
constexpr auto out = attention_weights(expand<axis<"token", 1>, 0>(query), K);
#endif

// case: attention_weights_width_names
// rejected: weights of queries for values: the sizes agree, but one must not meet the other.
// expect-error: attn::attention_weights\(Q, K\): the widths of Q and K have different names
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, axis<"meaning", 2>> W;

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(Q, W);
#else
constexpr auto out = attention_weights(Q, K);
#endif
