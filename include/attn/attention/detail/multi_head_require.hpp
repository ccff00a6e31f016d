// SPDX-License-Identifier: BSL-1.0
// The sentences that the forms of multi-head attention share (multi_head_call.hpp), as
// rules/require.hpp has those of all functions. `text` is the call, `each_x` its sequences, `xq`
// and `xk` those of the queries and the keys.
#pragma once
#pragma GCC system_header

#include <attn/attention/detail/require.hpp>

#define ATTN_REQUIRE_PROJECTIONS(call, text, each_x, xq, xk)                                    \
  ATTN_REQUIRE(call, sequences, text ": " each_x " must be (token, width), or a batch of them") \
  ATTN_REQUIRE(call, weight_ranks,                                                              \
               text                                                                             \
               ": each weight must be (input, output) with <head>, and (head, input, output) "  \
               "without")                                                                       \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)                                                          \
  ATTN_REQUIRE_FLOATING_POINT(call, text)                                                       \
  ATTN_REQUIRE(call, input_of_q, text ": the input of W_q must be the last axis of " xq)        \
  ATTN_REQUIRE(call, input_of_k, text ": the input of W_k must be the last axis of " xk)        \
  ATTN_REQUIRE(call, output_sizes, text ": W_q and W_k must have outputs of one size")          \
  ATTN_REQUIRE(call, output_names, text ": the outputs of W_q and W_k differ in name")          \
  ATTN_REQUIRE(call, same_heads, text ": the weights must have the same heads")                 \
  ATTN_REQUIRE(call, dividing, text ": the heads must divide the outputs of the weights")       \
  ATTN_REQUIRE(call, distinct, text ": two of the axes would have one name")

#define ATTN_REQUIRE_VALUE_PROJECTION(call, text, xv) \
  ATTN_REQUIRE(call, input_of_v, text ": the input of W_v must be the last axis of " xv)

#define ATTN_REQUIRE_OUTPUT_PROJECTION(call, text)                                                \
  ATTN_REQUIRE(call, output_rank,                                                                 \
               text ": W_o must be (heads * d_v, output), or without <head> (head, d_v, output)") \
  ATTN_REQUIRE(call, output_heads, text ": W_o must begin with the heads and the output of W_v")  \
  ATTN_REQUIRE(call, output_input, text ": the input of W_o must be heads times d_v")             \
  ATTN_REQUIRE(call, distinct_result, text ": the result would have two axes of one name")

// Short: Clang prints the argument, which may be a tensor, in the same line.
#define ATTN_REQUIRE_OPTIONS_OF_HEADS(call, text)                                      \
  ATTN_REQUIRE(call, only_options,                                                     \
               text ": a trailing argument is not an option; a scale is scaled_by(x)") \
  ATTN_REQUIRE_OPTIONS(call, text)

// A layer, in its own words.
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
