// SPDX-License-Identifier: BSL-1.0
// rejected: Q K without the transposition; in PyTorch a run-time error, in hand-written loops
//   none.
// expect-error: attn::matmul\(A, B\): the last axis of A
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 4>;
using feature = axis<"feature", 3>;
constexpr tensor<float, token, feature> Q{{1, 0, 2}, {2, 2, 2}};
constexpr tensor<float, key, feature> K{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}, {1, 1, 1}};

#ifdef ATTN_REJECT
constexpr auto scores = matmul(Q, K);
#else
constexpr auto scores = matmul(Q, transpose(K));
#endif
