// SPDX-License-Identifier: BSL-1.0
// What attn/attention/lengths.hpp rejects. driver.py compiles each case with the lines above the
// first.
#include <attn.hpp>

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, batch, token, width> Q;
constexpr tensor<double, batch, key, width> K;

// case: lengths_of_another_batch
// rejected: three lengths for two texts.
// expect-error: attn::attention_weights\(Q, K, options…\): one number for each text: the numbers must have leading axes of the scores
// axes: batch 3, batch 2
// errors: 1
#ifdef ATTN_REJECT
constexpr auto weights =
    attention_weights(Q, K, valid_keys(tensor<int, axis<"batch", 3>>{1, 2, 3}));
#else
constexpr auto weights = attention_weights(Q, K, valid_keys(tensor<int, batch>{1, 2}));
#endif

// case: lengths_of_queries
// rejected: an offset for each query: that is a mask of entries, or causal_from with an offset for
//   each text.
// expect-error: attn::masked_softmax\(x, mask\): one number for each text: the numbers must have leading axes of the scores
// errors: 1
constexpr auto x = attention_scores(Q, K);

#ifdef ATTN_REJECT
constexpr auto weights =
    masked_softmax(x, causal_from(tensor<int, token>{0, 1, 2}) & valid_keys(3));
#else
constexpr auto weights = masked_softmax(x, causal_from(tensor<int, batch>{0, 1}) & valid_keys(3));
#endif

// case: lengths_are_fractions
// rejected: lengths that are not integers: how much of a key is valid?
// expect-error: attn::valid_keys\(lengths\): the lengths must be integers
// errors: 1
#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, valid_keys(tensor<double, batch>{1.5, 2}));
#else
constexpr auto weights = attention_weights(Q, K, valid_keys(tensor<int, batch>{1, 2}));
#endif

// case: lengths_offsets_are_fractions
// rejected: offsets that are not integers.
// expect-error: attn::causal_from\(offsets\): the offsets must be integers
// errors: 1
#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, causal_from(tensor<double, batch>{1.5, 2}));
#else
constexpr auto weights = attention_weights(Q, K, causal_from(tensor<int, batch>{1, 2}));
#endif

// case: lengths_without_an_axis
// rejected: a tensor of one number: it belongs to no text.
// expect-error: attn::valid_keys\(lengths\): one number for each text: the lengths must have an axis
// errors: 1
constexpr tensor<int> n(4);

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, valid_keys(n));
#else
constexpr auto weights = attention_weights(Q, K, valid_keys(n()));
#endif

// case: lengths_offset_without_an_axis
// rejected: a tensor of one number: it belongs to no text.
// expect-error: attn::causal_from\(offsets\): one number for each text: the offsets must have an axis
// errors: 1
constexpr tensor<int> n(4);

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, causal_from(n));
#else
constexpr auto weights = attention_weights(Q, K, causal_from(n()));
#endif

// case: lengths_negative
// rejected: one of the lengths is a difference that went below zero.
// expect-error[gcc]: number_of_valid_keys_is_negative
// expect-error[clang]: must be initialized by a constant expression
// expect-note: number_of_valid_keys_is_negative
// errors: 1
#ifdef ATTN_REJECT
constexpr auto mask = valid_keys(tensor<int, batch>{2, -1});
#else
constexpr auto mask = valid_keys(tensor<int, batch>{2, 1});
#endif
