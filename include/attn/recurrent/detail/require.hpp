// SPDX-License-Identifier: BSL-1.0
// What a step of a cell requires, with its sentences, as rules/require.hpp has them:
//
//   ATTN_REQUIRE_STEP(call);                    rules::step_call (recurrent/gates.hpp)
//   ATTN_REQUIRE_UNROLL(call, "attn::f");       rules::unroll_call (recurrent/unroll.hpp)
//   ATTN_REQUIRE_STATES(call, "attn::f(…)");    rules::unroll_states_call, decoding_steps_call
//   ATTN_REQUIRE_LENGTHS(call, "attn::f(…)");   rules::unroll_texts_call
//
// A system header so that GCC shows the line of the function and not these.
#pragma once
#pragma GCC system_header

#include <attn/rules/require.hpp>

#define ATTN_REQUIRE_STEP(call)                                                                \
  ATTN_REQUIRE(call, has_rows,                                                                 \
               "attn: a step (x, before): x must have an axis, the input of the cell")         \
  ATTN_REQUIRE(call, one_element,                                                              \
               "attn: a step (x, before): x must have the element type of the cell; as<T>(x)") \
  ATTN_REQUIRE(call, widths,                                                                   \
               "attn: a step (x, before): x must be as wide as the input of the cell")         \
  ATTN_REQUIRE(call, names,                                                                    \
               "attn: a step (x, before): x and the input of the cell have different names")   \
  ATTN_REQUIRE(                                                                                \
      call, is_before,                                                                         \
      "attn: a step (x, before): before must be the state before the step: initial(h), or "    \
      "advance(after) of another step")                                                        \
  ATTN_REQUIRE(call, same_members,                                                             \
               "attn: a step (x, before): an LSTM keeps lstm_state{hidden, cell}, the other "  \
               "cells one tensor")                                                             \
  ATTN_REQUIRE(call, state_element,                                                            \
               "attn: a step (x, before): the state must have the element type of the cell")   \
  ATTN_REQUIRE(call, state_has_rows,                                                           \
               "attn: a step (x, before): the state must have an axis, the width of the cell") \
  ATTN_REQUIRE(call, state_widths,                                                             \
               "attn: a step (x, before): the state must be as wide as the cell")              \
  ATTN_REQUIRE(call, state_names,                                                              \
               "attn: a step (x, before): the state and the cell have different names")        \
  ATTN_REQUIRE(call, rows,                                                                     \
               "attn: a step (x, before): x and the state must share leading axes; "           \
               "is time where batch should be?")

#define ATTN_REQUIRE_UNROLL(call, name)                                                       \
  ATTN_REQUIRE(                                                                               \
      call, is_before,                                                                        \
      name                                                                                    \
      "(cell, xs, before): before must be the state before the first step: initial(h), or "   \
      "advance(last) of another piece")                                                       \
  ATTN_REQUIRE(call, two_axes,                                                                \
               name "(cell, xs, before): xs must be (time, in), or have more axes")           \
  ATTN_REQUIRE(call, has_time, name "<time>(cell, xs, …): xs has no such axis")               \
  ATTN_REQUIRE(call, rows,                                                                    \
               name                                                                           \
               "<time>(cell, xs, …): the state must have xs' leading axes but time; is it "   \
               "batch?")                                                                      \
  if constexpr (call::has_steps::value && !call::step::all::value) {                          \
    using step_of_call = typename call::step;                                                 \
    ATTN_REQUIRE_STEP(step_of_call)                                                           \
  }                                                                                           \
  ATTN_REQUIRE(call, same_layers,                                                             \
               name                                                                           \
               "(cell, xs, before): before must be the state of all layers; without it they " \
               "start from zeros")                                                            \
  ATTN_REQUIRE(call, a_cell,                                                                  \
               name "(cell, xs, before): a cell makes a state_after of the same state")

#define ATTN_REQUIRE_STATES(call, text)                                                      \
  ATTN_REQUIRE(call, over_time,                                                              \
               text                                                                          \
               ": the state must be a tensor, or a template of the type of its tensors, as " \
               "lstm_state<tensor<…>> is")

#define ATTN_REQUIRE_LENGTHS(call, text)                                   \
  ATTN_REQUIRE(call, integers, text ": the lengths must be integers")      \
  ATTN_REQUIRE(call, one_each, text ": one length for each text, (batch)") \
  ATTN_REQUIRE_STATES(call, text)
