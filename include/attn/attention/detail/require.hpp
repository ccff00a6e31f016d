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
//   ATTN_REQUIRE_HEADS(call, "attn::f(…)", "each X", "Xq", "Xk", "Xv");   rules::multi_head_call
//
// The call types are in calls.hpp, option_calls.hpp, attention/multi_head.hpp and rules/masks.hpp.
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

#define ATTN_REQUIRE_MASK(call, text)                                                          \
  ATTN_REQUIRE(call, mask_members,                                                             \
               text                                                                            \
               ": a mask must have allows(query, key, queries, keys) or row<Scores>(outer, "   \
               "query)(key), which return bool")                                               \
  ATTN_REQUIRE(call, mask_aligned,                                                             \
               text                                                                            \
               ": the mask requires as many queries as keys, or an alignment, "                \
               "top_left or bottom_right")                                                     \
  ATTN_REQUIRE(call, mask_numbers,                                                             \
               text                                                                            \
               ": one number for each text: the numbers must have leading axes of the scores") \
  ATTN_REQUIRE(call, mask_axes,                                                                \
               text                                                                            \
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
  ATTN_REQUIRE(call, dividing, text ": the heads of K must divide the heads of Q")          \
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
  ATTN_REQUIRE(call, ordered,                                                                      \
               text                                                                                \
               ": the elements must be float or double, which have an order and an infinity; "     \
               "convert with as<double>(x)")                                                       \
  ATTN_REQUIRE_ADDRESSABLE_SCORES(call, text)                                                      \
  ATTN_REQUIRE(call, score_axes, text ": scored_by(f) must return a score for each query and key") \
  ATTN_REQUIRE(call, bias_axes, text ": a bias must have the axes of the scores, (…, query, key)") \
  ATTN_REQUIRE(call, bias_element,                                                                 \
               text ": a bias must have the element type of the scores; convert with as<T>(x)")    \
  ATTN_REQUIRE(call, sink_axes,                                                                    \
               text ": with_sinks(s) must have leading axes of the scores, such as (head)")        \
  ATTN_REQUIRE(call, sink_element,                                                                 \
               text ": sinks must have the element type of the scores; convert with as<T>(s)")     \
  ATTN_REQUIRE_MASK(call, text)                                                                    \
  ATTN_REQUIRE_ROWS_WITH_KEYS(call, text)

// Attention and its weights, before ATTN_REQUIRE_OPTIONS: `with_options` is the call with its
// options.
#define ATTN_REQUIRE_WEIGHTS(call, text, with_options) \
  ATTN_REQUIRE_QUERIES_AND_KEYS(call, text)            \
  ATTN_REQUIRE_FLOATING_POINT(call, text)              \
  ATTN_REQUIRE_ONLY_OPTIONS(call, with_options)
#define ATTN_REQUIRE_ATTENTION(call, text, with_options) \
  ATTN_REQUIRE_VALUES(call, text)                        \
  ATTN_REQUIRE_WEIGHTS(call, text, with_options)

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

// The forms of multi-head attention. `x` are its sequences, `xq`, `xk` and `xv` each of them, `wq`
// and `wk` have the widths that must be equal.
#define ATTN_REQUIRE_PROJECTIONS(call, text, xq, xk, xv, wq, wk)                            \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)                                                      \
  ATTN_REQUIRE_FLOATING_POINT(call, text)                                                   \
  ATTN_REQUIRE(call, input_of_q, text ": the input of W_q must be " xq "'s last axis")      \
  ATTN_REQUIRE(call, input_of_k, text ": the input of W_k must be " xk "'s last axis")      \
  ATTN_REQUIRE(call, input_of_v, text ": the input of W_v must be " xv "'s last axis")      \
  ATTN_REQUIRE(call, output_sizes, text ": " wq " and " wk " must have the same width")     \
  ATTN_REQUIRE(call, output_names, text ": the widths of " wq " and " wk " differ in name") \
  ATTN_REQUIRE(call, same_heads, text ": the weights must have the same heads")             \
  ATTN_REQUIRE(call, dividing, text ": the heads must divide the widths")                   \
  ATTN_REQUIRE(call, distinct, text ": two of the axes would have the same name")           \
  ATTN_REQUIRE(call, leading_axes_agree, text ": the leading axes must agree")              \
  ATTN_REQUIRE(call, one_value_per_key,                                                     \
               text ": one value per key: " xk " and " xv " must have the same sequence")   \
  ATTN_REQUIRE(call, only_options,                                                          \
               text ": a trailing argument is not an option; a scale is scaled_by(x)")      \
  ATTN_REQUIRE_OPTIONS(call, text)
#define ATTN_REQUIRE_HEADS(call, text, x, xq, xk, xv)                                             \
  ATTN_REQUIRE(call, sequences, text ": " x " must be (token, width), or a batch of them")        \
  ATTN_REQUIRE(call, weight_ranks,                                                                \
               text                                                                               \
               ": each weight must be (input, output) with <head>, and (head, input, output) "    \
               "without")                                                                         \
  ATTN_REQUIRE_PROJECTIONS(call, text, xq, xk, xv, "W_q", "W_k")                                  \
  ATTN_REQUIRE(call, output_rank,                                                                 \
               text ": W_o must be (heads * d_v, output), or without <head> (head, d_v, output)") \
  ATTN_REQUIRE(call, output_heads, text ": W_o must begin with the heads and the output of W_v")  \
  ATTN_REQUIRE(call, output_input, text ": the input of W_o must be heads times d_v")             \
  ATTN_REQUIRE(call, distinct_result, text ": the result would have two axes with the same name")
#define ATTN_REQUIRE_SLICES(call, text)                                                   \
  ATTN_REQUIRE(call, sequences, text ": each must be (token, width), or a batch of them") \
  ATTN_REQUIRE_PROJECTIONS(call, text, "Q", "K", "V", "Q", "K")
#define ATTN_REQUIRE_SELF_ATTENTION(call, text)                                               \
  ATTN_REQUIRE(call, sequences, text ": X must have a sequence axis and a width")             \
  ATTN_REQUIRE(call, weight_ranks, text ": each weight must have two axes, input and output") \
  ATTN_REQUIRE_PROJECTIONS(call, text, "X", "X", "X", "W_q", "W_k")

// A layer of multi-head attention, in its own words.
#define ATTN_REQUIRE_MULTI_HEAD(call)                                                            \
  ATTN_REQUIRE(call, sequences,                                                                  \
               "attn::nn::multi_head: each sequence must be (token, width), or a batch of them") \
  ATTN_REQUIRE(                                                                                  \
      call, one_element,                                                                         \
      "attn::nn::multi_head: sequences must have the element type of the layer; as<T>(x)")       \
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::nn::multi_head")                                      \
  ATTN_REQUIRE(call, input_of_q,                                                                 \
               "attn::nn::multi_head: the width of the query must be the input of q_proj")       \
  ATTN_REQUIRE(call, input_of_k,                                                                 \
               "attn::nn::multi_head: the width of the key must be the input of k_proj")         \
  ATTN_REQUIRE(                                                                                  \
      call, leading_axes_agree,                                                                  \
      "attn::nn::multi_head: the leading axes (batch) of the sequences must agree, before "      \
      "token and width")                                                                         \
  ATTN_REQUIRE(call, distinct,                                                                   \
               "attn::nn::multi_head: an axis of a sequence has the name of the heads")          \
  ATTN_REQUIRE(                                                                                  \
      call, only_options,                                                                        \
      "attn::nn::multi_head: its arguments are (x, options…) or (query, key, value, options…)")  \
  ATTN_REQUIRE_OPTIONS(call, "attn::nn::multi_head")

// The parameters of torch.nn.MultiheadAttention.
#define ATTN_REQUIRE_TORCH_WEIGHTS(call)                                                          \
  ATTN_REQUIRE(call, matrices, "attn::torch_multi_head<head>(…): the weights must have two axes") \
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::torch_multi_head<head>(…)")                               \
  ATTN_REQUIRE(                                                                                   \
      call, three_in_one,                                                                         \
      "attn::torch_multi_head<head>(…): in_proj_weight must be (3 * width, width), q, k and "     \
      "v one below the other; is it transposed?")                                                 \
  ATTN_REQUIRE(call, output,                                                                      \
               "attn::torch_multi_head<head>(…): out_proj_weight must be (width, width)")
