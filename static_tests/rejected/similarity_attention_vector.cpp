// SPDX-License-Identifier: BSL-1.0
// rejected: a single query without its sequence axis.
// expect-error: attn::similarity_attention\(Q, K, V\): each must have at least two axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = similarity_attention(select<0>(q, 0), k, v);
#else
constexpr auto out = similarity_attention(q, k, v);
#endif

static_assert(out.rank > 0);
