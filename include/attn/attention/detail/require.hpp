// SPDX-License-Identifier: BSL-1.0
// What attention functions require, in one wording for all of them (rules/require.hpp describes the
// mechanism):
//
//   ATTN_REQUIRE_QUERIES_AND_KEYS(call, "attn::f(Q, K, V)");     rules::scores_call, values_call …
//   ATTN_REQUIRE_VALUES(call, "attn::f(Q, K, V)");             rules::values_call, attention_call …
//   ATTN_REQUIRE_ONLY_OPTIONS(call, "attn::f(Q, K, V, options…)");   and then
//   ATTN_REQUIRE_OPTIONS(call, "attn::f(Q, K, V, options…)");   rules::options_call, weights_call …
//   ATTN_REQUIRE_RECURRENT_ATTENTION(call, "attn::f(Q, K, V, decay)");   recurrent_attention_call
//   ATTN_REQUIRE_GROUPED_HEADS(call, "attn::f(Q, K, V)");      grouped_query_call, …_weights_call
//   ATTN_REQUIRE_MASK(call, "attn::f(x, mask)");              rules::mask_call; part of the options
//
// The call types are in calls.hpp, option_calls.hpp and rules/masks.hpp.
#pragma once
#pragma GCC system_header

#include <attn/rules/require.hpp>

#define ATTN_REQUIRE_QUERIES_AND_KEYS(call, text)                                      \
  ATTN_REQUIRE(call, two_axes, text ": Q and K must have at least two axes")           \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)                                                 \
  ATTN_REQUIRE(call, widths, text ": Q and K must have the same width (d_k)")          \
  ATTN_REQUIRE(call, width_names, text ": the widths of Q and K have different names") \
  ATTN_REQUIRE(call, leading_axes_of_K, text ": the leading axes of Q and K must agree")

#define ATTN_REQUIRE_ADDRESSABLE_SCORES(call, text) \
  ATTN_REQUIRE(call, scores_addressable,            \
               text ": the scores would take more bytes than an object can have")

#define ATTN_REQUIRE_VALUES(call, text)                                                    \
  ATTN_REQUIRE(call, two_axes_of_V, text ": V must have at least two axes")                \
  ATTN_REQUIRE(call, lengths, text ": one value per key: K and V differ in length")        \
  ATTN_REQUIRE(call, length_names, text ": the sequences of K and V have different names") \
  ATTN_REQUIRE(call, leading_axes_of_V, text ": the leading axes of Q and V must agree")

#define ATTN_REQUIRE_MASK(call, text)                                                            \
  ATTN_REQUIRE(call, mask_aligned,                                                               \
               text                                                                              \
               ": causal<> and sliding_window<l, r> require equal numbers of queries and keys; " \
               "otherwise choose causal<top_left> or causal<bottom_right>")                      \
  ATTN_REQUIRE(call, mask_numbers,                                                               \
               text                                                                              \
               ": one number for each text: the numbers must have leading axes of the scores")   \
  ATTN_REQUIRE(call, mask_axes,                                                                  \
               text                                                                              \
               ": a mask must have the axes of the scores; for keys alone: key_padding(mask)")

#define ATTN_REQUIRE_ROWS_WITH_KEYS(call, text)                                  \
  ATTN_REQUIRE(call, rows_have_weights,                                          \
               text                                                              \
               ": the mask leaves a query without any key; choose its weights: " \
               "fully_masked<zero_rows>, fully_masked<nan_rows>")

#define ATTN_REQUIRE_GROUPED_HEADS(call, text)                                              \
  ATTN_REQUIRE(call, ranks, text ": each must be (head, token, width), or a batch of them") \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)                                                      \
  ATTN_REQUIRE_FLOATING_POINT(call, text)                                                   \
  ATTN_REQUIRE(call, dividing, text ": the heads of K must divide those of Q")              \
  ATTN_REQUIRE(call, widths, text ": Q and K must have the same width (d_k)")               \
  ATTN_REQUIRE(call, leading_axes_agree, text ": the axes before the heads must agree")

// What is not an option: a layer or a model has a sentence of its own for it.
#define ATTN_REQUIRE_ONLY_OPTIONS(call, text)                                             \
  ATTN_REQUIRE(call, only_options,                                                        \
               text                                                                       \
               ": a trailing argument is not an option; a scale is scaled_by(x), a mask " \
               "keep_where(x) or ignore_where(x)")
#define ATTN_REQUIRE_OPTIONS(call, text)                                                           \
  ATTN_REQUIRE(call, one_of_each, text ": two options of one kind; two masks are a & b")           \
  ATTN_REQUIRE_ADDRESSABLE_SCORES(call, text)                                                      \
  ATTN_REQUIRE(call, score_axes, text ": scored_by(f) must return a score for each query and key") \
  ATTN_REQUIRE(call, bias_axes, text ": a bias must have the axes of the scores, (…, query, key)") \
  ATTN_REQUIRE(call, bias_element,                                                                 \
               text ": a bias must have the element type of the scores; convert with as<T>(x)")    \
  ATTN_REQUIRE_MASK(call, text)                                                                    \
  ATTN_REQUIRE_ROWS_WITH_KEYS(call, text)

#define ATTN_REQUIRE_RECURRENT_ATTENTION(call, text)                                         \
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, text)                                                  \
  ATTN_REQUIRE_VALUES(call, text)                                                            \
  ATTN_REQUIRE_FLOATING_POINT(call, text)                                                    \
  ATTN_REQUIRE(call, one_key_per_query, text ": Q and K must have the same sequence")        \
  ATTN_REQUIRE(call, decay_axes, text ": decay must be (…, token) or (…, token, d_k)")       \
  ATTN_REQUIRE(call, rate_axes, text ": rate must be (…, token)")                            \
  ATTN_REQUIRE(call, state_axes, text ": S must be the state of such a call, (…, d_k, d_v)") \
  ATTN_REQUIRE(call, gate_elements,                                                          \
               text ": requires one element type for all operands; convert with as<T>(x)")
