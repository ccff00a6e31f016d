// SPDX-License-Identifier: BSL-1.0
// rejected: heads under the name that the tokens have.
// expect-error: attn::project_heads\(x, W\): the result would have two axes of one name
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, axis<"token", 2>, width, d_k> confused;

#ifdef ATTN_REJECT
constexpr auto out = project_heads(x, confused);
#else
constexpr auto out = project_heads(x, w);
#endif

static_assert(out.rank > 1);
