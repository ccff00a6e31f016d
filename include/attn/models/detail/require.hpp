// SPDX-License-Identifier: BSL-1.0
// The requirements of models, as rules/require.hpp has the requirements of operations: each macro
// asserts the relations of one call type of models/calls.hpp, with its sentences. `text` is the
// call as its user writes it, a literal. It and the call type are all that a macro sees, and it
// leaves no name.
//
//   ATTN_REQUIRE_STACK(call, text)          stack_call: the number of layers, the norm after them
//   ATTN_ASSERT_STACK_LAYER(call, text, n)  stack_layer_call (models/block.hpp): what a layer is
//   ATTN_REQUIRE_RUN(call, text)            stack_run_call: layers of a user's, as they are called
//   ATTN_REQUIRE_STEPS(call, text)          stack_steps_call
//   ATTN_REQUIRE_ENCODER(call, text)        encoder_call
//   ATTN_REQUIRE_DECODER(call, text)        decoder_call
//   ATTN_REQUIRE_TRANSFORMER(call)          transformer_call (models/transformer.hpp)
//   ATTN_REQUIRE_IDS(call, text, ids)       text_call; `ids` is what the sentences call them
//   ATTN_REQUIRE_GENERATE(call, text)       generate_call (models/generate.hpp)
//
// The parts: _BLOCK (a layer itself), _ROWS (a sequence), _PLACED (options that name their
// attention); _OPTIONS is the macro of attention/detail/require.hpp.
#pragma once
#pragma GCC system_header

#include <attn/attention/detail/require.hpp>

// In the body of a class that has no other purpose.
#define ATTN_ASSERT_STACK_LAYER(call, text, n)                                                    \
  ATTN_ASSERT_PART(call, element_named,                                                           \
                   text                                                                           \
                   ": Layer has no value_type, the element type of its rows and "                 \
                   "parameters: using value_type = …")                                            \
  ATTN_ASSERT_PART(call, width_named,                                                             \
                   text                                                                           \
                   ": Layer has no width, the last axis of its rows: using width = "              \
                   "axis<…>")                                                                     \
  ATTN_ASSERT_PART(call, sequences_named,                                                         \
                   text                                                                           \
                   ": Layer does not state with how many sequences it is called: "                \
                   "static constexpr std::size_t sequences = " n)                                 \
  ATTN_ASSERT_PART(call, sequences_fit,                                                           \
                   text ": Layer::sequences must be " n                                           \
                        "; an encoder calls its layers with 1 sequence, a decoder with 2")        \
  ATTN_ASSERT_PART(call, converts,                                                                \
                   text                                                                           \
                   ": Layer must be a template of its element type, or name its type with "       \
                   "other elements: template <attn::scalar U> using with_element = …")            \
  ATTN_ASSERT_PART(call, members_listed,                                                          \
                   text ": Layer does not list its parameters: ATTN_MEMBERS(type, (T, name), …)") \
  ATTN_ASSERT_PART(call, one_width, text ": the layers of nn::sequential differ in width")        \
  ATTN_ASSERT_PART(call, one_element, text ": the layers of nn::sequential differ in element type")

#define ATTN_ASSERT_PART(call, relation, sentence)                             \
  using relation = typename call::all::template said<typename call::relation>; \
  static_assert(relation::value, sentence);

#define ATTN_REQUIRE_RUN(call, text, x, arguments, parameters)           \
  ATTN_REQUIRE(call, accepted,                                           \
               text ": the layer cannot be called as layer(" arguments   \
                    "); it needs operator()"                             \
                    "(" parameters ", const Options&... options) const") \
  ATTN_REQUIRE(call, kept, text ": the layer must return rows like " x)

#define ATTN_REQUIRE_STEPS(call, text)                                                  \
  ATTN_REQUIRE(call, has_step,                                                          \
               text                                                                     \
               ": the layer cannot read token by token: it needs the members template " \
               "<attn::axis_like Position> using state_type = …, and step(state, x)")

#define ATTN_REQUIRE_BLOCK(call, text)                                                         \
  ATTN_REQUIRE(call, norm_order,                                                               \
               text                                                                            \
               ": the order of the norms is post_norm (PyTorch's default) or pre_norm, after " \
               "an activation; or a struct derived from torch_block has all options")          \
  ATTN_REQUIRE(call, heads_divide, text ": the number of heads must divide the width")

#define ATTN_REQUIRE_STACK(call, text)                                          \
  ATTN_REQUIRE(call, has_layers, text ": a stack must have at least one layer") \
  ATTN_REQUIRE(call, norm_fits, text ": norm and layers differ in width or type")

#define ATTN_REQUIRE_ROWS(call, text, x)                                                          \
  ATTN_REQUIRE(call, sequence, text ": " x " must be (token, width), or a batch of them")         \
  ATTN_REQUIRE(call, one_element,                                                                 \
               text ": " x " must have the element type of the layer; convert with as<T>(" x ")") \
  ATTN_REQUIRE(call, width_size,                                                                  \
               text ": the last axis of " x " and the width of the layer differ in size")         \
  ATTN_REQUIRE(call, width_name,                                                                  \
               text ": the last axis of " x " and the width of the layer differ in name")

#define ATTN_REQUIRE_PLACED(call, text, example)                                            \
  ATTN_REQUIRE(call, all_placed, text ": say which attention each option is for: " example) \
  ATTN_REQUIRE(call, once_each, text ": options for one attention are given twice")

#define ATTN_REQUIRE_ENCODER(call, text)                                                \
  ATTN_REQUIRE_BLOCK(call, text) {                                                      \
    using sequence = typename call::x;                                                  \
    ATTN_REQUIRE_ROWS(sequence, text, "x")                                              \
  }                                                                                     \
  ATTN_REQUIRE(call, distinct,                                                          \
               text ": an axis of x has the name of the heads or of the inner width") { \
    using attentions = typename call::attentions;                                       \
    ATTN_REQUIRE_ONLY_OPTIONS(attentions, text)                                         \
    ATTN_REQUIRE_OPTIONS(attentions, text)                                              \
  }

#define ATTN_REQUIRE_DECODER(call, text)                                                        \
  ATTN_REQUIRE_BLOCK(call, text) {                                                              \
    using sequence = typename call::y;                                                          \
    ATTN_REQUIRE_ROWS(sequence, text, "y")                                                      \
  }                                                                                             \
  {                                                                                             \
    using sequence = typename call::memory;                                                     \
    ATTN_REQUIRE_ROWS(sequence, text, "memory")                                                 \
  }                                                                                             \
  ATTN_REQUIRE(call, same_batch, text ": the leading axes (batch) of y and memory must agree")  \
  ATTN_REQUIRE(call, distinct,                                                                  \
               text ": an axis of y or memory has the name of the heads or of the inner width") \
  ATTN_REQUIRE_PLACED(call, text, "self_options(causal<>), cross_options(…)") {                 \
    using attentions = typename call::attentions;                                               \
    ATTN_REQUIRE_ONLY_OPTIONS(attentions, text)                                                 \
    ATTN_REQUIRE_OPTIONS(attentions, text)                                                      \
  }

#define ATTN_REQUIRE_IDS(call, text, ids)                                                        \
  ATTN_REQUIRE(call, token_ids, text ": " ids " must be token ids; as_token_ids<words>(ids)")    \
  ATTN_REQUIRE(call, within, text ": the vocabulary of " ids " is larger than the model's")      \
  ATTN_REQUIRE(call, has_positions, text ": there are more tokens than the model has positions") \
  ATTN_REQUIRE(call, distinct,                                                                   \
               text ": an axis of " ids " has the name of the model's width, or of its words")

#define ATTN_REQUIRE_TEXTS(call, text)                                                       \
  ATTN_REQUIRE(call, of_batch, text ": ids must be (batch, token), or (batch)")              \
  ATTN_REQUIRE_IDS(call, text, "the ids")                                                    \
  ATTN_REQUIRE(call, is_padding, text ": the padding must be a keep_mask or an ignore_mask") \
  ATTN_REQUIRE(call, one_each, text ": the padding must have the axes of the ids")

#define ATTN_REQUIRE_TRANSFORMER(call)                                                            \
  ATTN_REQUIRE_STACK(call, "attn::nn::transformer")                                               \
  ATTN_REQUIRE_BLOCK(call, "attn::nn::transformer")                                               \
  ATTN_REQUIRE(                                                                                   \
      call, token_ids,                                                                            \
      "attn::nn::transformer: source and target must be token ids; as_token_ids<words>(ids)")     \
  ATTN_REQUIRE(call, sequence, "attn::nn::transformer: ids must be (token), or a batch of them")  \
  ATTN_REQUIRE(call, source_within,                                                               \
               "attn::nn::transformer: the vocabulary of the source is larger than the model's; " \
               "are source and target swapped?")                                                  \
  ATTN_REQUIRE(call, target_within,                                                               \
               "attn::nn::transformer: the vocabulary of the target is larger than the model's")  \
  ATTN_REQUIRE(call, same_batch,                                                                  \
               "attn::nn::transformer: the leading axes (batch) of source and target must agree") \
  ATTN_REQUIRE(call, distinct,                                                                    \
               "attn::nn::transformer: an axis of the ids has the name of one of the model's: "   \
               "its width, heads, inner width or words")                                          \
  ATTN_REQUIRE(call, positions_fit,                                                               \
               "attn::nn::transformer: positions must be a type that maps the embedded rows to "  \
               "rows of the same axes")                                                           \
  ATTN_REQUIRE_PLACED(call, "attn::nn::transformer",                                              \
                      "source_options(…), self_options(…), cross_options(…)") {                   \
    using attentions = typename call::attentions;                                                 \
    ATTN_REQUIRE_ONLY_OPTIONS(attentions, "attn::nn::transformer")                                \
    ATTN_REQUIRE_OPTIONS(attentions, "attn::nn::transformer")                                     \
  }

#define ATTN_REQUIRE_GENERATE(call, text)                                                          \
  ATTN_REQUIRE(call, has_steps, text ": requires at least one step")                               \
  ATTN_REQUIRE(call, arithmetic,                                                                   \
               text ": requires a model of arithmetic types, whose values can be compared")        \
  ATTN_REQUIRE(call, one_sequence, text ": the prompt must be one sequence, (token)")              \
  ATTN_REQUIRE(call, reads, text ": a batch requires attention blocks, such as nn::encoder_layer") \
  ATTN_REQUIRE(call, of_batch, text ": prompts with padding must be (batch, token)")               \
  ATTN_REQUIRE_IDS(call, text, "the prompt")                                                       \
  ATTN_REQUIRE(call, one_each, text ": the padding must have the axes of the prompts")

#define ATTN_REQUIRE_DRAWS(draws, text)                                                   \
  ATTN_REQUIRE(draws, one_element,                                                        \
               text ": u must have the element type of the model; convert with as<T>(u)") \
  ATTN_REQUIRE(draws, one_per_step, text ": u must be one number for each step, (step)")

#define ATTN_REQUIRE_STATE_BEFORE(call, text)                     \
  ATTN_REQUIRE(call, before_step,                                 \
               text                                               \
               ": pass the state before the step, not after it: " \
               "advance(after)")

#define ATTN_REQUIRE_FIRST_STATE(call, text) \
  ATTN_REQUIRE(call, before_step,            \
               text ": starts from the state before the first step: advance(last) of the encoder")
