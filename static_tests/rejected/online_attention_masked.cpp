// SPDX-License-Identifier: BSL-1.0
// rejected: a mask, which asks where a key stands.
// expect-error: attn::online_attention<block>\(Q, K, V, options…\): a score, a scale or a soft cap
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
constexpr auto out = online_attention<2>(q, k, v, causal<top_left>);
#else
constexpr auto out = online_attention<2>(q, k, v);
#endif

static_assert(out.rank > 0);
