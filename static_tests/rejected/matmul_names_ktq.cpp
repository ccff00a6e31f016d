// SPDX-License-Identifier: BSL-1.0
// rejected: K^T Q where Q K^T was meant. An article derives the scores for vectors in columns
//   and then states them for vectors in rows; at 3x3 the two matrices have the same shape and
//   other numbers (E20).
// expect-error: attn::matmul\(A, B\): the contracted axes have different names.*transpose
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, key, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};

#ifdef ATTN_REJECT
constexpr auto scores = matmul(transpose(K), Q);
#else
constexpr auto scores = matmul(Q, transpose(K));
#endif
