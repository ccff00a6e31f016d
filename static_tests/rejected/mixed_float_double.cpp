// SPDX-License-Identifier: BSL-1.0
// rejected: float queries and double keys: one of them has lost digits already, or is about to.
// expect-error: attn::matmul\(A, B\): A and B must have one element type; convert: as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<float, token, feature> Q;
constexpr tensor<double, key, feature> K;

#ifdef ATTN_REJECT
constexpr auto scores = matmul(Q, transpose(K));
#else
constexpr auto scores = matmul(as<double>(Q), transpose(K));
#endif
