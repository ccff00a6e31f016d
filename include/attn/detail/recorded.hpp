// SPDX-License-Identifier: BSL-1.0
// What an operation needs to know of reverse mode (learning/gradient.hpp): whether its elements are
// recorded, and where its rule is.
//
// At the place where an operation chooses its evaluator, recorded elements take their rule:
//
//   if constexpr (is_recorded<T>)
//     if (backward_rule<of_product, T>::record(out, a, b)) return;
//
// The rule computes the values with the kernels and records one step for the whole tensor. It
// returns false if no operand is recorded: then the elements are numbers, and what follows computes
// with them. An operation without a rule computes, and records, element by element.
#pragma once

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T>
struct recorded;

namespace detail {

template <class T>
inline constexpr bool is_recorded = false;
template <class T>
inline constexpr bool is_recorded<recorded<T>> = true;

// Of an operation, a type that names it, and of the element type. Defined in learning/detail/.
template <class Operation, class T>
struct backward_rule;

struct of_constants;      // type_as
struct of_product;        // matmul, linear, scores
struct of_bias;           // add_bias
struct of_pairs;          // a + b, a - b, multiply, divide
struct of_scaled;         // a * s, a / s
struct of_each;           // -x, exp, relu, …
struct of_sum;            // sum
struct of_softmax;        // softmax, masked or not
struct of_log_softmax;    // log_softmax
struct of_norm;           // layer_norm, rms_norm
struct of_same_elements;  // rename, split, merge
struct of_other_order;    // transpose, permute, rearrange, repeat
struct of_range;          // select, narrow
struct of_rows;           // embedding
struct of_joined;         // concat, unroll, vmap
struct of_losses;         // cross_entropy, nll_loss

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
