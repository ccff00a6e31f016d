// SPDX-License-Identifier: BSL-1.0
// rejected: an output projection whose heads are the others' widths.
// expect-error: attn::multi_head_attention\(…\): W_o must begin with the heads and the output of W_v
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, head, d_k, width> w_o;
constexpr tensor<double, d_k, head, width> turned;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention(x, x, x, w, w, w, turned);
#else
constexpr auto out = multi_head_attention(x, x, x, w, w, w, w_o);
#endif

static_assert(out.rank > 0);
