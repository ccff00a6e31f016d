// SPDX-License-Identifier: BSL-1.0
// rejected: keys without a head, which scaled_dot_product_attention takes for all heads.
// expect-error: attn::grouped_query_attention\(Q, K, V\): each must be \(head, token, width\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = grouped_query_attention(q, select<0>(k, 0), select<0>(v, 0));
#else
constexpr auto out = scaled_dot_product_attention(q, select<0>(k, 0), select<0>(v, 0));
#endif

static_assert(out.rank > 0);
