// SPDX-License-Identifier: BSL-1.0
// rejected: more scores than an object can have, of queries and keys that there could be.
// each: attention_scores(column, column) ;; attention_scores(row, row) ;; attn::attention_scores\(Q, K\): the scores would take more bytes ;; not-shown sizes
// each: scaled_dot_product_attention(column, column, column) ;; scaled_dot_product_attention(row, row, row) ;; attn::scaled_dot_product_attention\(Q, K, V, options…\): the scores would take more bytes ;; not-shown sizes
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
