// SPDX-License-Identifier: BSL-1.0
// rejected: x has two axes here that are called the same.
// expect-error: attn::rearrange<pattern>\(x\): this name stands on its side already
// expect-note: pattern<attn::label<\d+>\{"b h t "\}, attn::rules::here<6>, attn::label<\d+>\{"t -> b h t"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t t -> b h t">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#endif
