// SPDX-License-Identifier: BSL-1.0
// rejected: a comma, as einsum has it.
// expect-error: attn::rearrange<pattern>\(x\): a pattern is made of names, 1, \( \), ... and ->
// expect-note: pattern<attn::label<\d+>\{"b"\}, attn::rules::here<1>, attn::label<\d+>\{", h, t, d -> b t h d"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"b, h, t, d -> b t h d">(x);
#else
constexpr auto y = rearrange<"b h t d -> b t h d">(x);
#endif
