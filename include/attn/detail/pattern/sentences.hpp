// SPDX-License-Identifier: BSL-1.0
// What is said of a wrong pattern: the sentences of rules/patterns.hpp, for a `function` of a
// Pattern in which `found` was found, at `here`.
//
// They are macros for the same reason as ATTN_MESSAGE, and each static_assert is spelled out because
// GCC prints a line for every macro inside another. As a system header, so that neither compiler
// prints one for these: the line behind the error is the relation's, or the call's.
#pragma once
#pragma GCC system_header

// What is asked of every pattern.
#define ATTN_PATTERN_IS_WELL_FORMED(function)                                                      \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::no_arrow), here>>,                \
                ATTN_MESSAGE(function "a pattern needs an arrow: before -> behind", here));        \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::second_arrow), here>>,            \
                ATTN_MESSAGE(function "a pattern has one arrow, not two", here));                  \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::dots), here>>,                    \
                ATTN_MESSAGE(function "an ellipsis is three dots", here));                         \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::second_ellipsis), here>>,         \
                ATTN_MESSAGE(function "a side has one ellipsis at most", here));                   \
  static_assert(                                                                                   \
      rules::well_formed<rules::cut_if<found.is(fault::name), here>>,                              \
      ATTN_MESSAGE(function "a name begins with a letter or _ and has 23 characters at most",      \
                   here));                                                                         \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::twice), here>>,                   \
                ATTN_MESSAGE(function "this name stands on its side already", here));              \
  static_assert(                                                                                   \
      rules::well_formed<rules::cut_if<found.is(fault::too_many), here>>,                          \
      ATTN_MESSAGE(function "the pattern is too long: 16 names a side, 6 operands", here));        \
  static_assert(                                                                                   \
      rules::both_sides_agree<rules::cut_if<found.is(fault::ellipsis_appears), here>>::value,      \
      ATTN_MESSAGE(function "this ellipsis is not on the left and stands for nothing", here));     \
  static_assert(rules::both_sides_agree<rules::cut_if<found.is(fault::result_rank), here>>::value, \
                ATTN_MESSAGE(function "a tensor has at most 4 axes", here));                       \
  static_assert(rules::both_sides_agree<rules::cut_if<found.is(fault::result_name), here>>::value, \
                ATTN_MESSAGE(function "the result would have two axes of this name", here))

// … of every one that has no commas: rearrange, reduce, repeat.
#define ATTN_PATTERN_FITS(function)                                                             \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::character), here>>,            \
                ATTN_MESSAGE(function "a pattern is made of names, 1, ( ), ... and ->", here)); \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::not_closed), here>>,           \
                ATTN_MESSAGE(function "this ( is never closed", here));                         \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::not_opened), here>>,           \
                ATTN_MESSAGE(function "this ) closes nothing", here));                          \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::nested), here>>,               \
                ATTN_MESSAGE(function "no ( may stand between ( and )", here));                 \
  static_assert(                                                                                \
      rules::well_formed<rules::cut_if<found.is(fault::grouped_ellipsis), here>>,               \
      ATTN_MESSAGE(function "on the left, no ellipsis may stand between ( and )", here));       \
  static_assert(rules::fits<rules::cut_if<found.is(fault::rank), here>,                         \
                            rules::rank<sizeof...(Axes)>>::value,                               \
                ATTN_MESSAGE(function "the left side must have as many axes as x", here,        \
                             rules::axes_of<Axes...>));                                         \
  static_assert(                                                                                \
      rules::fits<rules::cut_if<found.is(fault::other_name), here>,                             \
                  rules::axis_or_rank<found.axis, Axes...>>::value,                             \
      ATTN_MESSAGE(function "this axis of x has another name", here, rules::axes_of<Axes...>)); \
  static_assert(                                                                                \
      rules::fits<rules::cut_if<found.is(fault::other_size), here>,                             \
                  rules::axis_or_rank<found.axis, Axes...>>::value,                             \
      ATTN_MESSAGE(function "this axis of x has another size", here, rules::axes_of<Axes...>)); \
  static_assert(rules::fits<rules::cut_if<found.is(fault::two_unknown), here>,                  \
                            rules::axis_or_rank<found.axis, Axes...>>::value,                   \
                ATTN_MESSAGE(function "also needs this size: axis<\"head\", 8>()", here,        \
                             rules::axes_of<Axes...>));                                         \
  static_assert(rules::fits<rules::cut_if<found.is(fault::not_a_product), here>,                \
                            rules::axis_or_rank<found.axis, Axes...>>::value,                   \
                ATTN_MESSAGE(function "sizes in ( ) must multiply to the axis'", here,          \
                             rules::axes_of<Axes...>))

// … of the sizes that are given beside it.
#define ATTN_PATTERN_TAKES_SIZES(function)                                                  \
  static_assert((rules::fits<rules::cut_if<!rules::names_in_pattern<Pattern, Sizes>::value, \
                                           rules::pattern_cut<Pattern, 0>>,                 \
                             Sizes>::value &&                                               \
                 ...),                                                                      \
                function "a size is an axis of the pattern: axis<\"head\", 8>()");          \
  static_assert(rules::distinct_axes<rules::axes_if<sized, Sizes...>>::value,               \
                function "a name has one size")

// … of every one that has commas: einsum. The axis that does not fit is found_axis.
#define ATTN_PATTERN_CONTRACTS(function)                                                          \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::character), here>>,              \
                ATTN_MESSAGE(function "a pattern is made of names, commas, ... and ->", here));   \
  static_assert(rules::well_formed<rules::cut_if<found.is(fault::number), here>>,                 \
                ATTN_MESSAGE(function "an axis has a name here, no number", here));               \
  static_assert(rules::both_sides_agree<rules::cut_if<found.is(fault::appears), here>>::value,    \
                ATTN_MESSAGE(function "this name is in no operand", here));                       \
  static_assert(                                                                                  \
      rules::both_sides_agree<rules::cut_if<found.is(fault::ellipsis_vanishes), here>>::value,    \
      ATTN_MESSAGE(function "the result needs the ellipsis, too", here));                         \
  static_assert(                                                                                  \
      rules::fits<rules::cut_if<found.is(fault::operands), here>,                                 \
                  rules::size<1 + sizeof...(More)>>::value,                                       \
      ATTN_MESSAGE(function "one operand for each term, with commas between them", here));        \
  static_assert(rules::fits<rules::cut_if<found.is(fault::term_rank), here>,                      \
                            rules::rank<found.axis>>::value,                                      \
                ATTN_MESSAGE(function "this term must have as many axes as its operand", here));  \
  static_assert(rules::fits<rules::cut_if<found.is(fault::ellipsis_ranks), here>>::value,         \
                ATTN_MESSAGE(function "each ellipsis must stand for as many axes", here));        \
  static_assert(rules::fits<rules::cut_if<found.is(fault::other_name), here>, found_axis>::value, \
                ATTN_MESSAGE(function "this axis has another name", here));                       \
  static_assert(rules::fits<rules::cut_if<found.is(fault::other_size), here>, found_axis,         \
                            rules::size_of_axis<other_axis>>::value,                              \
                ATTN_MESSAGE(function "this name had another size", here));                       \
  static_assert(rules::fits<rules::cut_if<found.is(fault::other_axis), here>, found_axis>::value, \
                ATTN_MESSAGE(function "this name was another axis", here))
