// SPDX-License-Identifier: BSL-1.0
// rejected: self-attention: Q and K come from the same tokens, so the scores would have the
//   axis `token` twice, and no softmax<"token"> could tell which one is meant.
// expect-error: attn::matmul\(A, B\): the result would have two axes of one name
// expect-error: transpose\(as_keys\(K\)\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};
constexpr tensor<double, token, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}};

#ifdef ATTN_REJECT
constexpr auto scores = matmul(Q, transpose(K));
#else
constexpr auto scores = matmul(Q, transpose(as_keys(K)));
#endif
