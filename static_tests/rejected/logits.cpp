// SPDX-License-Identifier: BSL-1.0
// What attn/attention/logits.hpp rejects. driver.py compiles each case with the lines above the
// first.
#include <attn.hpp>

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;

// case: logits_key_width
// rejected: logits of queries of width 2 with keys of width 3.
// expect-error: attn::attention_logits\(Q, K\): .*must have the same width \(d_k\)
// errors: 1
constexpr tensor<double, key, axis<"feature", 3>> wide;

#ifdef ATTN_REJECT
constexpr auto out = attention_logits(Q, wide);
#else
constexpr auto out = attention_logits(Q, K);
#endif

// case: logits_of_integers
// rejected: integers with a scale: 1/sqrt(d_k) is no integer.
// expect-error: attn::attention_logits\(Q, K\): requires a floating-point element type
// errors: 1
constexpr tensor<int, token, feature> q;
constexpr tensor<int, key, feature> k;

#ifdef ATTN_REJECT
constexpr auto out = attention_logits(q, k);
#else
constexpr auto out = attention_scores(q, k);
#endif

// case: logits_option_is_number
// rejected: 0.5 as an option: a scale, a dropout probability, or a softcap?
// expect-error: attn::attention_logits\(Q, K, options…\): a trailing argument is not an option
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = attention_logits(Q, K, 0.5);
#else
constexpr auto out = attention_logits(Q, K, scaled_by(0.5));
#endif

// case: logits_mask_axes
// rejected: a mask of the keys alone, without key_padding.
// expect-error: attn::attention_logits\(Q, K, options…\): a mask must have the axes of the scores; for keys alone: key_padding\(mask\)
// errors: 1
constexpr keep_mask<key> kept{1, 1, 0};

#ifdef ATTN_REJECT
constexpr auto out = attention_logits(Q, K, kept);
#else
constexpr auto out = attention_logits(Q, K, key_padding(kept));
#endif

// case: logits_unequal_lengths
// rejected: causal<> for 2 queries and 3 keys: which one is aligned with which?
// expect-error: attn::attention_logits\(Q, K, options…\): causal<> and sliding_window<l, r> require equal
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = attention_logits(Q, K, causal<>);
#else
constexpr auto out = attention_logits(Q, K, causal<key_offset<-1>>);
#endif
