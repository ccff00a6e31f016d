// SPDX-License-Identifier: BSL-1.0
// The requirements of patterns, in the style of rules/require.hpp, which they use. `call` is a
// pattern_call (ops/patterns.hpp) or an einsum_call: its relation well_formed<fault>,
// both_sides_agree<fault> or fits<fault> fails if that is the fault found, and prints the pattern
// cut there.
#pragma once
#pragma GCC system_header

#include <attn/rules/require.hpp>

// One fault is found in a pattern, so no order among them is needed.
#define ATTN_REQUIRE_PATTERN(call, relation, fault_found, sentence)                  \
  {                                                                                  \
    using required = typename call::template relation<call::fault::fault_found>;     \
    static_assert(required::value, ATTN_MESSAGE(sentence, typename call::operands)); \
  }

// Of every pattern.
#define ATTN_REQUIRE_WELL_FORMED(call, text)                                                       \
  ATTN_REQUIRE_PATTERN(call, well_formed, no_arrow,                                                \
                       text ": a pattern needs an arrow: before -> after")                         \
  ATTN_REQUIRE_PATTERN(call, well_formed, second_arrow, text ": a pattern has one arrow, not two") \
  ATTN_REQUIRE_PATTERN(call, well_formed, dots, text ": an ellipsis is three dots")                \
  ATTN_REQUIRE_PATTERN(call, well_formed, second_ellipsis,                                         \
                       text ": a side has one ellipsis at most")                                   \
  ATTN_REQUIRE_PATTERN(call, well_formed, name,                                                    \
                       text ": a name begins with a letter or _ and has 23 characters at most")    \
  ATTN_REQUIRE_PATTERN(call, well_formed, twice, text ": this name is on its side already")        \
  ATTN_REQUIRE_PATTERN(call, well_formed, too_many,                                                \
                       text ": the pattern is too long: 16 names a side, 6 operands")              \
  ATTN_REQUIRE_PATTERN(call, both_sides_agree, ellipsis_appears,                                   \
                       text ": this ellipsis is not on the left")                                  \
  ATTN_REQUIRE_PATTERN(call, both_sides_agree, result_rank, text ": a tensor has at most 6 axes")  \
  ATTN_REQUIRE_PATTERN(call, both_sides_agree, result_name,                                        \
                       text ": the result would have two axes of this name")

// Of one without commas, and the sizes after the tensor: rearrange, reduce, repeat.
#define ATTN_REQUIRE_PATTERN_OF_ONE(call, text)                                                   \
  ATTN_REQUIRE_WELL_FORMED(call, text)                                                            \
  ATTN_REQUIRE_PATTERN(call, well_formed, character,                                              \
                       text ": a pattern is made of names, 1, ( ), ... and ->")                   \
  ATTN_REQUIRE_PATTERN(call, well_formed, not_closed, text ": this ( is never closed")            \
  ATTN_REQUIRE_PATTERN(call, well_formed, not_opened, text ": this ) closes nothing")             \
  ATTN_REQUIRE_PATTERN(call, well_formed, nested, text ": parentheses cannot be nested")          \
  ATTN_REQUIRE_PATTERN(call, well_formed, grouped_ellipsis,                                       \
                       text ": on the left, an ellipsis cannot be in parentheses")                \
  ATTN_REQUIRE_PATTERN(call, fits, rank, text ": the left side must have as many axes as x")      \
  ATTN_REQUIRE_PATTERN(call, fits, other_name, text ": this axis of x has another name")          \
  ATTN_REQUIRE_PATTERN(call, fits, other_size, text ": this axis of x has another size")          \
  ATTN_REQUIRE_PATTERN(call, fits, two_unknown,                                                   \
                       text ": also needs this size: axis<\"head\", 8>()")                        \
  ATTN_REQUIRE_PATTERN(call, fits, not_a_product,                                                 \
                       text ": sizes in ( ) must multiply to the axis size")                      \
  ATTN_REQUIRE(call, given_sizes, text ": a size is an axis of the pattern: axis<\"head\", 8>()") \
  ATTN_REQUIRE(call, one_size_each, text ": a name has one size")

// Of one with commas: einsum.
#define ATTN_REQUIRE_PATTERN_OF_OPERANDS(call, text)                                         \
  ATTN_REQUIRE_WELL_FORMED(call, text)                                                       \
  ATTN_REQUIRE_PATTERN(call, well_formed, character,                                         \
                       text ": a pattern is made of names, commas, ... and ->")              \
  ATTN_REQUIRE_PATTERN(call, well_formed, number,                                            \
                       text ": an axis must have a name here, not a number")                 \
  ATTN_REQUIRE_PATTERN(call, both_sides_agree, appears, text ": this name is in no operand") \
  ATTN_REQUIRE_PATTERN(call, both_sides_agree, ellipsis_vanishes,                            \
                       text ": the result also needs the ellipsis")                          \
  ATTN_REQUIRE_PATTERN(call, fits, operands, text ": requires one operand for each term")    \
  ATTN_REQUIRE_PATTERN(call, fits, term_rank,                                                \
                       text ": this term must have as many axes as its operand")             \
  ATTN_REQUIRE_PATTERN(call, fits, ellipsis_ranks,                                           \
                       text ": each ellipsis must be for the same number of axes")           \
  ATTN_REQUIRE_PATTERN(call, fits, other_name, text ": this axis has another name")          \
  ATTN_REQUIRE_PATTERN(call, fits, other_size, text ": this name had another size")          \
  ATTN_REQUIRE_PATTERN(call, fits, other_axis, text ": this name was another axis")
