// SPDX-License-Identifier: BSL-1.0
// rejected: a weight in another element type.
// expect-error: attn::project_heads\(x, W\): one element type for both; convert with as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;

#ifdef ATTN_REJECT
constexpr auto out = project_heads(x, as<float>(w));
#else
constexpr auto out = project_heads(as<float>(x), as<float>(w));
#endif

static_assert(out.rank > 1);
