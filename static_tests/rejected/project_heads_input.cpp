// SPDX-License-Identifier: BSL-1.0
// rejected: a weight that takes another width.
// expect-error: attn::project_heads\(x, W\): the input of W must be the last axis of x
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, head, d_k, width> turned;

#ifdef ATTN_REJECT
constexpr auto out = project_heads(x, turned);
#else
constexpr auto out = project_heads(x, w);
#endif

static_assert(out.rank > 1);
