// SPDX-License-Identifier: BSL-1.0
// rejected: values for keys.
// expect-error: attn::hard_attention\(Q, K, V\): Q and K must have the same width
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
constexpr auto out = hard_attention(q, v, v);
#else
constexpr auto out = hard_attention(q, k, v);
#endif

static_assert(out.rank > 0);
