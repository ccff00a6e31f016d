// SPDX-License-Identifier: BSL-1.0
// rejected: two patterns in one.
// expect-error: attn::rearrange<pattern>\(x\): a pattern has one arrow, not two
// expect-note: pattern<attn::label<\d+>\{"b h t d -> b t "\}, attn::rules::here<15>, attn::label<\d+>\{"-> h d"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b h t d -> b t -> h d">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t (h d)">(x);
#endif
