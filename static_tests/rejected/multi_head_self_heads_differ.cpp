// SPDX-License-Identifier: BSL-1.0
// rejected: one head of keys for two of queries, which is not what was asked for.
// expect-error: attn::multi_head_self_attention\(…\): the weights must have the same heads
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, axis<"head", 1>, width, d_k> one;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention(x, w, one, w);
#else
constexpr auto out = multi_head_self_attention(x, w, w, w);
#endif

static_assert(out.rank > 0);
