// SPDX-License-Identifier: BSL-1.0
// rejected: fewer values than keys.
// expect-error: attn::hard_attention\(Q, K, V\): one value per key
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
constexpr auto out = hard_attention(q, k, tensor<double, dim<4>, content>{});
#else
constexpr auto out = hard_attention(q, k, v);
#endif

static_assert(out.rank > 0);
