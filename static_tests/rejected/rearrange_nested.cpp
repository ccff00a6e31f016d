// SPDX-License-Identifier: BSL-1.0
// rejected: parentheses in parentheses: einops has none of these either.
// expect-error: attn::rearrange<pattern>\(x\): no \( may stand between \( and \)
// expect-note: pattern<attn::label<\d+>\{"b h t d -> \("\}, attn::rules::here<12>, attn::label<\d+>\{"\(b h\) t\) d"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> ((b h) t) d">(x);
#else
constexpr auto y = rearrange<"b h t d -> (b h t) d">(x);
#endif
