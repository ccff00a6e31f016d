// SPDX-License-Identifier: BSL-1.0
// What several layers require, with its sentences, as rules/require.hpp has them: `call` is a type
// of calls.hpp, `text` the call that the sentences are about. A system header so that GCC shows the
// line of the function and not these.
#pragma once
#pragma GCC system_header

#include <attn/rules/require.hpp>

#define ATTN_REQUIRE_LINEAR(call, text)                                                          \
  ATTN_REQUIRE(call, known_layout, text ": the layout is output_by_input or input_by_output")    \
  ATTN_REQUIRE(call, has_rows, text ": x must have an axis")                                     \
  ATTN_REQUIRE(call, matrix, text ": W must have two axes, input and output")                    \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)                                                           \
  ATTN_REQUIRE_ARITHMETIC(call, text)                                                            \
  ATTN_REQUIRE(call, widths, text ": the input of W must be as wide as x; is the layout right?") \
  ATTN_REQUIRE(call, names,                                                                      \
               text ": x's last axis and W's input differ in name; is the layout right?")        \
  ATTN_REQUIRE(call, distinct_result, text ": x has an axis named as the output of W")

#define ATTN_REQUIRE_BIAS(call, text)                                             \
  ATTN_REQUIRE(call, vector, text ": b must have one axis, the output")           \
  ATTN_REQUIRE(call, bias_element,                                                \
               text ": b must have the element type of x; convert with as<T>(b)") \
  ATTN_REQUIRE(call, bias_width, text ": b must have one element per output")     \
  ATTN_REQUIRE(call, bias_name, text ": the output of W and b have different names")

#define ATTN_REQUIRE_LAYER(call, text)                                                         \
  ATTN_REQUIRE(call, has_rows, text ": x must have an axis")                                   \
  ATTN_REQUIRE(call, layer_element,                                                            \
               text ": x must have the element type of the layer; convert with as<T>(x)")      \
  ATTN_REQUIRE(call, widths, text ": the last axis of x must be as wide as the layer's input") \
  ATTN_REQUIRE(call, names, text ": the last axis of x and the layer's input differ in name")

#define ATTN_REQUIRE_FEED_FORWARD(call, text)                                        \
  ATTN_REQUIRE_LAYER(call, text)                                                     \
  ATTN_REQUIRE(call, distinct_result, text ": x has an axis named as d_ff")          \
  ATTN_REQUIRE(call, variant, text ": say which: act::gelu_exact or act::gelu_tanh") \
  ATTN_REQUIRE(call, activation,                                                     \
               text ": the activation must be a type that maps tensors, as act::relu")

#define ATTN_REQUIRE_NORM(call, text)                                                     \
  ATTN_REQUIRE_AXIS(call, text)                                                           \
  ATTN_REQUIRE_FLOATING_POINT(call, text)                                                 \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)                                                    \
  ATTN_REQUIRE(call, gain_axes, text ": the gain must have one axis, the normalised one") \
  ATTN_REQUIRE(call, bias_axes, text ": the bias must have one axis, the normalised one")

#define ATTN_REQUIRE_POSITIONS(call, text)                                                \
  ATTN_REQUIRE(call, sequence, text ": x must be (token, width), or a batch of them")     \
  ATTN_REQUIRE(call, layer_element,                                                       \
               text ": x must have the element type of the layer; convert with as<T>(x)") \
  ATTN_REQUIRE(call, width, text ": the last axis of x must be the layer's width")        \
  ATTN_REQUIRE(call, enough, text ": x has more tokens than there are positions")

#define ATTN_REQUIRE_ROTARY(call, text)                                                           \
  ATTN_REQUIRE(call, known_layout,                                                                \
               text                                                                               \
               ": say which features are a pair: interleaved_pairs (the paper, Meta's Llama) or " \
               "half_pairs (Hugging Face's)")                                                     \
  ATTN_REQUIRE(call, sequence, text ": x must have a sequence axis in front of its features")     \
  ATTN_REQUIRE_FLOATING_POINT(call, text)                                                         \
  ATTN_REQUIRE(                                                                                   \
      call, pairs,                                                                                \
      text ": features are rotated in pairs: their number must be even, and no more than x has")

#define ATTN_REQUIRE_POSITIONS_OF_TEXTS(call, text)                                               \
  ATTN_REQUIRE(call, integers, text ": the positions must be integers")                           \
  ATTN_REQUIRE(call, ranks,                                                                       \
               text ": one position for each token: (token), or (batch, token), not of features") \
  ATTN_REQUIRE(call, one_each, text ": one position for each token, the axis before x's last")    \
  ATTN_REQUIRE(call, texts_fit, text ": axes before the tokens are the first axes of x")

#define ATTN_REQUIRE_PAIRS(call, text)                         \
  ATTN_REQUIRE(call, axis_exists, text ": W has no such axis") \
  ATTN_REQUIRE(                                                \
      call, pairs,                                             \
      text                                                     \
      ": features are rotated in pairs: their number must be even, and no more than the axis has")

#define ATTN_REQUIRE_PARAMETERS(call, text) \
  ATTN_REQUIRE(                             \
      call, tensors_only,                   \
      text                                  \
      ": every member of the model must be a tensor, a Hana struct or tuple, or an array of them")

#define ATTN_REQUIRE_CONVERSION(call, text)                                                     \
  ATTN_REQUIRE(call, converts,                                                                  \
               text                                                                             \
               ": the model must name its type with other elements: template <attn::scalar U> " \
               "using with_element = …")

#define ATTN_REQUIRE_EMBEDDING(call)                                                              \
  ATTN_REQUIRE(call, token_ids,                                                                   \
               "attn::embedding(ids, table): the ids must be token ids; as_token_ids<rows>(ids)") \
  ATTN_REQUIRE(call, matrix,                                                                      \
               "attn::embedding(ids, table): the table must have two axes, words and width")      \
  ATTN_REQUIRE(                                                                                   \
      call, within,                                                                               \
      "attn::embedding(ids, table): there are more ids than the table has rows; row 0 counts")    \
  ATTN_REQUIRE(call::result, distinct_result,                                                     \
               "attn::embedding(ids, table): the ids have an axis named as the width")            \
  ATTN_REQUIRE_ROOM(call::result, "attn::embedding(ids, table)")                                  \
  ATTN_REQUIRE_ADDRESSABLE(call::result, "attn::embedding(ids, table)")

#define ATTN_REQUIRE_SMALL(call)                                                      \
  ATTN_REQUIRE(call, layout_fits,                                                     \
               "attn::linear<layout>(x, W): a W of small numbers is output_by_input") \
  ATTN_REQUIRE(                                                                       \
      call, sums_fit,                                                                 \
      "attn::linear<layout>(x, W): a W of int8_dynamic or int8_static has at most 131072 inputs")

#define ATTN_REQUIRE_QUANTIZED(call, text)                                             \
  ATTN_REQUIRE(call, format,                                                           \
               text                                                                    \
               ": the format is bfloat16 or float16; int8 or int4 and "                \
               "per_row, per_tensor or per_group<n>; int8_dynamic or int8_static and " \
               "per_row or per_tensor")                                                \
  ATTN_REQUIRE(call, elements, text ": requires weights of float")

#define ATTN_REQUIRE_SAMPLES(...)                                              \
  static_assert(                                                               \
      !(__VA_ARGS__),                                                          \
      "attn::quantized<int8_static, scales>: requires the inputs of samples: " \
      "quantized<int8_static, scales>(model, report), quantized_into(out, model, report)")
