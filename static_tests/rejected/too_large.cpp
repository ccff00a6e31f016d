// SPDX-License-Identifier: BSL-1.0
// rejected: results that are too large, of operands that are not, or that there could be: one call each.
// axes: in every row
#include <attn/ops.hpp>

using namespace attn;

// Nothing is evaluated: there are no such objects.
extern const matrix<float, 1ull << 31, 1> column;
extern const matrix<float, 1, 1ull << 31> row;
extern const tensor<char, dim<1ull << 59>> bytes;

// - using type = decltype(matmul(column, row)); ;; using type = decltype(matmul(row, column));
//   ;; attn::matmul\(A, B\): the result would be too large ;; not-shown sizes
// - using type = decltype(matmul(column, transpose(column)));
//   ;; using type = decltype(matmul(transpose(column), column));
//   ;; attn::matmul\(A, B\): the result would be too large ;; not-shown sizes
// - using type = decltype(einsum<"i a, b j -> i j">(column, row));
//   ;; using type = decltype(einsum<"i a, a j -> a">(column, row));
//   ;; attn::einsum<pattern>\(…\): the result would be too large ;; not-shown sizes
// - using type = decltype(concat<0>(bytes, bytes)); ;; using type = decltype(concat<0>(column,
//   column)); ;; attn::concat<axis>\(A, B…\): the result would be too large ;; not-shown sizes
// - using type = decltype(attention_scores(column, column)); ;; using type =
//   decltype(attention_scores(row, row)); ;; attn::attention_scores\(Q, K\): the scores would take
//   more bytes ;; not-shown sizes ;; allow: detail::
// - using type = decltype(scaled_dot_product_attention(column, column, column));
//   ;; using type = decltype(scaled_dot_product_attention(row, row, row));
//   ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): the scores would take more bytes
//   ;; not-shown sizes ;; allow: detail::
