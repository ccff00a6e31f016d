// SPDX-License-Identifier: BSL-1.0
// rejected: one matrix for all heads.
// expect-error: attn::project_heads\(x, W\): W must be \(head, input, output\), a matrix for each head
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = project_heads(x, w);
#else
constexpr auto out = project_heads(x, split_heads<head, axis<"d_k", 3>>(w));
#endif

static_assert(out.rank > 1);
