// SPDX-License-Identifier: BSL-1.0
// rejected: four heads of keys for six heads of queries
// (keras#23081, flash-attention#392, attention-gym#82).
// expect-error: attn::grouped_query_attention\(Q, K, V\): the heads of K must divide those of Q
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
constexpr auto out = grouped_query_attention(q, tensor<double, dim<4>, key, width>{},
                                             tensor<double, dim<4>, key, content>{});
#else
constexpr auto out = grouped_query_attention(q, k, v);
#endif

static_assert(out.rank > 0);
