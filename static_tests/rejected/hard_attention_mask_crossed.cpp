// SPDX-License-Identifier: BSL-1.0
// rejected: a mask whose axes are exchanged: hard attention itself says so.
// expect-error: attn::hard_attention\(Q, K, V, options…\): a mask must have the axes of the scores
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 4>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;

#ifdef ATTN_REJECT
constexpr auto y = hard_attention(q, k, k, keep_mask<key, token>{});
#else
constexpr auto y = hard_attention(q, k, k, keep_mask<token, key>{});
#endif
