// SPDX-License-Identifier: BSL-1.0
// rejected: an output projection with its heads in the second place.
// expect-error: attn::multi_head_self_attention\(…\): W_o must begin with the heads and the output of W_v
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

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention(x, w, w, w, permute<1, 0, 2>(w_o));
#else
constexpr auto out = multi_head_self_attention(x, w, w, w, w_o);
#endif

static_assert(out.rank > 0);
