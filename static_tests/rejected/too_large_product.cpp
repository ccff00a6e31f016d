// SPDX-License-Identifier: BSL-1.0
// rejected: results that are too large, of operands that are not: one call each.
// each: matmul(column, row) ;; matmul(row, column) ;; attn::matmul\(A, B\): the result would be too large ;; not-shown sizes
// each: matmul(column, transpose(column)) ;; matmul(transpose(column), column) ;; attn::matmul\(A, B\): the result would be too large ;; not-shown sizes
// each: einsum<"i a, b j -> i j">(column, row) ;; einsum<"i a, a j -> a">(column, row) ;; attn::einsum<pattern>\(…\): the result would be too large ;; not-shown sizes
// each: concat<0>(bytes, bytes) ;; concat<0>(column, column) ;; attn::concat<axis>\(A, B…\): the result would be too large ;; not-shown sizes
// errors: 1
#include <attn.hpp>

using namespace attn;

// Nothing is evaluated: there are no such objects.
extern const matrix<float, 1ull << 31, 1> column;
extern const matrix<float, 1, 1ull << 31> row;
extern const tensor<char, dim<1ull << 59>> bytes;

#ifdef ATTN_REJECT
using type = decltype(WRONG);
#else
using type = decltype(RIGHT);
#endif
