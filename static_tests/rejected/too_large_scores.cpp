// SPDX-License-Identifier: BSL-1.0
// rejected: more scores than an object can have, of queries and keys that there could be.
// each: attention_scores(column, column) ;; attention_scores(row, row) ;; attn::tensor: too large ;; not-shown sizes
// each: scaled_dot_product_attention(column, column, column) ;; scaled_dot_product_attention(row, row, row) ;; attn::tensor: too large ;; not-shown sizes
// lines: 12 at most through the scores
// total: 2500 through the scores
// allow: detail::
// errors: 1
#include <attn.hpp>

using namespace attn;

// Nothing is evaluated: there are no such objects.
extern const matrix<float, 1ull << 31, 1> column;
extern const matrix<float, 1, 1ull << 31> row;

#ifdef ATTN_REJECT
using type = decltype(WRONG);
#else
using type = decltype(RIGHT);
#endif
