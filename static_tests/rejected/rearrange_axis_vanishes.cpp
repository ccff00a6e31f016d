// SPDX-License-Identifier: BSL-1.0
// rejected: an axis that is on the left only: it should be summed, or averaged?
// expect-error: attn::rearrange<pattern>\(x\): this axis is not on the right; for its sum: reduce
// expect-note: pattern<attn::label<\d+>\{"b "\}, attn::rules::here<2>, attn::label<\d+>\{"h t d -> b t d"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> b t d">(x);
#else
constexpr auto y = reduce<"b h t d -> b t d", "sum">(x);
#endif
