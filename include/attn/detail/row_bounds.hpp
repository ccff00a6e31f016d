// SPDX-License-Identifier: BSL-1.0
// What an element with bounds needs to know of whole rows: step by step, the bounds of a softmax,
// of a weighted average and of a norm are far from what these functions can reach.
//
// The evaluators for any scalar ask, at the place where their steps begin:
//
//   if constexpr (row_bounds<T>::known)
//     return row_bounds<T>::template softmax<N, Stride>(out, x);
//
// A specialisation bounds what the steps in the format compute, every rounding included, and the
// exact result. That of interval is scalars/detail/interval_rows.hpp. It may also compute more than
// one row at a time, in fewer steps: see the concepts below.
#pragma once

#include <cstddef>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class T>
struct row_bounds {
  static constexpr bool known = false;
};

// product<M, K, N, BRow, BColumn>(out, a, b): whether out = a b was computed, bit for bit in steps.
template <class T>
concept multiplies_matrices = requires { row_bounds<T>::multiplies; };
// norms<From, N, Stride>(out, x, rows, gain, bias, eps).
template <class T>
concept normalizes_rows_together = requires { row_bounds<T>::normalizes_together; };
// softmaxes<N, Stride>(out, x, rows), and softmaxes_where_kept, of rows with a mask.
template <class T>
concept weighs_rows_together = requires { row_bounds<T>::weighs_together; };

// How many additions of a reduction of n elements one of them passes through, at most.
ATTN_ABI constexpr std::size_t additions_on_the_way(std::size_t n) { return (n + 15) / 16 + 4; }

}  // namespace attn::detail
ATTN_STRICT_FP_END
