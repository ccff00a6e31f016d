// SPDX-License-Identifier: BSL-1.0
// rejected: an option that is a number: hard attention itself says so.
// expect-error: attn::hard_attention\(Q, K, V, options…\): an argument behind the tensors is no option
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 4>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;

#ifdef ATTN_REJECT
constexpr auto y = hard_attention(q, k, k, 0.5);
#else
constexpr auto y = hard_attention(q, k, k, scaled_by(0.5));
#endif
