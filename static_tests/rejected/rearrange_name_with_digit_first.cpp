// SPDX-License-Identifier: BSL-1.0
// rejected: a name that begins with a digit: 2d.
// expect-error: attn::rearrange<pattern>\(x\): a name begins with a letter or _ and has 23 characters at most
// expect-note: pattern<attn::label<\d+>\{"b h t "\}, attn::rules::here<6>, attn::label<\d+>\{"2d -> b t h 2d"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t 2d -> b t h 2d">(x);
#else
constexpr auto y = rearrange<"b h t d2 -> b t h d2">(unnamed(x));
#endif
