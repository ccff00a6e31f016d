// SPDX-License-Identifier: BSL-1.0
// rejected: a single token without its sequence.
// expect-error: attn::project_heads\(x, W\): x must be \(token, width\), or a batch of them
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, width> one;

#ifdef ATTN_REJECT
constexpr auto out = project_heads(one, w);
#else
constexpr auto out = project_heads(x, w);
#endif

static_assert(out.rank > 0);
