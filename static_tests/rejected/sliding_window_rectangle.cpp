// SPDX-License-Identifier: BSL-1.0
// rejected: a window around nobody knows which key: 3 queries, 5 keys (flash-attention#517).
// expect-error: attn::masked_softmax\(x, mask\): causal<> and sliding_window<l, r> are for as many keys as queries
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};

#ifdef ATTN_REJECT
constexpr auto weights =
    masked_softmax(matmul(Q, transpose(K)), valid_keys(3) & sliding_window<1, 1>);
#else
constexpr auto weights =
    masked_softmax(matmul(Q, transpose(K)), valid_keys(3) & sliding_window<1, 1, top_left>);
#endif
